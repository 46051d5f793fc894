package dev.pinfold.shell;

import dev.pinfold.shell.Field.Piece.Hole;
import java.util.List;
import java.util.Locale;

/** The words of PowerShell command lines. */
final class PowerShellWords {
  private final String text;
  private final PowerShellLine line;
  private int pos;

  PowerShellWords(String text, PowerShellLine line) {
    this.text = text;
    this.line = line;
  }

  int pos() {
    return pos;
  }

  int peek() {
    return pos < text.length() ? text.charAt(pos) : Cursor.END;
  }

  int peekSecond() {
    return pos + 1 < text.length() ? text.charAt(pos + 1) : Cursor.END;
  }

  void next() {
    pos = Math.min(text.length(), pos + 1);
  }

  UnknownLine unknown(String reason) {
    return new UnknownLine(new Span(pos, Math.min(text.length(), pos + 1)), reason);
  }

  /** Skips blanks, comments and line continuations. */
  void skipBlanks() {
    while (true) {
      if (peek() == ' ' || peek() == '\t') {
        pos++;
      } else if (atContinuation()) {
        pos += peekSecond() == '\n' ? 2 : 3;
      } else if (text.startsWith("<#", pos)) {
        int end = text.indexOf("#>", pos + 2);
        if (end < 0) {
          throw unknown("no closing #>");
        }
        pos = end + 2;
      } else if (peek() == '#') {
        int end = text.indexOf('\n', pos);
        pos = end < 0 ? text.length() : end;
      } else {
        return;
      }
    }
  }

  private boolean atContinuation() {
    return peek() == '`' && (peekSecond() == '\n' || text.startsWith("\r\n", pos + 1));
  }

  void skipNewlines() {
    skipBlanks();
    while (peek() == '\n' || peek() == '\r') {
      pos++;
      skipBlanks();
    }
  }

  /** Whether a statement that begins with this character is an expression. */
  static boolean startsExpression(int c) {
    return c == '\''
        || c == '"'
        || c == '$'
        || c == '('
        || c == '['
        || c == '@'
        || c == '{'
        || Tokens.digit(c);
  }

  /** The commands of the block or the parentheses at the cursor. */
  List<WindowsCommand> nestedAt() {
    int close = peek() == '{' ? '}' : ')';
    next();
    return line.commands(close);
  }

  Field word(List<WindowsCommand> nested) {
    int start = pos;
    var builder = new FieldBuilder(new Span(start, start));
    if (text.startsWith("--%", pos)) {
      throw unknown("--% is not modelled");
    }
    boolean expression = startsExpression(peek());
    while (!ends()) {
      part(builder, nested, start);
      if (expression && (peek() == '[' || text.startsWith("::", pos))) {
        throw unknown("expressions are not modelled");
      }
    }
    return placed(new Span(start, pos), builder.single());
  }

  private static Field placed(Span span, Field field) {
    return switch (field) {
      case Field.Constant(_, String text, var pattern) -> new Field.Constant(span, text, pattern);
      case Field.Unknown(_, var pieces, boolean many) -> new Field.Unknown(span, pieces, many);
    };
  }

  private boolean ends() {
    int c = peek();
    return c == Cursor.END || " \t\r\n;|&<>)}".indexOf(c) >= 0 || atContinuation();
  }

  private void part(FieldBuilder builder, List<WindowsCommand> nested, int start) {
    int c = peek();
    switch (c) {
      case '\'' -> builder.quoted(single());
      case '"' -> twofold(builder, nested);
      case '`' -> builder.quoted(escape());
      case '$' -> dollar(builder, nested);
      case '(' -> parenthesis(builder, nested, start);
      case '{' -> hole(builder, nested, "a script block");
      case '@' -> at(builder, nested, start);
      case '[' -> {
        if (pos == start) {
          throw unknown("types are not modelled");
        }
        builder.glob("[");
        pos++;
      }
      case '*', '?' -> {
        builder.glob(Character.toString(c));
        pos++;
      }
      default -> {
        builder.quoted(Character.toString(c));
        pos++;
      }
    }
  }

  private void hole(FieldBuilder builder, List<WindowsCommand> nested, String reason) {
    int from = pos;
    nested.addAll(nestedAt());
    builder.hole(new Hole(new Span(from, pos), reason), true);
    if (peek() == '.') {
      member();
    }
  }

  /** {@code (…).Name} reads a property; a method may do anything. */
  private void member() {
    while (peek() == '.') {
      pos++;
      while (Tokens.continuesName(peek())) {
        pos++;
      }
      if (peek() == '(') {
        throw unknown("methods are not modelled");
      }
    }
  }

