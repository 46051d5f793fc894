package dev.pinfold.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.MemorySegment;
import java.time.Duration;

/** ppoll(2): waits until a descriptor can be read, its other end is gone, or a time has passed. */
public final class Poll {
  /** POLLIN of asm-generic/poll.h. Hang-up and error are always reported and count as readable. */
  private static final short POLLIN = 1;

  private static final short POLLOUT = 4;

  static final int POLLHUP = 16;

  static final long POLLFD_BYTES = 8;

  private static final long NANOS = 1_000_000_000;

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
    MemorySegment set = Scratch.get();
    MemorySegment time = set.asSlice(POLLFD_BYTES * fds.length, 16);
    for (int i = 0; i < fds.length; i++) {
      set(set, i, fds[i], events);
    }
    while (true) {
      if (!timeout.isNegative()) {
        long left = Math.max(0, deadline - System.nanoTime());
        time.set(JAVA_LONG, 0, left / NANOS);
        time.set(JAVA_LONG, 8, left % NANOS);
      }
      long count =
          Libc.syscall(
              Sys.PPOLL,
              set.address(),
              fds.length,
              timeout.isNegative() ? 0 : time.address(),
              0,
              0,
              0);
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

  /** Makes {@code fd}, waited for to be readable, the entry {@code index} at {@code set}. */
  static void set(MemorySegment set, int index, Fd fd) {
    set(set, index, fd, POLLIN);
  }

  /** Makes {@code fd} the entry {@code index} of the struct pollfds at {@code set}. */
  private static void set(MemorySegment set, int index, Fd fd, short events) {
    set.set(JAVA_INT, POLLFD_BYTES * index, fd.number());
    set.set(JAVA_SHORT, POLLFD_BYTES * index + 4, events);
  }

  /** What has become of entry {@code index}: zero for nothing. */
  static int happened(MemorySegment set, int index) {
    return set.get(JAVA_SHORT, POLLFD_BYTES * index + 6);
  }

  private static int firstReady(MemorySegment set, int count) {
    for (int i = 0; i < count; i++) {
      if (happened(set, i) != 0) {
        return i;
      }
    }
    throw new AssertionError("ppoll counted a descriptor that is not ready");
  }
}
