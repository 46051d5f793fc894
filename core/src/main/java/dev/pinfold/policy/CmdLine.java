package dev.pinfold.policy;

import dev.pinfold.shell.Span;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits a command line of {@code cmd.exe} into commands. It knows {@code ^}, quotes, {@code & && |
 * ||}, parentheses, {@code for}, redirections, {@code %VARIABLE%} and {@code !VARIABLE!}; an
 * unknown variable leaves a hole.
 */
final class CmdLine {
  /**
   * A command: its words, its output files, whether a pipe feeds it, and the text after the {@code
   * do} of a {@code for}, which is all of the line.
   */
  record Part(
      List<Argument> words,
      List<Argument> outputs,
      boolean piped,
      String text,
      int start,
      String body) {}

  private final String text;
  private final List<Part> parts = new ArrayList<>();
  private List<Argument> words = new ArrayList<>();
  private List<Argument> outputs = new ArrayList<>();
  private final StringBuilder word = new StringBuilder();
  private int wordStart = -1;
  private int partStart;
  private char redirecting;
  private boolean piped;
  private int depth;
  private boolean inSet;
  private String body = "";

  private CmdLine(String text) {
    this.text = text;
  }

  static List<Part> split(String text) {
    CmdLine line = new CmdLine(text);
    line.read();
    return line.parts;
  }

  private void read() {
    boolean quoted = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '%') {
        i = variable(i);
      } else if (c == '!' && endOfDelayed(i) > 0) {
        add(Marks.HOLE, i);
        i = endOfDelayed(i);
      } else if (c == '"') {
        quoted = !quoted;
        start(i);
      } else if (quoted) {
        add(c, i);
      } else if (c == '^') {
        i = Math.min(i + 1, text.length() - 1);
        add(text.charAt(i), i);
      } else if (c == '&' || c == '|' || c == '\n' || (c == ';' && words.isEmpty())) {
        boolean pipe = c == '|' && !(i + 1 < text.length() && text.charAt(i + 1) == '|');
        endPart(i, pipe);
      } else if (c == '>' || c == '<') {
        endOfNumber(i);
        redirecting = c;
      } else if (c == '(' && opens()) {
        open(i);
      } else if (c == ')') {
        close(i);
      } else if (c == ' ' || c == '\t' || c == ',' || c == '\r' || (c == '(' && word.isEmpty())) {
        endWord(i);
        i = loops() ? loop(i) : i;
      } else if (c == '@' && words.isEmpty() && word.isEmpty()) {
        partStart = i + 1;
      } else {
        add(c, i);
      }
    }
    endPart(text.length(), false);
  }

  /** Whether a parenthesis here begins commands, or the set of a {@code for}. */
  private boolean opens() {
    String before = word.isEmpty() ? "" : word.toString();
    return words.isEmpty()
        ? word.isEmpty() || before.equalsIgnoreCase("else")
        : word.isEmpty() && (conditional() || firstIs("for"));
  }

  private boolean conditional() {
    return firstIs("if") || firstIs("else");
  }

  private boolean firstIs(String name) {
    return !words.isEmpty() && words.getFirst().value().equalsIgnoreCase(name);
  }

  private boolean lastIs(String name) {
    return !words.isEmpty() && words.getLast().value().equalsIgnoreCase(name);
  }

  private void open(int at) {
    endWord(at);
    if (lastIs("in")) {
      inSet = true;
    } else if (words.isEmpty()) {
      depth++;
      partStart = at + 1;
    } else {
      depth++;
      endPart(at, false);
    }
  }

  private void close(int at) {
    if (inSet || depth == 0) {
      endWord(at);
      inSet = false;
    } else {
      depth--;
      endPart(at, false);
    }
  }

  /** Whether the words so far are a {@code for} up to its {@code do}. */
  private boolean loops() {
    return lastIs("do") && !inSet && (firstIs("for") || conditional()) && words.size() > 3;
  }

  /** Takes the rest of the line for the body; returns the offset of its last character. */
  private int loop(int at) {
    int end = text.indexOf('\n', at);
    end = end < 0 ? text.length() : end;
    body = text.substring(at, end);
    endPart(at, false);
    return end - 1;
  }

  /** The offset of the sign that ends {@code !NAME!}, or -1. */
  private int endOfDelayed(int at) {
    int end = at + 1;
    while (end < text.length()
        && (Character.isLetterOrDigit(text.charAt(end))
            || "_:~,=-".indexOf(text.charAt(end)) >= 0)) {
      end++;
    }
    return end > at + 1 && end < text.length() && text.charAt(end) == '!' ? end : -1;
  }

  private int variable(int at) {
    int end = text.indexOf('%', at + 1);
    if (end < 0 || end == at + 1 || text.charAt(at + 1) == ' ') {
      boolean parameter =
          at + 1 < text.length()
              && (Character.isDigit(text.charAt(at + 1))
                  || text.charAt(at + 1) == '*'
                  || text.charAt(at + 1) == '~'
                  || text.charAt(at + 1) == '%'
                  || Character.isLetter(text.charAt(at + 1)));
      add(parameter ? Marks.HOLE : '%', at);
      return parameter ? at + 1 : at;
    }
    if (Character.isDigit(text.charAt(at + 1)) || text.substring(at + 1, end).indexOf(' ') >= 0) {
      add(Marks.HOLE, at);
      return at + 1;
    }
    String name = text.substring(at + 1, end);
    int colon = name.indexOf(':');
    String value = WindowsPath.variable(colon < 0 ? name : name.substring(0, colon));
    start(at);
    word.append(value.isEmpty() || colon >= 0 ? String.valueOf(Marks.HOLE) : value);
    return end;
  }

  private void start(int at) {
    if (wordStart < 0) {
      wordStart = at;
    }
  }

  private void add(char c, int at) {
    start(at);
    word.append(c);
  }

  /** {@code 2>} is a descriptor, not a word. */
  private void endOfNumber(int at) {
    if (word.length() == 1 && Character.isDigit(word.charAt(0))) {
      word.setLength(0);
      wordStart = -1;
    }
    endWord(at);
  }

  private void endWord(int at) {
    if (wordStart < 0) {
      return;
    }
    Argument argument = new Argument(word.toString(), new Span(wordStart, at));
    if (redirecting == '>') {
      outputs.add(argument);
    } else if (redirecting == '<') {
      words.add(argument);
    } else if (words.isEmpty()) {
      addProgram(argument);
    } else {
      words.add(argument);
    }
    redirecting = 0;
    word.setLength(0);
    wordStart = -1;
  }

  /** The program's name ends at the first switch, with or without a blank: {@code rd/s/q}. */
  private void addProgram(Argument argument) {
    String value = argument.value();
    int slash = value.indexOf('/');
    boolean glued =
        slash > 0
            && value.indexOf('\\') < 0
            && !value.contains("./")
            && value.length() < 200
            && value.substring(slash).matches("(/[A-Za-z?](:[^/]*)?)+");
    words.add(glued ? argument.with(value.substring(0, slash)) : argument);
    if (glued) {
      for (String option : value.substring(slash + 1).split("/", 0)) {
        words.add(argument.with("/" + option));
      }
    }
  }

  private void endPart(int at, boolean pipe) {
    endWord(at);
    if (!words.isEmpty() || !outputs.isEmpty()) {
      parts.add(
          new Part(
              List.copyOf(words),
              List.copyOf(outputs),
              piped,
              text.substring(Math.min(partStart, at), at),
              partStart,
              body));
    }
    body = "";
    words = new ArrayList<>();
    outputs = new ArrayList<>();
    piped = pipe;
    partStart = at + 1;
  }
}
