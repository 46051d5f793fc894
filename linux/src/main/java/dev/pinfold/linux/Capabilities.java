package dev.pinfold.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** capset(2), capget(2): per thread. */
public final class Capabilities {
  /** _LINUX_CAPABILITY_VERSION_3 of linux/capability.h: two words for each set. */
  private static final int VERSION_3 = 0x20080522;

  private Capabilities() {}

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
