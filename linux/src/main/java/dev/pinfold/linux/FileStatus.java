package dev.pinfold.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * stat(2) of an open descriptor.
 *
 * @param device st_dev
 * @param inode st_ino
 * @param mode st_mode: type and permissions
 * @param owner st_uid
 */
public record FileStatus(long device, long inode, int mode, int owner) {
  private static final int S_IFMT = 0170000;
  private static final int S_IFDIR = 0040000;
  private static final int S_IFREG = 0100000;
  private static final int S_IFLNK = 0120000;
  private static final int AT_EMPTY_PATH = 0x1000;
  private static final long STAT_BYTES = 144;

  /** fstat. */
  public static FileStatus of(Fd fd) throws ErrnoException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment stat = arena.allocate(STAT_BYTES, 8);
      Errno.check(
          "fstat",
          Libc.syscall(
              Sys.NEWFSTATAT,
              fd.number(),
              arena.allocate(1).address(),
              stat.address(),
              AT_EMPTY_PATH));
      // struct stat: x86-64 has st_nlink (64 bits) before st_mode; aarch64 follows
      // asm-generic/stat.h.
      boolean x86 = Arch.current() == Arch.X86_64;
      return new FileStatus(
          stat.get(JAVA_LONG, 0),
          stat.get(JAVA_LONG, 8),
          stat.get(JAVA_INT, x86 ? 24 : 16),
          stat.get(JAVA_INT, x86 ? 28 : 24));
    }
  }

  /** Whether it is a folder. */
  public boolean isDirectory() {
    return (mode & S_IFMT) == S_IFDIR;
  }

  /** Whether it is a file with content of its own. */
  public boolean isRegular() {
    return (mode & S_IFMT) == S_IFREG;
  }

  /** Whether it is a symbolic link itself. */
  public boolean isLink() {
    return (mode & S_IFMT) == S_IFLNK;
  }

  /** Whether both stand for the same inode. */
  public boolean isSameInode(FileStatus other) {
    return device == other.device && inode == other.inode;
  }
}
