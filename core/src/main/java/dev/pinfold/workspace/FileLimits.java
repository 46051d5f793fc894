package dev.pinfold.workspace;

import java.time.Duration;

/**
 * How much the file tools read, write and find. What goes beyond is told, never cut in silence.
 *
 * @param contentBytes of a file's content that is read, written or edited at once
 * @param scanBytes how far into a file a range of lines is looked for
 * @param entries listed at the most
 * @param matches found at the most
 * @param searchedFileBytes larger files are not searched
 * @param lineChars of a line that a match shows
 * @param visited names that a search or a recursive listing looks at
 * @param time of a search
 */
public record FileLimits(
    int contentBytes,
    long scanBytes,
    int entries,
    int matches,
    int searchedFileBytes,
    int lineChars,
    int visited,
    Duration time) {
  /**
   * A megabyte is more text than a model's window holds; 500 entries and 100 matches are what it
   * can choose from; generated files of more than two megabytes and lines of more than 300
   * characters are nothing that somebody wrote by hand. 200,000 names are visited in about a
   * second, and ten seconds are what a model can be kept waiting.
   */
  public static final FileLimits DEFAULT =
      new FileLimits(1 << 20, 64 << 20, 500, 100, 2_000_000, 300, 200_000, Duration.ofSeconds(10));

  /** Checks that all are positive. */
  public FileLimits {
    positive("contentBytes", contentBytes);
    positive("scanBytes", scanBytes);
    positive("entries", entries);
    positive("matches", matches);
    positive("searchedFileBytes", searchedFileBytes);
    positive("lineChars", lineChars);
    positive("visited", visited);
    positive("time", time.toMillis());
  }

  private static void positive(String name, long value) {
    if (value <= 0) {
      throw new IllegalArgumentException("the limit " + name + " must be positive: " + value);
    }
  }
}
