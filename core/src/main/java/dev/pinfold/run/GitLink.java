package dev.pinfold.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The file {@code .git} of a workspace whose git directory lies elsewhere. It is the run's to
 * change, so it opens nothing by itself: whoever follows it must see that what it names names the
 * workspace in turn, in a file that no run can write.
 */
final class GitLink {
  private static final String PREFIX = "gitdir: ";

  /** A path with its end of line; git's own limit is PATH_MAX. */
  private static final int MOST_BYTES = 4200;

  private GitLink() {}

  /** The canonical folder that it leads to; empty when it is none, or leads into the workspace. */
  static Optional<Path> target(String workspace) {
    try {
      String text = content(Path.of(workspace, ".git"));
      if (!text.startsWith(PREFIX)) {
        return Optional.empty();
      }
      Path target = Path.of(workspace).resolve(text.substring(PREFIX.length())).toRealPath();
      return target.startsWith(workspace) ? Optional.empty() : Optional.of(target);
    } catch (IOException _) {
      // No such file, or it leads nowhere: git itself will say so.
      return Optional.empty();
    }
  }

  /** The one line of a small ordinary file. */
  static String content(Path file) throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || Files.size(file) > MOST_BYTES) {
      throw new IOException("no link of git's: " + file);
    }
    return Files.readString(file).strip();
  }

  /** Whether a folder has what git looks for, none of it by a link. */
  static boolean isRepository(Path folder) {
    return Files.isRegularFile(folder.resolve("HEAD"), LinkOption.NOFOLLOW_LINKS)
        && Files.isDirectory(folder.resolve("objects"), LinkOption.NOFOLLOW_LINKS)
        && Files.isDirectory(folder.resolve("refs"), LinkOption.NOFOLLOW_LINKS);
  }
}
