package dev.pinfold.linux;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * statfs(2): how full a file system is.
 *
 * @param freeBytes what an ordinary user can still write; root's reserve is not counted
 * @param totalBytes its size; 0 where a file system does not tell (some that are served by
 *     programs)
 */
public record DiskSpace(long freeBytes, long totalBytes) {
  /** sizeof(struct statfs) of asm-generic/statfs.h on 64-bit machines: 120. */
  private static final long STATFS_BYTES = 120;

  /** The file system that {@code fd} is on. */
  public static DiskSpace of(Fd fd) throws ErrnoException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment statfs = arena.allocate(STATFS_BYTES, 8);
      Errno.check("fstatfs", Libc.syscall(Sys.FSTATFS, fd.number(), statfs.address()));
      // f_bsize at 8, f_blocks at 16, f_bavail at 32, f_frsize at 72; blocks count in f_frsize,
      // which old file systems leave 0.
      long fragment = statfs.get(JAVA_LONG, 72);
      long unit = fragment > 0 ? fragment : statfs.get(JAVA_LONG, 8);
      return new DiskSpace(
          bytes(statfs.get(JAVA_LONG, 32), unit), bytes(statfs.get(JAVA_LONG, 16), unit));
    }
  }

  /** A file system may claim more than a number holds. */
  private static long bytes(long blocks, long unit) {
    return blocks > Long.MAX_VALUE / Math.max(1, unit) ? Long.MAX_VALUE : blocks * unit;
  }
}
