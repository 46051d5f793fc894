package dev.pinfold.shell;

/**
 * A range of the source text, in UTF-16 code units: {@code start} inclusive, {@code end} exclusive.
 *
 * @param start offset of the first unit, at least 0
 * @param end offset after the last unit, at least {@code start}
 */
public record Span(int start, int end) {
  /** Checks {@code 0 <= start <= end}. */
  public Span {
    if (start < 0 || end < start) {
      throw new IllegalArgumentException("span " + start + ".." + end);
    }
  }
}
