package dev.pinfold.policy;

import java.time.DateTimeException;
import java.time.LocalDate;

/** The tokens of TOML: blanks, comments, keys, texts, numbers and dates. */
final class TomlScanner {
  private final String text;
  private int at;
  private int line = 1;

  TomlScanner(String text) {
    this.text = text;
  }

  int line() {
    return line;
  }

  boolean atEnd() {
    return at == text.length();
  }

  TomlSyntaxException wrong(String problem) {
    return new TomlSyntaxException(line, problem);
  }

  /** The character at an offset from here; NUL beyond the end. */
  private char peek(int offset) {
    return at + offset < text.length() ? text.charAt(at + offset) : '\0';
  }

  void skipBlanks() {
    while (peek(0) == ' ' || peek(0) == '\t') {
      at++;
    }
  }

  /** Skips blanks, line ends and comments. */
  void skipLines() throws TomlSyntaxException {
    for (skipBlanks(); !atEnd(); skipBlanks()) {
      if (peek(0) == '#') {
        comment();
      } else if (!takeLineEnd()) {
        return;
      }
    }
  }

  /** The rest of a line holds nothing more, or a comment. */
  void endLine() throws TomlSyntaxException {
    skipBlanks();
    if (peek(0) == '#') {
      comment();
    }
    if (!atEnd() && !takeLineEnd()) {
      throw wrong("unexpected " + shown() + ": a line holds one key and its value");
    }
  }

  private void comment() throws TomlSyntaxException {
    while (!atEnd() && peek(0) != '\n' && !(peek(0) == '\r' && peek(1) == '\n')) {
      plain();
    }
  }

  private boolean takeLineEnd() {
    int length = peek(0) == '\n' ? 1 : peek(0) == '\r' && peek(1) == '\n' ? 2 : 0;
    at += length;
    line += length > 0 ? 1 : 0;
    return length > 0;
  }

  /** One character that may stand in a comment or a text. */
  private char plain() throws TomlSyntaxException {
    char c = peek(0);
    if ((c < ' ' && c != '\t') || c == 0x7f) {
      throw wrong("a control character: " + shown());
    }
    at++;
    return c;
  }

  boolean take(String token) {
    if (!text.startsWith(token, at)) {
      return false;
    }
    at += token.length();
    return true;
  }

  void expect(String token, String why) throws TomlSyntaxException {
    if (!take(token)) {
      throw wrong("expected " + token + " " + why + ", found " + shown());
    }
  }

  /** What stands here, for messages. */
  private String shown() {
    if (atEnd()) {
      return "the end of the file";
    }
    char c = peek(0);
    return c == '\n' || c == '\r'
        ? "the end of the line"
        : c < ' ' || c == 0x7f ? String.format("U+%04X", (int) c) : "'" + word() + "'";
  }

  /** The characters up to the next blank or bracket, at least one. */
  private String word() {
    int end = at;
    while (end < text.length() && end - at < 40 && " \t\r\n,]}#=".indexOf(text.charAt(end)) < 0) {
      end++;
    }
    return text.substring(at, Math.min(text.length(), Math.max(end, at + 1)));
  }

  /** One part of a key. */
  String key() throws TomlSyntaxException {
    if (peek(0) == '"' || peek(0) == '\'') {
      return quoted(peek(0));
    }
    int start = at;
    while (isBare(peek(0))) {
      at++;
    }
    if (start == at) {
      throw wrong("expected a key, found " + shown());
    }
    return text.substring(start, at);
  }

  private static boolean isBare(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '_'
        || c == '-';
  }

  /** A value that is neither a list nor a table. */
  TomlValue scalar() throws TomlSyntaxException {
    int start = line;
    if (take("\"\"\"")) {
      return new TomlValue.Text(lines("\"\"\"", true), start);
    }
    if (take("'''")) {
      return new TomlValue.Text(lines("'''", false), start);
    }
    if (peek(0) == '"' || peek(0) == '\'') {
      return new TomlValue.Text(quoted(peek(0)), start);
    }
    return unquoted(word());
  }

