package dev.pinfold.process;

import dev.pinfold.linux.DiskSpace;
import dev.pinfold.linux.Errno;
import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.Fd;
import dev.pinfold.linux.FileStatus;
import dev.pinfold.linux.Openat2;
import dev.pinfold.sandbox.Limits;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The free disk space that a run has to leave, on each file system that it writes to.
 *
 * <p>Thread contract: one thread looks; it must not be closed meanwhile.
 */
public final class DiskFloor implements AutoCloseable {
  /**
   * Of a small file system (a memory disk, a little partition) the default floor is a tenth: with 2
   * GiB nothing could ever run there.
   */
  private static final int SMALL_SHARE = 10;

  private final List<Watched> watched;

  private record Watched(String path, Fd fd, long floorBytes) {}

  private DiskFloor(List<Watched> watched) {
    this.watched = watched;
  }

  /**
   * Too little free space.
   *
   * @param path one of the folders on the file system
   * @param freeBytes what is free there
   * @param floorBytes what has to stay free
   */
  public record Low(String path, long freeBytes, long floorBytes) {}

  /** Watches nothing. */
  public static DiskFloor none() {
    return new DiskFloor(List.of());
  }

  /**
   * Looks at the file systems of {@code folders}. One that does not tell its size is not watched.
   *
   * @param floor what has to stay free, 0 for nothing; empty for the default
   * @throws DiskFullException when that much is not free now
   */
  public static DiskFloor of(List<String> folders, OptionalLong floor)
      throws DiskFullException, ErrnoException {
    DiskFloor made = new DiskFloor(new ArrayList<>());
    if (floor.orElse(1) != 0) {
      made.watch(folders, floor);
    }
    Optional<Low> low = made.low();
    if (low.isPresent()) {
      made.close();
      throw new DiskFullException(low.get());
    }
    return made;
  }

  private void watch(List<String> folders, OptionalLong floor) throws ErrnoException {
    Set<Long> devices = new HashSet<>();
    for (String folder : folders) {
      long opened = Openat2.openat2(Openat2.AT_FDCWD, folder, Openat2.O_PATH, 0);
      if (opened == -Errno.ENOENT) {
        continue; // a grant that names nothing: the pen says so
      }
      Fd fd = Fd.own(Errno.check("open(" + folder + ")", opened));
      long total = DiskSpace.of(fd).totalBytes();
      if (total > 0 && devices.add(FileStatus.of(fd).device())) {
        long least = Math.min(Limits.DEFAULT_FREE_DISK, total / SMALL_SHARE);
        watched.add(new Watched(folder, fd, floor.orElse(least)));
      } else {
        fd.close();
      }
    }
  }

  /** The first file system that has too little left now. */
  public Optional<Low> low() throws ErrnoException {
    for (Watched one : watched) {
      long free = DiskSpace.of(one.fd).freeBytes();
      if (free < one.floorBytes) {
        return Optional.of(new Low(one.path, free, one.floorBytes));
      }
    }
    return Optional.empty();
  }

  /** Whether there is anything to look at. */
  boolean isWatching() {
    return !watched.isEmpty();
  }

  @Override
  public void close() {
    watched.forEach(one -> one.fd.close());
  }
}
