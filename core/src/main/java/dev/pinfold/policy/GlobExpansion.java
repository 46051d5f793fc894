package dev.pinfold.policy;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Expands the unquoted pathname patterns of an allowed vector below the workspace (POSIX XCU 2.14),
 * for the profiles that execute vectors without a shell. The result must be judged again: a file
 * may be called {@code -o}.
 *
 * <p>Links are not followed into directories; a leading dot is matched only by a dot; names are in
 * code-unit order; a pattern that matches nothing stays as it is.
 */
public final class GlobExpansion {
  /** More names than this are an error of the pattern's author, and of use to nobody. */
  public static final int MAX_NAMES = 10_000;

  private final Path cwd;

  /**
   * Creates an expansion.
   *
   * @param cwd the directory that relative patterns start from
   */
  public GlobExpansion(Path cwd) {
    this.cwd = cwd;
  }

  /**
   * Returns the exact arguments of {@code command}, with every pattern replaced by the names that
   * it matches.
   *
   * @throws IOException when a directory can't be read, or a pattern matches more than {@link
   *     #MAX_NAMES} names
   * @throws IllegalArgumentException when a word is unknown, which an allowed vector has not
   */
  public List<String> expand(Vector command) throws IOException {
    List<String> words = new ArrayList<>();
    for (Argument word : command.words()) {
      if (word.isUnknown()) {
        throw new IllegalArgumentException("an unknown word: " + word.display());
      }
      if (word.isPattern()) {
        List<String> names = matches(word.value());
        words.addAll(names.isEmpty() ? List.of(Marks.plain(word.value())) : names);
      } else {
        words.add(word.value());
      }
    }
    return words;
  }

  private List<String> matches(String pattern) throws IOException {
    List<String> found = new ArrayList<>();
    found.add(pattern.startsWith("/") ? "/" : "");
    for (String part : pattern.split("/+", -1)) {
      if (!part.isEmpty()) {
        found = Marks.pattern(part) ? children(found, part) : append(found, part);
      }
    }
    return found.stream()
        .map(
            path ->
                path.length() > 1 && path.endsWith("/")
                    ? path.substring(0, path.length() - 1)
                    : path)
        .sorted()
        .toList();
  }

  private List<String> append(List<String> directories, String name) {
    List<String> paths = new ArrayList<>();
    for (String directory : directories) {
      String path = directory + name;
      if (Files.exists(cwd.resolve(path), LinkOption.NOFOLLOW_LINKS)) {
        paths.add(path + "/");
      }
    }
    return paths;
  }

  private List<String> children(List<String> directories, String pattern) throws IOException {
    List<String> paths = new ArrayList<>();
    for (String directory : directories) {
      Path folder = cwd.resolve(directory.isEmpty() ? "." : directory);
      if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
        continue;
      }
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
        for (Path entry : entries) {
          String name = String.valueOf(entry.getFileName());
          boolean hidden = name.startsWith(".") && !pattern.startsWith(".");
          if (!hidden && GlobText.markedMatches(pattern, name)) {
            paths.add(directory + name + "/");
          }
          if (paths.size() > MAX_NAMES) {
            throw new IOException(
                "the pattern "
                    + Marks.plain(pattern)
                    + " matches more than "
                    + MAX_NAMES
                    + " names");
          }
        }
      }
    }
    return paths;
  }
}
