package dev.pinfold.shell;

import org.jspecify.annotations.Nullable;

/**
 * A place in a source text.
 *
 * <p>Between calls it never stands on a line continuation (backslash, newline), so that the grammar
 * doesn't know of them; the raw methods see the text as it is, for quotes and comments.
 */
final class Cursor {
  static final int END = -1;

  private final String text;
  private final int @Nullable [] origin;
  private final Budget budget;
  private int pos;
  private int lastEnd;

  /**
   * Starts at the beginning of a text.
   *
   * @param origin for text that was derived from another (the inside of backquotes): where each
   *     unit, and the end, stood in the outermost text
   */
  Cursor(String text, int @Nullable [] origin, Budget budget) {
    this.text = text;
    this.origin = origin;
    this.budget = budget;
    pos = skipContinuations(0);
  }

  int peek() {
    return pos < text.length() ? text.charAt(pos) : END;
  }

  /** The character after the one at the cursor. */
  int peekSecond() {
    int next = skipContinuations(pos + 1);
    return next < text.length() ? text.charAt(next) : END;
  }

  boolean at(char c) {
    return peek() == c;
  }

  boolean at(char first, char second) {
    return peek() == first && peekSecond() == second;
  }

  /** Whether the text goes on with these characters. */
  boolean at(String expected) {
    return end(expected) >= 0;
  }

  /** Consumes these characters if the text goes on with them. */
  boolean take(String expected) {
    int end = end(expected);
    if (end < 0) {
      return false;
    }
    jump(end);
    return true;
  }

  /**
   * The offset after these characters and what continues their line; -1 if the text does not go on
   * with them.
   */
  int after(String expected) {
    int end = end(expected);
    return end < 0 ? end : skipContinuations(end);
  }

  private int end(String expected) {
    int i = pos;
    for (int k = 0; k < expected.length(); k++) {
      i = k == 0 ? i : skipContinuations(i);
      if (i >= text.length() || text.charAt(i) != expected.charAt(k)) {
        return -1;
      }
      i++;
    }
    return i;
  }

  void next() {
    jump(pos + 1);
  }

  /** Goes on at a raw offset, after the text up to it was looked at. */
  void jump(int to) {
    budget.step(Math.abs(to - pos));
    moveTo(to);
  }

  /**
   * Goes on at a raw offset: back to where a guess began, or on to where a known construct ends.
   */
  void moveTo(int to) {
    budget.step(1);
    lastEnd = to;
    pos = skipContinuations(to);
  }

  /** The offset of the cursor. */
  int pos() {
    return pos;
  }

  /** The offset after the last consumed character, before any line continuation. */
  int lastEnd() {
    return lastEnd;
  }

  /** The text itself, for raw reading. */
  String text() {
    return text;
  }

  /** The raw offset after any line continuations at an offset. */
  int skipContinuations(int from) {
    int i = from;
    while (i + 1 < text.length() && text.charAt(i) == '\\' && text.charAt(i + 1) == '\n') {
      i += 2;
      budget.step(2);
    }
    return i;
  }

  /** The range from an offset to the last consumed character, in the outermost text. */
  Span span(int start) {
    return span(start, Math.max(start, lastEnd));
  }

  Span span(int start, int end) {
    if (origin == null) {
      return new Span(start, end);
    }
    return new Span(origin[start], end > start ? origin[end - 1] + 1 : origin[start]);
  }

  /** Where a unit of this text stood in the outermost text. */
  int origin(int offset) {
    return origin == null ? offset : origin[offset];
  }
}
