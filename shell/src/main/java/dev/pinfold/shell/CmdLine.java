package dev.pinfold.shell;

import dev.pinfold.shell.Field.Piece.Hole;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Reads command lines of {@code cmd.exe} (Microsoft, "cmd" reference: carets, quotes, {@code
 * %variables%}, {@code &}, {@code &&}, {@code |}, {@code ||}, parentheses, redirection, {@code @},
 * {@code if}).
 *
 * <p>Linear, never throws for any text. Variables are unknown. {@code for}, labels and {@code goto}
 * are not modelled.
 */
public final class CmdLine {
  private final String text;
  private final List<WindowsCommand> commands = new ArrayList<>();
  private int pos;
  private int depth;
  private boolean piped;

  private List<Field> words = new ArrayList<>();
  private List<Field> outputs = new ArrayList<>();
  private List<Field> inputs = new ArrayList<>();
  private int start;

  private CmdLine(String text) {
    this.text = text;
  }

  /** Reads a whole text. */
  public static WindowsLine parse(String text) {
    try {
      UnknownLine.check(text);
      var line = new CmdLine(text);
      line.read();
      return new WindowsLine.Commands(line.commands);
    } catch (UnknownLine e) {
      return e.unknown();
    }
  }

  private void read() {
    begin();
    while (pos < text.length()) {
      token();
    }
    end();
    if (depth > 0) {
      throw unknown(text.length(), "no closing )");
    }
  }

  private void token() {
    char c = text.charAt(pos);
    switch (c) {
      case ' ', '\t' -> pos++;
      case '\r', '\n' -> separate(1, false);
      case '&' -> separate(next('&') ? 2 : 1, false);
      case '|' -> separate(next('|') ? 2 : 1, !next('|'));
      case '(' -> open();
      case ')' -> close();
      case '>', '<' -> redirect();
      case '@' -> {
        if (words.isEmpty()) {
          pos++;
        } else {
          word();
        }
      }
      default -> word();
    }
  }

  private boolean next(char expected) {
    return pos + 1 < text.length() && text.charAt(pos + 1) == expected;
  }

  private void separate(int length, boolean pipe) {
    end();
    pos += length;
    piped = pipe;
    begin();
  }

  /** A parenthesis groups only where a command may begin; else it is part of a word. */
  private void open() {
    if (!words.isEmpty()) {
      word();
      return;
    }
    depth++;
    boolean pipe = piped;
    pos++;
    begin();
    piped = pipe;
  }

  private void close() {
    if (depth == 0) {
      word();
      return;
    }
    depth--;
    end();
    pos++;
    begin();
  }

  private void begin() {
    start = pos;
    words = new ArrayList<>();
    outputs = new ArrayList<>();
    inputs = new ArrayList<>();
  }

  private void end() {
    if (!words.isEmpty() || !outputs.isEmpty() || !inputs.isEmpty()) {
      Span span = new Span(start, pos);
      commands.add(new WindowsCommand(span, words, outputs, inputs, piped, false, List.of()));
    }
    piped = false;
  }

  private void word() {
    int from = pos;
    Field word = read(from);
    words.add(word);
    if (words.size() == 1 && word instanceof Field.Constant constant) {
      keyword(constant.text().toLowerCase(Locale.ROOT), from);
    }
  }

  private void keyword(String name, int from) {
    switch (name) {
      case "if" -> {
        words.clear();
        condition();
      }
      case "else" -> words.clear();
      case "for", "goto" -> throw unknown(from, "\"" + name + "\" is not modelled");
      default -> {
        if (name.startsWith(":") && !name.startsWith("::")) {
          throw unknown(from, "labels are not modelled");
        }
      }
    }
  }

  /** Skips the condition of {@code if}: what follows is a command. */
  private void condition() {
    String word = plainWord();
    while (word.equals("/i") || word.equals("not")) {
      word = plainWord();
    }
    switch (word) {
      case "exist", "defined", "errorlevel", "cmdextversion" -> plainWord();
      default -> {
        if (!word.contains("==")) {
          comparison();
        } else if (word.endsWith("==")) {
          plainWord();
        }
      }
    }
    start = pos;
  }

  private void comparison() {
    int from = pos;
    switch (plainWord()) {
      case "equ", "neq", "lss", "leq", "gtr", "geq", "==" -> plainWord();
      default -> throw unknown(from, "the condition of \"if\" is not understood");
    }
  }

