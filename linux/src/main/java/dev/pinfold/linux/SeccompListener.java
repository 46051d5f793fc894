package dev.pinfold.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The supervisor's end of seccomp's user notification (seccomp_unotify(2)): receives calls, one at
 * a time, and answers them. When this descriptor is closed, each further notified call fails with
 * ENOSYS.
 *
 * <p>Thread contract: one thread receives and answers.
 */
public final class SeccompListener implements AutoCloseable {
  /* linux/seccomp.h, Linux 5.0; the direction bits of ID_VALID as since 5.17. */
  private static final long NOTIF_RECV = 0xC050_2100L;
  private static final long NOTIF_SEND = 0xC018_2101L;
  private static final long NOTIF_ID_VALID = 0x4008_2102L;
  private static final long NOTIF_SET_FLAGS = 0x4008_2104L;

  /**
   * SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP, Linux 6.6: supervisor and caller hand the processor over.
   */
  private static final int SYNC_WAKE_UP = 1;

  /** SECCOMP_USER_NOTIF_FLAG_CONTINUE, Linux 5.5. */
  private static final int CONTINUE = 1;

  /** An answer: the kernel carries the call out as if nobody had been asked. */
  public static final long GO_ON = Long.MIN_VALUE;

  private static final long NOTIF_BYTES = 80;
  private static final long RESP_BYTES = 24;

  private final Fd fd;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment notification = arena.allocate(NOTIF_BYTES, 8);
  private final MemorySegment response = arena.allocate(RESP_BYTES, 8);
  private final MemorySegment polled = arena.allocate(2 * Poll.POLLFD_BYTES, 8);

  /** The notification as longs: looked at in pieces, native memory costs more than the copy. */
  private final long[] parts = new long[(int) NOTIF_BYTES / 8];

  /** Takes the listener's descriptor over. */
  public SeccompListener(Fd fd) {
    this.fd = fd;
    // Older kernels answer EINVAL: the same, a little slower.
    Libc.syscall(Sys.IOCTL, fd.number(), NOTIF_SET_FLAGS, SYNC_WAKE_UP, 0);
  }

  /** What {@link #await} has found. */
  public enum Ready {
    /** A call waits for its answer. */
    CALL,
    /** The other descriptor can be read. */
    STOP,
    /** No process is left under the filter. */
    HUNG_UP
  }

  /** Waits for a call, for {@code stop} to be readable, or for the end of all callers. */
  public Ready await(Fd stop) {
    while (true) {
      Poll.set(polled, 0, stop);
      Poll.set(polled, 1, fd);
      long count = Libc.syscall(Sys.PPOLL, polled.address(), 2, 0, 0, 0, 0);
      if (count > 0) {
        return Poll.happened(polled, 0) != 0
            ? Ready.STOP
            : (Poll.happened(polled, 1) & Poll.POLLHUP) != 0 ? Ready.HUNG_UP : Ready.CALL;
      }
      if (count != -Errno.EINTR) {
        throw new IllegalStateException("ppoll: " + Errno.answer(count));
      }
    }
  }

  /**
   * Receives the next call; its parts are then in {@link #id}, {@link #thread}, {@link #number} and
   * {@link #argument}.
   *
   * @return 0; -ENOENT when the caller died meanwhile; another negated errno when nobody is left to
   *     supervise
   */
  public long receive() {
    notification.fill((byte) 0);
    long result = ioctl(NOTIF_RECV, notification);
    MemorySegment.copy(notification, JAVA_LONG, 0, parts, 0, parts.length);
    return result;
  }

  /** Names this call in the kernel. */
  public long id() {
    return parts[0];
  }

  /** The calling thread's number. */
  public int thread() {
    return (int) parts[1];
  }

  /** The number of the call. */
  public int number() {
    return (int) parts[2];
  }

  /** An argument of the call, 0 to 5. */
  public long argument(int index) {
    return parts[4 + index];
  }

  /** Whether the caller still waits: what was read of it by its number is really its own. */
  public boolean stillWaiting() {
    MemorySegment id = Scratch.get();
    id.set(JAVA_LONG, 0, id());
    return ioctl(NOTIF_ID_VALID, id) >= 0;
  }

  /**
   * The call returns {@code value}, fails when it is a negated errno, or is carried out when it is
   * {@link #GO_ON}: the kernel then reads the caller's memory again, so whatever was judged may
   * have changed (seccomp_unotify(2)).
   */
  public long answer(long value) {
    if (value == GO_ON) {
      return answer(0, 0, CONTINUE);
    }
    return value < 0 ? answer(0, (int) value, 0) : answer(value, 0, 0);
  }

  private long answer(long value, int error, int flags) {
    response.set(JAVA_LONG, 0, id());
    response.set(JAVA_LONG, 8, value);
    response.set(JAVA_INT, 16, error);
    response.set(JAVA_INT, 20, flags);
    return ioctl(NOTIF_SEND, response);
  }

  private long ioctl(long request, MemorySegment argument) {
    return Libc.syscall(Sys.IOCTL, fd.number(), request, argument.address(), 0);
  }

  @Override
  public void close() {
    fd.close();
    arena.close();
  }
}
