package dev.pinfold.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Reads command lines of PowerShell (Microsoft, about_Parsing, about_Quoting_Rules,
 * about_Operators): pipelines and chains of commands with their arguments.
 *
 * <p>Linear, never throws for any text. The inside of script blocks, {@code $(…)}, {@code @(…)} and
 * {@code (…)} is read too. Statements with keywords, assignments, methods, hash tables and {@code
 * --%} are not modelled.
 */
public final class PowerShellLine {
  private static final Set<String> KEYWORDS =
      Set.of(
          "begin",
          "break",
          "class",
          "continue",
          "data",
          "do",
          "dynamicparam",
          "end",
          "enum",
          "exit",
          "filter",
          "for",
          "foreach",
          "function",
          "if",
          "param",
          "process",
          "return",
          "switch",
          "throw",
          "trap",
          "try",
          "until",
          "using",
          "while",
          "workflow");

  private final String text;
  private final PowerShellWords reader;
  private int depth;

  private PowerShellLine(String text) {
    this.text = text;
    reader = new PowerShellWords(text, this);
  }

  /** Reads a whole text. */
  public static WindowsLine parse(String text) {
    try {
      UnknownLine.check(text);
      var line = new PowerShellLine(text);
      return new WindowsLine.Commands(line.commands(Cursor.END));
    } catch (UnknownLine e) {
      return e.unknown();
    }
  }

  /** Commands up to a closing character, which is consumed. */
  List<WindowsCommand> commands(int close) {
    if (++depth > ShellParser.MAX_DEPTH) {
      throw reader.unknown("nested too deep");
    }
    var commands = new ArrayList<WindowsCommand>();
    boolean piped = false;
    boolean ended = false;
    for (reader.skipBlanks(); reader.peek() != close; reader.skipBlanks()) {
      int c = reader.peek();
      if (c == Cursor.END) {
        throw reader.unknown("no closing " + (char) close);
      }
      if (c == ';' || c == '\n' || c == '\r') {
        reader.next();
        piped = false;
        ended = false;
      } else if (ended && (c == '|' || c == '&')) {
        piped = operator(c);
        ended = false;
      } else {
        commands.add(c == '&' ? called(piped) : command(piped, close));
        piped = false;
        ended = true;
      }
    }
    if (close != Cursor.END) {
      reader.next();
    }
    depth--;
    return commands;
  }

  /** A pipe or chain operator, or the one for the background; returns whether it is a pipe. */
  private boolean operator(int c) {
    boolean doubled = reader.peekSecond() == c;
    reader.next();
    if (doubled) {
      reader.next();
    }
    reader.skipNewlines();
    return c == '|' && !doubled;
  }

  private WindowsCommand called(boolean piped) {
    var command = new Building(reader.pos(), piped);
    reader.next();
    reader.skipBlanks();
    if (reader.peek() == '{' || reader.peek() == '(') {
      command.nested.addAll(reader.nestedAt());
      command.words.add(new Field.Unknown(new Span(command.start, reader.pos()), List.of(), true));
    }
    arguments(command);
    return command.build(false);
  }

  private WindowsCommand command(boolean piped, int close) {
    var command = new Building(reader.pos(), piped);
    int c = reader.peek();
    if (c == ')' || c == '}' || c == '|') {
      throw reader.unknown(
          "unexpected " + (char) c + (close == Cursor.END ? "" : " before " + (char) close));
    }
    boolean expression = PowerShellWords.startsExpression(c);
    if (c == '.' && reader.peekSecond() == ' ') {
      reader.next();
      reader.skipBlanks();
    }
    arguments(command);
    if (expression) {
      value(command);
    } else if (!command.words.isEmpty()
        && command.words.getFirst() instanceof Field.Constant name) {
      check(name);
    }
    return command.build(expression);
  }

  /** An expression is only understood if it is a single value. */
  private void value(Building command) {
    if (command.words.size() > 1) {
      throw new UnknownLine(command.words.get(1).span(), "expressions are not modelled");
    }
  }

  private static void check(Field.Constant name) {
    if (KEYWORDS.contains(name.text().toLowerCase(Locale.ROOT))) {
      throw new UnknownLine(name.span(), "\"" + name.text() + "\" is not modelled");
    }
  }

  private void arguments(Building command) {
    while (true) {
      reader.skipBlanks();
      int c = reader.peek();
      if (c == Cursor.END || ";\n\r|&)}".indexOf(c) >= 0) {
        return;
      }
      if (!redirected(command)) {
        command.words.add(reader.word(command.nested));
      }
    }
  }

  private boolean redirected(Building command) {
    int c = reader.peek();
    boolean stream = c == '*' || (c >= '1' && c <= '6');
    if (c == '<') {
      throw reader.unknown("< is not modelled");
    }
    if (c != '>' && !(stream && reader.peekSecond() == '>')) {
      return false;
    }
    reader.next();
    if (stream) {
      reader.next();
    }
    if (reader.peek() == '>') {
      reader.next();
    }
    if (reader.peek() == '&') {
      reader.next();
      reader.next();
      return true;
    }
    reader.skipBlanks();
    if (reader.peek() == Cursor.END || ";\n\r|&)}".indexOf(reader.peek()) >= 0) {
      throw reader.unknown("a redirection without a file");
    }
    command.outputs.add(reader.word(command.nested));
    return true;
  }

  /** A command as it grows. */
  private final class Building {
    final int start;
    final boolean piped;
    final List<Field> words = new ArrayList<>();
    final List<Field> outputs = new ArrayList<>();
    final List<WindowsCommand> nested = new ArrayList<>();

    Building(int start, boolean piped) {
      this.start = start;
      this.piped = piped;
    }

    WindowsCommand build(boolean expression) {
      int end = Math.min(Math.max(start, reader.pos()), text.length());
      Span span = new Span(start, end);
      return new WindowsCommand(span, words, outputs, List.of(), piped, expression, nested);
    }
  }
}
