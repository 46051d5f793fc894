package dev.pinfold.cli;

import dev.pinfold.shell.Span;

/** Text with some of its words underlined by a line of {@code ^}. */
final class Underlined {
  private static final String INDENT = "  ";

  /** More lines of a span than these tell nothing more. */
  private static final int MAX_LINES = 5;

  /**
   * As much of a long line is shown before and after its underlined words; a terminal may have 80
   * columns.
   */
  private static final int MAX_AROUND_CHARS = 60;

  private Underlined() {}

  /** The lines of {@code text} that {@code span} touches, each followed by its underline. */
  static String words(String text, Span span) {
    var shown = new StringBuilder();
    int lines = 0;
    for (int start = 0;
        start <= span.end() && lines < MAX_LINES;
        start = endOfLine(text, start) + 1) {
      int end = endOfLine(text, start);
      int from = Math.max(span.start(), start);
      int to = Math.min(span.end(), end);
      if (from < to || (from == to && span.start() == span.end())) {
        appendLine(shown, text, new Span(start, end), new Span(from, to));
        lines++;
      }
    }
    return shown.toString();
  }

  private static int endOfLine(String text, int start) {
    int feed = text.indexOf('\n', start);
    return feed < 0 ? text.length() : feed;
  }

  private static void appendLine(StringBuilder shown, String text, Span line, Span words) {
    int from = Math.max(line.start(), words.start() - MAX_AROUND_CHARS);
    int to = Math.min(line.end(), words.end() + MAX_AROUND_CHARS);
    String before =
        (from > line.start() ? "…" : "") + Printable.line(text.substring(from, words.start()));
    String marked = Printable.line(text.substring(words.start(), words.end()));
    String after = Printable.line(text.substring(words.end(), to)) + (to < line.end() ? "…" : "");
    shown.append(INDENT).append(before).append(marked).append(after).append('\n');
    shown
        .append(INDENT)
        .repeat(" ", columns(before))
        .repeat("^", Math.max(1, columns(marked)))
        .append('\n');
  }

  /**
   * How wide a terminal shows it: Unicode Standard Annex 11 for what people write, not for every
   * character.
   */
  private static int columns(String text) {
    return text.codePoints().map(Underlined::columns).sum();
  }

  private static int columns(int c) {
    int type = Character.getType(c);
    if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) {
      return 0;
    }
    return switch (Character.UnicodeScript.of(c)) {
      case HAN, HIRAGANA, KATAKANA, HANGUL -> 2;
      default -> Character.isEmojiPresentation(c) ? 2 : 1;
    };
  }
}
