package dev.pinfold.policy;

import dev.pinfold.shell.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Splits PowerShell text into commands. It knows quotes, the backtick, variables, groups in
 * parentheses and braces, and the separators; a group becomes a hole in its word and is read as
 * text of its own.
 */
final class PowerShellLine {
  /**
   * A command.
   *
   * @param words its words; a call operator before it is gone
   * @param nested the texts of its groups
   * @param outputs the files that it is redirected to
   * @param piped whether a pipe feeds it
   * @param text the command as written
   */
  record Part(
      List<Argument> words,
      List<String> nested,
      List<Argument> outputs,
      boolean piped,
      String text) {}

  private static final Pattern LITERAL =
      Pattern.compile("\\s*([,+]?)\\s*('[^']*'|\"[^\"$`]*\")\\s*");

  /** Longer lists are taken for unknown. */
  private static final int MAX_LITERALS = 1_000;

  private static final Pattern LITERALS =
      Pattern.compile("\\s*(?:'[^']*'|\"[^\"$`]*\")(?:\\s*[,+]\\s*(?:'[^']*'|\"[^\"$`]*\"))*\\s*");

  private final String text;
  private final Map<String, String> variables;
  private final List<Part> parts = new ArrayList<>();
  private List<Argument> words = new ArrayList<>();
  private List<String> nested = new ArrayList<>();
  private List<Argument> outputs = new ArrayList<>();
  private final StringBuilder word = new StringBuilder();
  private int wordStart = -1;
  private int partStart;
  private boolean redirecting;
  private boolean piped;
  private boolean blockComments = true;
  private int at;

  PowerShellLine(String text, Map<String, String> variables) {
    this.text = text;
    this.variables = variables;
  }

  static List<Part> split(String text, Map<String, String> variables) {
    PowerShellLine line = new PowerShellLine(text, variables);
    List<Part> all = new ArrayList<>();
    for (Optional<Part> part = line.next(); part.isPresent(); part = line.next()) {
      all.add(part.get());
    }
    return all;
  }

  /** The next command; variables are looked up only now, so that assignments before it count. */
  Optional<Part> next() {
    while (parts.isEmpty() && at < text.length()) {
      step();
    }
    if (parts.isEmpty()) {
      endPart(false);
    }
    return parts.isEmpty() ? Optional.empty() : Optional.of(parts.removeFirst());
  }

  private void step() {
    char c = text.charAt(at);
    switch (c) {
      case '\'' -> single();
      case '"' -> doubled();
      case '`' -> {
        at++;
        if (at < text.length()) {
          add(text.charAt(at));
        }
        at++;
      }
      case '$' -> variable();
      case '(', '{' -> group();
      case '@' -> splat();
      case '<' -> {
        if (!blockComment()) {
          add(c);
          at++;
        }
      }
      case ')', '}', ' ', '\t', '\r', ',' -> {
        endWord();
        at++;
      }
      case ';', '\n', '|', '&' -> separator(c);
      case '>' -> {
        if (word.length() == 1 && (Character.isDigit(word.charAt(0)) || word.charAt(0) == '*')) {
          word.setLength(0);
          wordStart = -1;
        }
        endWord();
        redirecting = true;
        at++;
      }
      case '#' -> comment();
      default -> {
        add(c);
        at++;
      }
    }
  }

  /** Skips {@code <# … #>}; one without an end is text, and so are all after it. */
  private boolean blockComment() {
    if (!blockComments || !text.startsWith("<#", at)) {
      return false;
    }
    int end = text.indexOf("#>", at + 2);
    blockComments = end >= 0;
    at = end >= 0 ? end + 2 : at;
    return blockComments;
  }

  /** {@code @(…)}, {@code @{…}}, or the words of a variable: {@code @name}. */
  private void splat() {
    int end = at + 1;
    while (end < text.length()
        && (Character.isLetterOrDigit(text.charAt(end)) || text.charAt(end) == '_')) {
      end++;
    }
    boolean words =
        wordStart < 0
            && end > at + 1
            && (end == text.length() || " \t\r\n;|&)}".indexOf(text.charAt(end)) >= 0);
    if (words) {
      add(Marks.HOLES);
      at = end;
      return;
    }
    boolean group = at + 1 < text.length() && "({".indexOf(text.charAt(at + 1)) >= 0;
    at++;
    if (!group) {
      add('@');
    }
  }

  private void add(char c) {
    start();
    word.append(c);
  }

  private void start() {
    if (wordStart < 0) {
      wordStart = at;
    }
  }

  private void single() {
    start();
    at++;
    while (at < text.length()) {
      char c = text.charAt(at);
      boolean twice = c == '\'' && at + 1 < text.length() && text.charAt(at + 1) == '\'';
      if (c == '\'' && !twice) {
        break;
      }
      word.append(c);
      at += twice ? 2 : 1;
    }
    at++;
  }

