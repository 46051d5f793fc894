package dev.pinfold.linux;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;

/** What a descriptor or a name stands for, asked of the kernel. */
public final class Paths {
  /** PATH_MAX of linux/limits.h, with its NUL. */
  public static final int PATH_MAX = 4096;

  private Paths() {}

  /**
   * The path that the kernel gives for an open descriptor, {@code /proc/thread-self/fd/N}; the
   * thread's own, because a supervising thread may have a descriptor table of its own.
   *
   * @return the path; {@code " (deleted)"} is the kernel's mark at its end; never symbolic
   */
  public static String of(Fd fd) throws ErrnoException {
    return readlink("/proc/thread-self/fd/" + fd.number());
  }

  /** The canonical path of an existing name, all links followed: an O_PATH descriptor's path. */
  public static String real(String path) throws ErrnoException {
    try (Fd fd =
        Fd.own(
            Errno.check(
                "open(" + path + ")",
                Openat2.openat2(Openat2.AT_FDCWD, path, Openat2.O_PATH, 0)))) {
      return of(fd);
    }
  }

  /** What an open symbolic link (O_PATH and O_NOFOLLOW) holds: readlinkat(2), Linux 2.6.39. */
  public static String target(Fd link) throws ErrnoException {
    return readlink(link.number(), "");
  }

  /** readlinkat(2). */
  public static String readlink(String path) throws ErrnoException {
    return readlink(Openat2.AT_FDCWD, path);
  }

  private static String readlink(int dir, String path) throws ErrnoException {
    MemorySegment scratch = Scratch.withPath(path);
    long target =
        scratch == null
            ? -Errno.ENAMETOOLONG
            : Libc.syscall(
                Sys.READLINKAT,
                dir,
                scratch.address(),
                scratch.address() + Scratch.BEHIND_PATH,
                PATH_MAX);
    if (scratch == null || target < 0) {
      throw new ErrnoException("readlink(" + path + ")", (int) -target);
    }
    byte[] bytes = new byte[(int) target];
    MemorySegment.copy(scratch, JAVA_BYTE, Scratch.BEHIND_PATH, bytes, 0, bytes.length);
    return NativeString.decode(bytes);
  }

  /**
   * faccessat(2) with the real user id.
   *
   * @param mode R_OK 4, W_OK 2, X_OK 1, F_OK 0
   * @return 0, or a negated errno
   */
  public static long access(String path, int mode) {
    MemorySegment scratch = Scratch.withPath(path);
    return scratch == null
        ? -Errno.ENAMETOOLONG
        : Libc.syscall(Sys.FACCESSAT, Openat2.AT_FDCWD, scratch.address(), mode, 0);
  }
}
