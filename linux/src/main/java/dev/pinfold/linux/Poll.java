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

  private static final short POLLOUT = 4;

  private static final short POLLHUP = 16;

  private static final long POLLFD_BYTES = 8;

  private Poll() {}

  /**
   * Waits for any of {@code fds}.
   *
   * @param timeout how long at most; negative is for ever, zero only looks
   * @return the index of the first that is ready, -1 after the time
   */
  public static int readable(Duration timeout, Fd... fds) {
    return ready(POLLIN, timeout, fds);
  }

  /** Waits until {@code fd} takes bytes, or has failed; false after the time. */
  public static boolean isWritable(Duration timeout, Fd fd) {
    return ready(POLLOUT, timeout, fd) == 0;
  }

  private static int ready(short events, Duration timeout, Fd... fds) {
    long deadline = System.nanoTime() + (timeout.isNegative() ? 0 : timeout.toNanos());
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment set = arena.allocate(POLLFD_BYTES * fds.length, 8);
      for (int i = 0; i < fds.length; i++) {
        set.set(JAVA_INT, POLLFD_BYTES * i, fds[i].number());
        set.set(JAVA_SHORT, POLLFD_BYTES * i + 4, events);
      }
      while (true) {
        long left = Math.max(0, deadline - System.nanoTime());
        long time = timeout.isNegative() ? 0 : timespec(arena, Duration.ofNanos(left)).address();
        long count = Libc.syscall(Sys.PPOLL, set.address(), fds.length, time, 0, 0, 0);
        // A signal (EINTR) is no answer: the JVM takes signals on any of its threads.
        if (count > 0) {
          return firstReady(set, fds.length);
        }
        if (count == 0) {
          return -1;
        }
        if (count != -Errno.EINTR) {
          throw new IllegalStateException("ppoll: " + Errno.answer(count));
        }
      }
    }
  }

  private static int firstReady(MemorySegment set, int count) {
    for (int i = 0; i < count; i++) {
      if (set.get(JAVA_SHORT, POLLFD_BYTES * i + 6) != 0) {
        return i;
      }
    }
    throw new AssertionError("ppoll counted a descriptor that is not ready");
  }

  /**
   * Whether the other end of {@code fd} is gone, for a seccomp listener: no process is left under
   * its filter.
   */
  public static boolean isHungUp(Fd fd) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment one = arena.allocate(POLLFD_BYTES, 8);
      one.set(JAVA_INT, 0, fd.number());
      MemorySegment time = timespec(arena, Duration.ZERO);
      Libc.syscall(Sys.PPOLL, one.address(), 1, time.address(), 0, 0, 0);
      return (one.get(JAVA_SHORT, 6) & POLLHUP) != 0;
    }
  }

  private static MemorySegment timespec(Arena arena, Duration timeout) {
    MemorySegment time = arena.allocate(16, 8);
    time.set(JAVA_LONG, 0, timeout.toSeconds());
    time.set(JAVA_LONG, 8, timeout.toNanosPart());
    return time;
  }
}