  private void doubled() {
    start();
    at++;
    while (at < text.length() && text.charAt(at) != '"') {
      char c = text.charAt(at);
      if (c == '`') {
        at++;
        word.append(at < text.length() ? text.charAt(at) : ' ');
        at++;
      } else if (c == '$') {
        variable();
      } else {
        word.append(c);
        at++;
      }
    }
    at++;
  }

  private void variable() {
    start();
    at++;
    if (at < text.length() && text.charAt(at) == '(') {
      group();
      return;
    }
    boolean braces = at < text.length() && text.charAt(at) == '{';
    int from = braces ? at + 1 : at;
    int end = from;
    while (end < text.length()
        && (braces
            ? text.charAt(end) != '}'
            : Character.isLetterOrDigit(text.charAt(end))
                || "_:?".indexOf(text.charAt(end)) >= 0)) {
      end++;
    }
    String name = text.substring(from, end).toLowerCase(Locale.ROOT);
    word.append(value(name));
    at = Math.min(text.length(), braces ? end + 1 : end);
  }

  private String value(String name) {
    String own = variables.get(name);
    if (own != null) {
      return own;
    }
    if (name.startsWith("env:")) {
      String value = WindowsPath.variable(name.substring(4));
      return value.isEmpty() ? String.valueOf(Marks.HOLE) : value;
    }
    return switch (name) {
      case "home" -> "C:\\Users\\me";
      case "pwd" -> ".";
      case "true", "false", "null" -> "$" + name;
      default -> String.valueOf(Marks.HOLE);
    };
  }

  private void group() {
    boolean command =
        words.isEmpty()
            && !word.isEmpty()
            && word.chars().allMatch(c -> Character.isLetter(c) || c == '-');
    if (command && text.charAt(at) == '(') {
      endWord();
    }
    start();
    char open = text.charAt(at);
    char close = open == '(' ? ')' : '}';
    int depth = 0;
    int from = at + 1;
    char quote = 0;
    for (; at < text.length(); at++) {
      char c = text.charAt(at);
      if (quote != 0) {
        quote = c == quote ? 0 : quote;
      } else if (c == '\'' || c == '"') {
        quote = c;
      } else if (c == open) {
        depth++;
      } else if (c == close && --depth == 0) {
        break;
      }
    }
    String inner = text.substring(Math.min(from, at), at);
    if (open != '(' || !word.isEmpty() || !literals(inner)) {
      nested.add(inner);
      word.append(Marks.HOLE);
    }
    at++;
  }

  /** Takes a group of nothing but strings, listed or joined, for what it stands for. */
  private boolean literals(String inner) {
    if (inner.length() > MAX_LITERALS || !LITERALS.matcher(inner).matches()) {
      return false;
    }
    int end = at;
    LITERAL
        .matcher(inner)
        .results()
        .forEach(
            literal -> {
              String before = literal.group(1);
              if (before.equals(",")) {
                at = end;
                endWord();
                wordStart = end;
              }
              word.append(literal.group(2), 1, literal.group(2).length() - 1);
            });
    return true;
  }

  private void separator(char c) {
    boolean twice = at + 1 < text.length() && text.charAt(at + 1) == c;
    if (c == '&' && !twice && words.isEmpty() && word.isEmpty()) {
      at++;
      return;
    }
    endPart(c == '|' && !twice);
    at += twice && c != ';' && c != '\n' ? 2 : 1;
    partStart = at;
  }

  private void comment() {
    if (wordStart >= 0) {
      add('#');
      at++;
      return;
    }
    int end = text.indexOf('\n', at);
    at = end < 0 ? text.length() : end;
  }

  private void endWord() {
    if (wordStart < 0) {
      return;
    }
    Argument argument =
        new Argument(
            word.toString(), new Span(wordStart, Math.min(Math.max(at, wordStart), text.length())));
    if (redirecting) {
      outputs.add(argument);
    } else if (!(words.isEmpty() && argument.value().equals("."))) {
      words.add(argument);
    }
    redirecting = false;
    word.setLength(0);
    wordStart = -1;
  }

  private void endPart(boolean pipe) {
    endWord();
    if (!words.isEmpty() || !nested.isEmpty() || !outputs.isEmpty()) {
      parts.add(
          new Part(
              words,
              nested,
              outputs,
              piped,
              text.substring(Math.min(partStart, at), Math.min(at, text.length()))));
    }
    words = new ArrayList<>();
    nested = new ArrayList<>();
    outputs = new ArrayList<>();
    piped = pipe;
  }
}
