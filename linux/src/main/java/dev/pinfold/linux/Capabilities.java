package dev.pinfold.linux;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** capset(2), capget(2): per thread. */
public final class Capabilities {
  /** _LINUX_CAPABILITY_VERSION_3 of linux/capability.h: two words for each set. */
  private static final int VERSION_3 = 0x20080522;

  private Capabilities() {}

  /**
   * Empties the calling thread's effective and inheritable sets. The permitted set stays: root's
   * programs get theirs from it.
   *
   * @return 0, or a negated errno
   */
  public static long dropEffective() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment header = header(arena);
      MemorySegment data = arena.allocate(24, 8);
      long got = Libc.syscall(Sys.CAPGET, header.address(), data.address());
      if (got < 0) {
        return got;
      }
      for (long word : new long[] {0, 8, 12, 20}) {
        data.set(JAVA_INT, word, 0);
      }
      return Libc.syscall(Sys.CAPSET, header.address(), data.address());
    }
  }

  /**
   * The highest capability that this kernel knows. Read at once: a second read of a file of
   * /proc/sys finds its end, and the JDK's ways of reading a file begin with a byte.
   */
  public static int last() throws ErrnoException {
    String path = "/proc/sys/kernel/cap_last_cap";
    try (Arena arena = Arena.ofConfined();
        Fd file =
            Fd.own(
                Errno.check(
                    "open(" + path + ")",
                    Openat2.openat2(Openat2.AT_FDCWD, path, Openat2.O_RDONLY, 0)))) {
      MemorySegment text = arena.allocate(16);
      long length = Errno.check("read(" + path + ")", file.read(text));
      byte[] bytes = text.asSlice(0, length).toArray(JAVA_BYTE);
      return Integer.parseInt(NativeString.decode(bytes).strip());
    }
  }

  /**
   * Empties the calling thread's effective, permitted and inheritable sets.
   *
   * @return 0, or a negated errno
   */
  public static long dropAll() {
    try (Arena arena = Arena.ofConfined()) {
      return Libc.syscall(Sys.CAPSET, header(arena).address(), arena.allocate(24, 8).address());
    }
  }

  /** Whether the calling thread holds any capability in its permitted set. */
  public static boolean any() throws ErrnoException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment data = arena.allocate(24, 8);
      Errno.check("capget", Libc.syscall(Sys.CAPGET, header(arena).address(), data.address()));
      return (data.get(JAVA_INT, 4) | data.get(JAVA_INT, 16)) != 0;
    }
  }

  private static MemorySegment header(Arena arena) {
    MemorySegment header = arena.allocate(8, 8);
    header.set(JAVA_INT, 0, VERSION_3);
    return header;
  }
}