  private TomlValue unquoted(String word) throws TomlSyntaxException {
    TomlValue value;
    if (word.equals("true") || word.equals("false")) {
      value = new TomlValue.Flag(word.equals("true"), line);
    } else if (word.matches("[+-]?(0|[1-9](_?[0-9])*)") && word.length() <= 18) {
      value = new TomlValue.Whole(Long.parseLong(word.replace("_", "")), line);
    } else if (word.matches("[0-9]{4}-[0-9]{2}-[0-9]{2}")) {
      value = day(word);
    } else {
      throw wrong(
          shown()
              + " is no value of a policy file: texts stand in quotes, numbers are whole and"
              + " decimal, dates are YYYY-MM-DD");
    }
    at += word.length();
    if (value instanceof TomlValue.Day && peek(0) == ' ' && Character.isDigit(peek(1))) {
      throw wrong("a date stands here without a time");
    }
    return value;
  }

  private TomlValue day(String word) throws TomlSyntaxException {
    try {
      return new TomlValue.Day(LocalDate.parse(word), line);
    } catch (DateTimeException e) {
      throw wrong("there is no day " + word);
    }
  }

  private String quoted(char quote) throws TomlSyntaxException {
    StringBuilder out = new StringBuilder();
    at++;
    while (peek(0) != quote || atEnd()) {
      if (atEnd() || peek(0) == '\n' || peek(0) == '\r') {
        throw wrong("a text is not closed with " + quote + " on its line");
      }
      if (quote == '"' && peek(0) == '\\') {
        escape(out);
      } else {
        out.append(plain());
      }
    }
    at++;
    return out.toString();
  }

  /** The text of several lines up to {@code close}; one or two quotes may stand before that. */
  private String lines(String close, boolean escapes) throws TomlSyntaxException {
    int start = line;
    StringBuilder out = new StringBuilder();
    takeLineEnd();
    while (!text.startsWith(close, at)) {
      if (atEnd()) {
        throw new TomlSyntaxException(start, "a text is not closed with " + close);
      }
      if (takeLineEnd()) {
        out.append('\n');
      } else if (escapes && peek(0) == '\\') {
        escapeOrJoin(out);
      } else {
        out.append(plain());
      }
    }
    int quotes = 3;
    while (quotes < 5 && peek(quotes) == close.charAt(0)) {
      quotes++;
    }
    out.append(close, 0, quotes - 3);
    at += quotes;
    return out.toString();
  }

  /** A backslash at the end of a line joins it with the next text. */
  private void escapeOrJoin(StringBuilder out) throws TomlSyntaxException {
    int backslash = at;
    at++;
    skipBlanks();
    if (!takeLineEnd()) {
      at = backslash;
      escape(out);
      return;
    }
    do {
      skipBlanks();
    } while (takeLineEnd());
  }

  private void escape(StringBuilder out) throws TomlSyntaxException {
    char c = peek(1);
    int simple = "btnfr\"\\".indexOf(c);
    if (simple >= 0) {
      out.append("\b\t\n\f\r\"\\".charAt(simple));
      at += 2;
      return;
    }
    int digits = c == 'u' ? 4 : c == 'U' ? 8 : 0;
    String hex =
        text.substring(Math.min(at + 2, text.length()), Math.min(at + 2 + digits, text.length()));
    if (digits == 0 || !hex.matches("[0-9A-Fa-f]{" + digits + "}")) {
      throw wrong("no escape of TOML: " + shown() + "; write \\\\ for a backslash, or use '…'");
    }
    long code = Long.parseLong(hex, 16);
    if (code > Character.MAX_CODE_POINT || (code >= 0xd800 && code <= 0xdfff)) {
      throw wrong("no character has the number " + hex);
    }
    out.appendCodePoint((int) code);
    at += 2 + digits;
  }
}
