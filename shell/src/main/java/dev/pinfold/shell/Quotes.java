package dev.pinfold.shell;

import dev.pinfold.shell.WordPart.DoubleQuoted;
import dev.pinfold.shell.WordPart.Escaped;
import dev.pinfold.shell.WordPart.SingleQuoted;

/** Quoting (POSIX 2.2). */
final class Quotes {
  private final Grammar grammar;
  private final Cursor cursor;

  Quotes(Grammar grammar) {
    this.grammar = grammar;
    cursor = grammar.cursor;
  }

  /** A backslash outside quotes: quotes any character; at the end of the text it is itself. */
  void escape(Parts parts) {
    int start = cursor.pos();
    if (start + 1 == cursor.text().length()) {
      parts.take();
    } else {
      escaped(parts, start);
    }
  }

  private void escaped(Parts parts, int start) {
    int end = cursor.text().offsetByCodePoints(start + 1, 1);
    String text = cursor.text().substring(start + 1, end);
    cursor.jump(end);
    parts.add(new Escaped(cursor.span(start), text));
  }

  /** A backslash inside double quotes: quotes only the characters that are special there. */
  private void escapeAmong(Parts parts, String special) {
    int start = cursor.pos();
    if (start + 1 < cursor.text().length()
        && special.indexOf(cursor.text().charAt(start + 1)) >= 0) {
      escaped(parts, start);
    } else {
      parts.take();
    }
  }

  SingleQuoted single() {
    int start = cursor.pos();
    int end = cursor.text().indexOf('\'', start + 1);
    if (end < 0) {
      throw grammar.wrong(start, "no closing '");
    }
    cursor.jump(end + 1);
    String text = cursor.text().substring(start + 1, end);
    return new SingleQuoted(cursor.span(start), text);
  }

  /** Double quotes; the cursor stands on the opening one, or on the dollar sign before it. */
  DoubleQuoted twofold(boolean localized) {
    int start = cursor.pos();
    grammar.enter();
    if (localized) {
      cursor.next();
    }
    cursor.next();
    var parts = new Parts(cursor);
    while (!cursor.at('"')) {
      if (cursor.peek() == Cursor.END) {
        throw grammar.wrong(start, "no closing \"");
      }
      quoted(parts, "$`\"\\");
    }
    cursor.next();
    grammar.leave();
    return new DoubleQuoted(cursor.span(start), parts.finish(), localized);
  }

  /**
   * One character inside double quotes or a here-document, or the construct that it begins.
   *
   * @param special what a backslash quotes
   */
  void quoted(Parts parts, String special) {
    switch (cursor.peek()) {
      case '\\' -> escapeAmong(parts, special);
      case '$' -> grammar.dollars.read(parts, true);
      case '`' -> parts.add(grammar.dollars.backquoted(special.indexOf('"') >= 0));
      default -> parts.take();
    }
  }

  /**
   * One item of a text that is expanded as if in double quotes, but may hold quotes itself:
   * arithmetic, or an operand inside double quotes.
   *
   * <p>Single quotes hide the end of the construct from bash, yet what is between them is expanded.
   *
   * @param ansi whether {@code $'…'} is special
   */
  void quotedInside(Parts parts, boolean ansi) {
    if (cursor.at('"')) {
      parts.add(twofold(false));
    } else if (ansi && grammar.bash() && cursor.at('$', '\'')) {
      parts.add(grammar.dollars.ansi());
    } else if (grammar.bash() && cursor.at('\'')) {
      hidden(parts);
    } else {
      quoted(parts, "$`\"\\}");
    }
  }

  private void hidden(Parts parts) {
    int start = cursor.pos();
    parts.take();
    while (!cursor.at('\'')) {
      if (cursor.peek() == Cursor.END) {
        throw grammar.wrong(start, "no closing '");
      }
      quoted(parts, "$`\"\\");
    }
    parts.take();
  }
}
