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
    /** Bytes of a core dump. */
    CORE(4),
    /** Processes of the user id, all programs counted; root is not bound by it. */
    NPROC(6),
    /** Open files. */
    NOFILE(7);

    private final int number;

    Resource(int number) {
      this.number = number;
    }

    int number() {
      return number;
    }
  }

  /** The hard limit of this process, which what it starts inherits; all ones is no limit. */
  static long inherited(Resource resource) throws ErrnoException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment limit = arena.allocate(16, 8);
      Errno.check("prlimit64", Libc.syscall(Sys.PRLIMIT64, 0, resource.number, 0, limit.address()));
      return limit.get(JAVA_LONG, 8);
    }
  }

  /** The lower of two limits; they are unsigned, and RLIM_INFINITY is all ones. */
  static long least(long a, long b) {
    return Long.compareUnsigned(a, b) < 0 ? a : b;
  }
}