  /** The next word as it is written, in lower case; empty at the end of the command. */
  private String plainWord() {
    while (pos < text.length() && (text.charAt(pos) == ' ' || text.charAt(pos) == '\t')) {
      pos++;
    }
    int from = pos;
    read(from);
    return text.substring(from, pos).toLowerCase(Locale.ROOT);
  }

  private Field read(int from) {
    var builder = new FieldBuilder(new Span(from, from));
    boolean quoted = false;
    while (pos < text.length() && (quoted || !ends(text.charAt(pos)))) {
      char c = text.charAt(pos);
      if (c == '"') {
        quoted = !quoted;
        builder.quoted("");
        pos++;
      } else if (c == '^' && !quoted) {
        caret(builder);
      } else if (c == '%' || c == '!') {
        variable(builder, c);
      } else {
        character(builder, c);
      }
    }
    return at(new Span(from, pos), builder.single());
  }

  private static Field at(Span span, Field field) {
    return switch (field) {
      case Field.Constant(_, String text, var pattern) -> new Field.Constant(span, text, pattern);
      case Field.Unknown(_, var pieces, boolean many) -> new Field.Unknown(span, pieces, many);
    };
  }

  private boolean ends(char c) {
    return switch (c) {
      case ' ', '\t', '\r', '\n', '&', '|', '<', '>' -> true;
      case ')' -> depth > 0;
      default -> false;
    };
  }

  private void character(FieldBuilder builder, char c) {
    if (c == '*' || c == '?') {
      // Quotes do not keep cmd's programs from matching.
      builder.glob(Character.toString(c));
    } else {
      builder.quoted(Character.toString(c));
    }
    pos++;
  }

  private void caret(FieldBuilder builder) {
    pos++;
    if (pos < text.length() && text.charAt(pos) == '\r') {
      pos++;
    }
    if (pos < text.length()) {
      if (text.charAt(pos) != '\n') {
        builder.quoted(Character.toString(text.charAt(pos)));
      }
      pos++;
    }
  }

  /**
   * {@code %name%}, {@code !name!}, {@code %1}, {@code %*}, {@code %~dp0}; a lone sign is itself.
   */
  private void variable(FieldBuilder builder, char sign) {
    int end = endOfVariable(sign);
    if (end < 0) {
      builder.quoted(Character.toString(sign));
      pos++;
      return;
    }
    builder.hole(new Hole(new Span(pos, end), "the value of " + text.substring(pos, end)), true);
    pos = end;
  }

  private int endOfVariable(char sign) {
    int i = pos + 1;
    if (sign == '%' && i < text.length() && "0123456789*~".indexOf(text.charAt(i)) >= 0) {
      return i + 1;
    }
    while (i < text.length() && "\r\n\"%!&|<> ".indexOf(text.charAt(i)) < 0) {
      i++;
    }
    return i > pos + 1 && i < text.length() && text.charAt(i) == sign ? i + 1 : -1;
  }

  /** A redirection; a digit that is a word of its own right before it is its handle. */
  private void redirect() {
    boolean output = text.charAt(pos) == '>';
    dropHandle();
    pos += output && next('>') ? 2 : 1;
    if (pos < text.length() && text.charAt(pos) == '&') {
      pos++;
      handle();
      return;
    }
    while (pos < text.length() && (text.charAt(pos) == ' ' || text.charAt(pos) == '\t')) {
      pos++;
    }
    int from = pos;
    Field target = read(from);
    if (pos == from) {
      throw unknown(from, "a redirection without a file");
    }
    (output ? outputs : inputs).add(target);
  }

  private void dropHandle() {
    boolean adjacent =
        !words.isEmpty()
            && words.getLast() instanceof Field.Constant constant
            && constant.text().length() == 1
            && Tokens.digit(constant.text().charAt(0))
            && constant.span().end() == pos
            && constant.span().end() - constant.span().start() == 1;
    if (adjacent) {
      words.removeLast();
    }
  }

  private void handle() {
    if (pos >= text.length() || !Tokens.digit(text.charAt(pos))) {
      throw unknown(pos, "a redirection without a handle");
    }
    pos++;
  }

  private UnknownLine unknown(int from, String reason) {
    return new UnknownLine(
        new Span(from, Math.max(from, Math.min(pos + 1, text.length()))), reason);
  }
}
