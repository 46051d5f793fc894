package dev.pinfold.linux;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** prlimit(2). */
public final class Prlimit {
  private Prlimit() {}

  /** The limits that Pinfold sets; asm-generic/resource.h. */
  public enum Resource {
    /** Seconds of processor time. */
    CPU(0),
    /** Bytes of a file written. */
    FSIZE(1),
    /** Processes of the user id, all programs counted; root is not bound by it. */
    NPROC(6),
    /** Open files. */
    NOFILE(7);

    private final int number;

    Resource(int number) {
      this.number = number;
    }
  }

  /**
   * Lowers soft and hard limit of {@code pid} to {@code most}; a lower one stays as it is.
   *
   * @return 0, or a negated errno
   */
  public static long lower(int pid, Resource resource, long most) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment old = arena.allocate(16, 8);
      long result = Libc.syscall(Sys.PRLIMIT64, pid, resource.number, 0, old.address());
      if (result < 0) {
        return result;
      }
      MemorySegment limit = arena.allocate(16, 8);
      limit.set(JAVA_LONG, 0, least(old.get(JAVA_LONG, 0), most));
      limit.set(JAVA_LONG, 8, least(old.get(JAVA_LONG, 8), most));
      return Libc.syscall(Sys.PRLIMIT64, pid, resource.number, limit.address(), 0);
    }
  }

  /** RLIM_INFINITY is all ones: the limits are unsigned. */
  private static long least(long a, long b) {
    return Long.compareUnsigned(a, b) < 0 ? a : b;
  }
}
