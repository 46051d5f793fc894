package dev.pinfold.cli;

/**
 * Text made safe to show: what a terminal would obey, or a reader would not see, is shown as an
 * escape. Otherwise a command could erase or forge what is said about it.
 */
final class Printable {
  private Printable() {}

  /** On one line: line feeds are escaped too. */
  static String line(String text) {
    return escape(text, false);
  }

  /** Line feeds stay. */
  static String lines(String text) {
    return escape(text, true);
  }

  private static String escape(String text, boolean keepsLines) {
    var shown = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(
            c -> {
              if ((c == '\n' && keepsLines) || !isHidden(c)) {
                shown.appendCodePoint(c);
              } else {
                shown.append(escape(c));
              }
            });
    return shown.toString();
  }

  private static boolean isHidden(int c) {
    return switch (Character.getType(c)) {
      // Cf has the marks that reverse text (Unicode Technical Report 36, 2.5) and the invisible
      // ones.
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }

  private static String escape(int c) {
    return switch (c) {
      case '\n' -> "\\n";
      case '\t' -> "\\t";
      case '\r' -> "\\r";
      default ->
          c < 0x100
              ? "\\x" + hex(c, 2)
              : isRawByte(c) ? "\\x" + hex(c & 0xff, 2) : "\\u{" + hex(c, 4) + "}";
    };
  }

  private static boolean isRawByte(int c) {
    return c >= 0xdc80 && c <= 0xdcff;
  }

  private static String hex(int c, int digits) {
    String hex = Integer.toHexString(c);
    return "0".repeat(Math.max(0, digits - hex.length())) + hex;
  }
}
