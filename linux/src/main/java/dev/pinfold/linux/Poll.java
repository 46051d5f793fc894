package dev.pinfold.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;

/** ppoll(2): waits until a descriptor can be read, its other end is gone, or a time has passed. */
public final class Poll {
  /** POLLIN of asm-generic/poll.h. Hang-up and error are always reported and count as readable. */
  private static final short POLLIN = 1;

  private static final long POLLFD_BYTES = 8;

  private Poll() {}

  /**
   * Waits for any of {@code fds}.
   *
   * @param timeout how long at most; negative is for ever, zero only looks
   * @return the index of the first that is ready, -1 after the time or an interrupting signal
   */
  public static int readable(Duration timeout, Fd... fds) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment set = arena.allocate(POLLFD_BYTES * fds.length, 8);
      for (int i = 0; i < fds.length; i++) {
        set.set(JAVA_INT, POLLFD_BYTES * i, fds[i].number());
        set.set(JAVA_SHORT, POLLFD_BYTES * i + 4, POLLIN);
      }
      long time = timeout.isNegative() ? 0 : timespec(arena, timeout).address();
      Libc.syscall(Sys.PPOLL, set.address(), fds.length, time, 0, 0, 0);
      for (int i = 0; i < fds.length; i++) {
        if (set.get(JAVA_SHORT, POLLFD_BYTES * i + 6) != 0) {
          return i;
        }
      }
      return -1;
    }
  }

  private static MemorySegment timespec(Arena arena, Duration timeout) {
    MemorySegment time = arena.allocate(16, 8);
    time.set(JAVA_LONG, 0, timeout.toSeconds());
    time.set(JAVA_LONG, 8, timeout.toNanosPart());
    return time;
  }
}
