package dev.pinfold.workspace;

import dev.pinfold.linux.Directory;
import dev.pinfold.linux.Errno;
import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.FileStatus;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Where a file stands or will stand: an open folder, and a name in it. What is then done to the
 * name is done in that very folder, wherever somebody may have moved it since.
 */
final class Place implements AutoCloseable {
  /** What mkdir(1) uses; the umask takes away. */
  private static final int FOLDER_MODE = 0777;

  private final Deque<String> missing;
  private final String path;
  private final String name;
  private Directory folder;

  /**
   * Takes the folder over.
   *
   * @param real where it is, relative to the workspace
   * @param missing folders below it that are yet to be made
   */
  Place(Directory folder, String real, Deque<String> missing, String name) {
    this.folder = folder;
    this.missing = missing;
    this.name = name;
    String way = real;
    for (String one : missing) {
      way = WorkspacePath.join(way, one);
    }
    path = WorkspacePath.join(way, name);
  }

  /** Relative to the workspace; all links on the way resolved, but not the name itself. */
  String path() {
    return path;
  }

  String name() {
    return name;
  }

  /** Only after {@link #make} when folders were missing. */
  Directory folder() {
    return folder;
  }

  /** What stands there, a link itself; null when nothing does. */
  @Nullable FileStatus status() throws ErrnoException {
    return missing.isEmpty() ? folder.status(name) : null;
  }

  /** Makes the missing folders. */
  void make(String doing) throws FileToolException {
    while (!missing.isEmpty()) {
      String next = missing.removeFirst();
      long made = folder.mkdir(next, FOLDER_MODE);
      if (made < 0 && made != -Errno.EEXIST) {
        throw FileToolException.of(
            doing + " (making " + next + ")", (int) -made, FileErrorCode.DIRECTORY_NOT_FOUND);
      }
      enter(next, doing);
    }
  }

  private void enter(String next, String doing) throws FileToolException {
    try {
      Directory deeper = folder.below(next);
      folder.close();
      folder = deeper;
    } catch (ErrnoException failed) {
      throw FileToolException.of(
          doing + " (entering " + next + ")", failed.errno(), FileErrorCode.DIRECTORY_NOT_FOUND);
    }
  }

  @Override
  public void close() {
    folder.close();
  }
}
