package dev.pinfold.workspace;

import java.time.Instant;

/**
 * What is known of a name, without opening what it stands for.
 *
 * @param path relative to the workspace
 * @param kind what it stands for
 * @param sizeBytes its size
 * @param mode its permissions: the lower twelve bits of st_mode
 * @param modified when its content was last changed
 * @param target where a link leads; empty for everything else
 */
public record FileFacts(
    String path, FileListing.Kind kind, long sizeBytes, int mode, Instant modified, String target)
    implements FileAnswer.Told {
  @Override
  public String text() {
    String what =
        switch (kind) {
          case FILE -> "file, " + sizeBytes + " bytes";
          case FOLDER -> "folder";
          case LINK -> "link to " + target;
          case OTHER -> "device, named pipe or socket";
        };
    return path
        + ": "
        + what
        + ", permissions "
        + Integer.toOctalString(mode)
        + ", changed "
        + modified;
  }
}
