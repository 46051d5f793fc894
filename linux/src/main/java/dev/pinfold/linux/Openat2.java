package dev.pinfold.linux;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;

/** openat2(2), Linux 5.6: opening with a say in how the path is resolved. */
public final class Openat2 {
  /** AT_FDCWD of linux/fcntl.h: relative to the current folder. */
  public static final int AT_FDCWD = -100;

  /* fcntl.h; the values are the same on x86-64 and aarch64, except for O_DIRECTORY and O_NOFOLLOW. */
  public static final int O_RDONLY = 0;
  public static final int O_WRONLY = 1;
  public static final int O_CREAT = 0x40;
  public static final int O_EXCL = 0x80;
  public static final int O_TRUNC = 0x200;
  public static final int O_APPEND = 0x400;
  public static final int O_NONBLOCK = 0x800;
  public static final int O_PATH = 0x200000;
  public static final int O_CLOEXEC = 0x80000;
  public static final int O_DIRECTORY = Arch.current() == Arch.AARCH64 ? 0x4000 : 0x10000;
  public static final int O_NOFOLLOW = Arch.current() == Arch.AARCH64 ? 0x8000 : 0x20000;

  /* linux/openat2.h */
  public static final int RESOLVE_NO_XDEV = 1;
  public static final int RESOLVE_NO_MAGICLINKS = 2;
  public static final int RESOLVE_NO_SYMLINKS = 4;
  public static final int RESOLVE_BENEATH = 8;
  public static final int RESOLVE_IN_ROOT = 16;

  /** struct open_how: flags, mode, resolve; 64 bits each. */
  private static final long OPEN_HOW_BYTES = 24;

  private Openat2() {}

  /**
   * Opens {@code path}, close-on-exec.
   *
   * @param dir a folder's descriptor, or {@link #AT_FDCWD}
   * @return the descriptor, or a negated errno
   */
  public static long openat2(int dir, String path, int flags, int resolve) {
    return openat2(dir, path, flags, resolve, (flags & O_CREAT) == 0 ? 0 : 0600);
  }

  /**
   * The same, making a file.
   *
   * @param mode its permissions, of which the umask takes away
   */
  static long create(int dir, String path, int flags, int resolve, int mode) {
    return openat2(dir, path, flags | O_CREAT, resolve, mode);
  }

  private static long openat2(int dir, String path, int flags, int resolve, int mode) {
    MemorySegment scratch = Scratch.withPath(path);
    if (scratch == null) {
      return -Errno.ENAMETOOLONG;
    }
    MemorySegment how = scratch.asSlice(Scratch.BEHIND_PATH, OPEN_HOW_BYTES);
    how.set(JAVA_LONG, 0, flags | O_CLOEXEC);
    how.set(JAVA_LONG, 8, mode);
    how.set(JAVA_LONG, 16, resolve);
    return Libc.syscall(Sys.OPENAT2, dir, scratch.address(), how.address(), OPEN_HOW_BYTES);
  }

  /** openat(2), for where openat2 is refused: inside a pen. Creates nothing. */
  public static long openat(int dir, String path, int flags) {
    MemorySegment scratch = Scratch.withPath(path);
    return scratch == null
        ? -Errno.ENAMETOOLONG
        : Libc.syscall(Sys.OPENAT, dir, scratch.address(), flags | O_CLOEXEC, 0);
  }
}