  /** In the middle of a word a parenthesis would be a method's. */
  private void parenthesis(FieldBuilder builder, List<WindowsCommand> nested, int start) {
    boolean value = pos == start || text.charAt(pos - 1) == ':' || text.charAt(pos - 1) == ',';
    if (!value) {
      throw unknown("methods are not modelled");
    }
    hole(builder, nested, "the value of an expression");
  }

  private void at(FieldBuilder builder, List<WindowsCommand> nested, int start) {
    int second = peekSecond();
    if (second == '\'' || second == '"') {
      hereString(builder, nested, (char) second);
    } else if (second == '(') {
      pos++;
      hole(builder, nested, "a list");
    } else if (second == '{') {
      throw unknown("hash tables are not modelled");
    } else if (pos == start && Tokens.startsName(second)) {
      throw unknown("splatting is not modelled");
    } else {
      builder.quoted("@");
      pos++;
    }
  }

  private String single() {
    var value = new StringBuilder();
    int i = pos + 1;
    while (true) {
      int end = text.indexOf('\'', i);
      if (end < 0) {
        throw unknown("no closing '");
      }
      value.append(text, i, end);
      if (!text.startsWith("''", end)) {
        pos = end + 1;
        return value.toString();
      }
      value.append('\'');
      i = end + 2;
    }
  }

  private void twofold(FieldBuilder builder, List<WindowsCommand> nested) {
    int open = pos;
    builder.quoted("");
    pos++;
    while (true) {
      int c = peek();
      if (c == Cursor.END) {
        pos = open;
        throw unknown("no closing \"");
      }
      if (c == '"' && peekSecond() != '"') {
        pos++;
        return;
      }
      if (c == '"') {
        builder.quoted("\"");
        pos += 2;
      } else {
        inString(builder, nested, c);
      }
    }
  }

  private void inString(FieldBuilder builder, List<WindowsCommand> nested, int c) {
    if (c == '`') {
      builder.quoted(escape());
    } else if (c == '$') {
      dollar(builder, nested);
    } else {
      builder.quoted(Character.toString(c));
      pos++;
    }
  }

  private String escape() {
    pos++;
    int c = peek();
    next();
    return switch (c) {
      case Cursor.END -> "`";
      case 'n' -> "\n";
      case 't' -> "\t";
      case 'r' -> "\r";
      case '0' -> throw unknown("a NUL character can't be part of a command");
      case 'a' -> "\u0007";
      case 'b' -> "\b";
      case 'f' -> "\f";
      case 'v' -> "\u000b";
      case 'e' -> "\u001b";
      case 'u' -> throw unknown("`u is not modelled");
      default -> Character.toString(c);
    };
  }

  private void hereString(FieldBuilder builder, List<WindowsCommand> nested, char quote) {
    int body = text.indexOf('\n', pos + 2);
    if (body < 0 || !text.substring(pos + 2, body).isBlank()) {
      throw unknown("a here-string begins at a new line");
    }
    int end = text.indexOf("\n" + quote + "@", body);
    if (end < 0) {
      throw unknown("no closing " + quote + "@");
    }
    builder.quoted("");
    pos = body + 1;
    if (quote == '\'') {
      builder.quoted(text.substring(Math.min(pos, end), end));
    }
    while (quote == '"' && pos < end) {
      inString(builder, nested, peek());
    }
    if (pos > end + 1) {
      throw unknown("no closing " + quote + "@");
    }
    pos = end + 3;
  }

  private void dollar(FieldBuilder builder, List<WindowsCommand> nested) {
    int from = pos;
    int second = peekSecond();
    if (second == '(') {
      pos++;
      hole(builder, nested, "the value of an expression");
      return;
    }
    int end = second == '{' ? text.indexOf('}', pos) + 1 : endOfName();
    if (end <= pos + 1) {
      builder.quoted("$");
      pos++;
      return;
    }
    pos = end;
    String name = text.substring(from, end);
    switch (name.toLowerCase(Locale.ROOT)) {
      case "$true", "$false", "$null" -> builder.quoted(name);
      default -> builder.hole(new Hole(new Span(from, end), "the value of " + name), true);
    }
  }

  /** {@code $name}, {@code $scope:name}, and the variables {@code $_ $? $$ $^}. */
  private int endOfName() {
    int i = pos + 1;
    if (i < text.length() && "?$^".indexOf(text.charAt(i)) >= 0) {
      return i + 1;
    }
    while (i < text.length() && continues(i)) {
      i++;
    }
    return i;
  }

  private boolean continues(int i) {
    char c = text.charAt(i);
    boolean scope =
        c == ':' && i > pos + 1 && i + 1 < text.length() && Tokens.startsName(text.charAt(i + 1));
    return Tokens.continuesName(c) || scope;
  }
}
