package dev.pinfold.workspace;

import dev.pinfold.linux.Directory;
import dev.pinfold.linux.Errno;
import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.Fd;
import dev.pinfold.linux.FileStatus;
import dev.pinfold.linux.Openat2;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * A workspace as the file tools reach it: everything is opened beneath one descriptor of its folder
 * (openat2 with RESOLVE_BENEATH, RESOLVE_NO_MAGICLINKS, RESOLVE_NO_XDEV), and what was opened is
 * what is then used. No path is looked at first and opened later.
 *
 * <p>Links that stay inside are followed on the way to a file and for reading; nothing is ever
 * written through a link that stands in the file's own place.
 */
final class Tree implements AutoCloseable {
  /**
   * The kernel answers EAGAIN when a folder was renamed while it resolved {@code ..}; who renames
   * all the time wins some of these, not all.
   */
  private static final int TRIES = 64;

  private final String workspace;
  private final Directory root;

  private Tree(String workspace, Directory root) {
    this.workspace = workspace;
    this.root = root;
  }

  /** Opens a canonical folder. */
  static Tree open(String workspace) throws ErrnoException {
    return new Tree(workspace, Directory.openOnOneMount(workspace));
  }

  WorkspacePath path(String given) throws FileToolException {
    return WorkspacePath.parse(workspace, given);
  }

  /** Opens a regular file for reading; never waits, whatever stands there. */
  Fd file(WorkspacePath path, String doing) throws FileToolException, ErrnoException {
    long opened = openInside(path.shown(), Openat2.O_RDONLY);
    if (opened < 0) {
      throw FileToolException.of(doing, (int) -opened, FileErrorCode.FILE_NOT_FOUND);
    }
    Fd fd = Fd.own(opened);
    FileStatus status = FileStatus.of(fd);
    if (!status.isRegular()) {
      fd.close();
      throw notAFile(doing, status);
    }
    return fd;
  }

  private long openInside(String path, int flags) {
    long opened = -Errno.EAGAIN;
    for (int i = 0; i < TRIES && opened == -Errno.EAGAIN; i++) {
      opened = root.openInside(path, flags);
    }
    return opened;
  }

  static FileToolException notAFile(String doing, FileStatus status) {
    return new FileToolException(
        FileErrorCode.NOT_A_FILE,
        doing + ": it is " + kind(status),
        status.isDirectory() ? "list it, or name a file in it" : "");
  }

  static String kind(FileStatus status) {
    if (status.isDirectory()) {
      return "a folder";
    }
    if (status.isLink()) {
      return "a link";
    }
    return status.isRegular() ? "a file" : "a device, a named pipe or a socket";
  }

  /** Opens a folder. */
  Directory folder(WorkspacePath path, String doing) throws FileToolException {
    try {
      Directory plain = root.belowOrNull(path.text());
      return plain == null ? inside(path.text()) : plain;
    } catch (ErrnoException failed) {
      throw FileToolException.of(doing, failed.errno(), FileErrorCode.DIRECTORY_NOT_FOUND);
    }
  }

  private Directory inside(String path) throws ErrnoException {
    for (int i = 1; ; i++) {
      try {
        return root.inside(path);
      } catch (ErrnoException failed) {
        if (failed.errno() != Errno.EAGAIN || i == TRIES) {
          throw failed;
        }
      }
    }
  }

  /**
   * The place of a name: its folder, opened, and where that really is.
   *
   * @param parents whether folders on the way may be missing; {@link Place#make} makes them
   */
  Place place(WorkspacePath path, boolean parents, String doing) throws FileToolException {
    if (path.isRoot()) {
      throw new FileToolException(
          FileErrorCode.INVALID_ARGUMENT, doing + ": it is the workspace itself", "");
    }
    Deque<String> missing = new ArrayDeque<>();
    WorkspacePath folder = new WorkspacePath(path.folder());
    while (true) {
      Place place = place(folder, missing, path.name(), parents, doing);
      if (place != null) {
        return place;
      }
      missing.addFirst(folder.name());
      folder = new WorkspacePath(folder.folder());
    }
  }

  /** Null when the folder is missing, and may be. */
  private @Nullable Place place(
      WorkspacePath folder, Deque<String> missing, String name, boolean parents, String doing)
      throws FileToolException {
    try {
      Directory plain = root.belowOrNull(folder.text());
      if (plain != null) {
        return new Place(plain, folder.text(), missing, name);
      }
      Directory open = inside(folder.text());
      return new Place(open, realPath(open, doing), missing, name);
    } catch (ErrnoException failed) {
      if (failed.errno() == Errno.ENOENT && parents && !folder.isRoot()) {
        return null;
      }
      throw FileToolException.of(doing, failed.errno(), FileErrorCode.DIRECTORY_NOT_FOUND);
    }
  }

  /** Where a folder that was reached by links really is, relative to the workspace. */
  private String realPath(Directory folder, String doing) throws ErrnoException, FileToolException {
    String real = folder.path();
    String top = root.path();
    if (real.equals(top)) {
      return "";
    }
    if (!real.startsWith(top + "/")) {
      folder.close();
      throw FileToolException.of(doing, Errno.EXDEV, FileErrorCode.DIRECTORY_NOT_FOUND);
    }
    return real.substring(top.length() + 1);
  }

  @Override
  public void close() {
    root.close();
  }
}
