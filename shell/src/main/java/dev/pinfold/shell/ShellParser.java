package dev.pinfold.shell;

import dev.pinfold.shell.ParseResult.Parsed;
import dev.pinfold.shell.ParseResult.TooLarge;
import dev.pinfold.shell.ParseResult.Wrong;

/**
 * Parses shell text. Linear in the length of the text; never throws for any text; thread-safe.
 *
 * <p>Aliases are not expanded and no variable is read: the tree is the text's alone. Bytes that are
 * no UTF-8 are expected as lone surrogates U+DC80..U+DCFF and are ordinary characters.
 */
public final class ShellParser {
  /**
   * Longest text, in UTF-16 units: 1 MiB, eight times the longest argument that Linux passes to a
   * program.
   */
  public static final int MAX_LENGTH = 1 << 20;

  /**
   * Deepest nesting of constructs: far above what people write, and far below a 512 KiB stack
   * (tested).
   */
  public static final int MAX_DEPTH = 100;

  private ShellParser() {}

  /** Parses a whole text. */
  public static ParseResult parse(String text, Dialect dialect) {
    return parse(text, dialect, new Budget());
  }

  static ParseResult parse(String text, Dialect dialect, Budget budget) {
    if (text.length() > MAX_LENGTH) {
      Span span = new Span(MAX_LENGTH, text.length());
      return new TooLarge(span, "the text is longer than " + MAX_LENGTH + " characters");
    }
    int nul = text.indexOf('\0');
    if (nul >= 0) {
      return new Wrong(new Span(nul, nul + 1), "a NUL character can't be part of a command");
    }
    try {
      return new Parsed(new Grammar(text, null, dialect, budget).statements.script());
    } catch (SyntaxFailure e) {
      return e.failure();
    }
  }
}
