package dev.pinfold.workspace;

/**
 * What to search for.
 *
 * @param pattern a regular expression in RE2's syntax; taken as plain text where it is none
 * @param path a folder or a file
 * @param literal whether the pattern is plain text
 * @param ignoreCase whether upper and lower case are the same
 * @param files a glob for the names of files ({@code *.java}), or for paths below {@code path} when
 *     it has a slash; empty for all
 * @param context lines shown before and after each match
 */
public record SearchQuery(
    String pattern, String path, boolean literal, boolean ignoreCase, String files, int context) {
  /** A regular expression in the whole workspace, two lines around each match. */
  public static SearchQuery of(String pattern) {
    return new SearchQuery(pattern, ".", false, false, "", 2);
  }

  /** In another folder or file. */
  public SearchQuery withPath(String other) {
    return new SearchQuery(pattern, other, literal, ignoreCase, files, context);
  }

  /** As plain text, or not. */
  public SearchQuery withLiteral(boolean other) {
    return new SearchQuery(pattern, path, other, ignoreCase, files, context);
  }

  /** In any case, or not. */
  public SearchQuery withIgnoreCase(boolean other) {
    return new SearchQuery(pattern, path, literal, other, files, context);
  }

  /** In files of these names only. */
  public SearchQuery withFiles(String glob) {
    return new SearchQuery(pattern, path, literal, ignoreCase, glob, context);
  }

  /** With more or fewer lines around. */
  public SearchQuery withContext(int lines) {
    return new SearchQuery(pattern, path, literal, ignoreCase, files, lines);
  }
}
