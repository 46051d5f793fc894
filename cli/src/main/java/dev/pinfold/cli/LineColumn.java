package dev.pinfold.cli;

/**
 * A place in a text as editors show it.
 *
 * @param line from 1
 * @param column from 1, in Unicode code points
 */
record LineColumn(int line, int column) {
  /** The place of the UTF-16 unit at {@code offset}. */
  static LineColumn of(String text, int offset) {
    int at = Math.min(offset, text.length());
    int start = text.lastIndexOf('\n', at - 1) + 1;
    int line = 1 + (int) text.substring(0, start).chars().filter(c -> c == '\n').count();
    return new LineColumn(line, 1 + text.codePointCount(start, at));
  }

  @Override
  public String toString() {
    return line + ":" + column;
  }
}
