package dev.pinfold.workspace;

import dev.pinfold.linux.Directory;
import dev.pinfold.linux.Errno;
import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.Fd;
import dev.pinfold.linux.FileStatus;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Gives a file a new content in one step: a new file beside it, with its permissions, is renamed
 * over it. Whoever has the former one open, or knows it by another hard link, keeps it. Extended
 * attributes and access lists are not carried over.
 */
final class Replacement {
  private static final int PERMISSIONS = 0777;
  private static final int GROUP = 0070;

  private Replacement() {}

  /**
   * Replaces {@code former}, which stands at {@code place}.
   *
   * @throws FileToolException when it could not be done; the former content is still there
   */
  static void put(Place place, FileStatus former, byte[] content, String doing)
      throws FileToolException, ErrnoException {
    Directory folder = place.folder();
    // Only unique: a name that somebody has already fails.
    String temporary = ".pinfold-" + Long.toHexString(ThreadLocalRandom.current().nextLong());
    boolean done = false;
    try (Fd fd = Fd.own(check(doing, folder.createFile(temporary)))) {
      try {
        check(doing, fd.write(content));
        check(doing, fd.chmod(owned(fd, former)));
        checkUnchanged(place, former, doing);
        check(doing, folder.rename(temporary, folder, place.name(), 0));
        done = true;
      } finally {
        if (!done) {
          folder.unlink(temporary);
        }
      }
    }
  }

  /** Who wrote between our look and now is not to lose that. */
  private static void checkUnchanged(Place place, FileStatus former, String doing)
      throws FileToolException, ErrnoException {
    FileStatus now = place.status();
    if (now == null
        || !now.isSameInode(former)
        || now.size() != former.size()
        || now.modifiedNanos() != former.modifiedNanos()) {
      throw new FileToolException(
          FileErrorCode.FILE_CHANGED,
          doing + ": somebody else changed it at this moment",
          "read it again first");
    }
  }

  /** Gives the new file the former one's owner, as far as the user may; the permissions for it. */
  private static int owned(Fd fd, FileStatus former) throws ErrnoException {
    FileStatus fresh = FileStatus.of(fd);
    int mode = former.mode() & PERMISSIONS;
    if (fresh.owner() != former.owner() && fd.chown(former.owner(), former.group()) >= 0) {
      return mode;
    }
    if (fresh.group() != former.group() && fd.chown(-1, former.group()) < 0) {
      // What its group could do another one should not be able to.
      return mode & ~GROUP;
    }
    return mode;
  }

  static long check(String doing, long result) throws FileToolException {
    if (result == -Errno.ENOSPC || result == -Errno.EIO) {
      throw new FileToolException(
          FileErrorCode.WRITE_ERROR,
          doing + ": " + (result == -Errno.EIO ? "the disk failed (EIO)" : "the disk is full"),
          "");
    }
    if (result < 0) {
      FileToolException failed =
          FileToolException.of(doing, (int) -result, FileErrorCode.FILE_NOT_FOUND);
      throw failed.error().code() == FileErrorCode.READ_ERROR
          ? new FileToolException(
              FileErrorCode.WRITE_ERROR, failed.error().message(), failed.error().hint())
          : failed;
    }
    return result;
  }
}
