package dev.pinfold.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;

/** A child process by descriptor: no number that could be somebody else's by now. */
public final class PidFd {
  /** P_PIDFD of linux/wait.h, Linux 5.4. */
  private static final int P_PIDFD = 3;

  private static final int WNOHANG = 1;
  private static final int WEXITED = 4;
  private static final int CLD_EXITED = 1;
  private static final long SIGINFO_BYTES = 128;

  /** sizeof(struct rusage): two times, fourteen longs. */
  private static final long RUSAGE_BYTES = 144;

  private PidFd() {}

  /** pidfd_open(2): readable once the process is dead. */
  public static long open(int pid) {
    return Libc.syscall(Sys.PIDFD_OPEN, pid, 0);
  }

  /**
   * A descriptor of the process that {@code thread} belongs to: pidfd_open(2) takes no other
   * thread's number.
   */
  public static long ofThread(int thread) {
    long direct = open(thread);
    if (direct >= 0) {
      return direct;
    }
    try {
      // /proc/TID/status: "Tgid:" is the process.
      for (String line : Files.readAllLines(Path.of("/proc/" + thread + "/status"))) {
        if (line.startsWith("Tgid:")) {
          return open(Integer.parseInt(line.substring(5).strip()));
        }
      }
      return -Errno.ESRCH;
    } catch (IOException _) {
      return -Errno.ESRCH;
    }
  }

  /** pidfd_getfd(2): a copy of another process's descriptor, close-on-exec. */
  public static long getfd(Fd pidfd, int number) {
    return Libc.syscall(Sys.PIDFD_GETFD, pidfd.number(), number, 0, 0);
  }

  /** pidfd_send_signal(2). */
  public static long signal(Fd pidfd, int signal) {
    return Libc.syscall(Sys.PIDFD_SEND_SIGNAL, pidfd.number(), signal, 0, 0);
  }

  /** Reaps a child that has ended, unless somebody has done so before. */
  public static void reapUnlessReaped(Fd pidfd) {
    Libc.syscall(Sys.WAITID, P_PIDFD, pidfd.number(), 0, WEXITED | WNOHANG, 0, 0);
  }

  /**
   * Waits for the end of a child of this process and reaps it (waitid P_PIDFD).
   *
   * @return how it ended
   */
  public static ExitStatus reap(Fd pidfd) throws ErrnoException {
    return await(pidfd).status();
  }

  /**
   * A child's end.
   *
   * @param status how it ended
   * @param processorTime of itself and of the descendants that were waited for, user and system
   * @param largestBytes the most memory that the largest of these processes had at one time
   */
  public record End(ExitStatus status, Duration processorTime, long largestBytes) {}

  /** {@link #reap}, with what the child used (getrusage(2)). */
  public static End await(Fd pidfd) throws ErrnoException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment info = arena.allocate(SIGINFO_BYTES, 8);
      MemorySegment usage = arena.allocate(RUSAGE_BYTES, 8);
      long result;
      do {
        result =
            Libc.syscall(
                Sys.WAITID, P_PIDFD, pidfd.number(), info.address(), WEXITED, usage.address(), 0);
      } while (result == -Errno.EINTR);
      Errno.check("waitid", result);
      // siginfo_t: si_code at 8, si_status at 24.
      int status = info.get(JAVA_INT, 24);
      // struct rusage: ru_utime at 0, ru_stime at 16, ru_maxrss (KiB) at 32.
      return new End(
          info.get(JAVA_INT, 8) == CLD_EXITED
              ? new ExitStatus.Exited(status)
              : new ExitStatus.Signalled(status),
          time(usage, 0).plus(time(usage, 16)),
          usage.get(JAVA_LONG, 32) << 10);
    }
  }

  /** struct timeval: seconds and microseconds. */
  private static Duration time(MemorySegment usage, long at) {
    return Duration.ofSeconds(usage.get(JAVA_LONG, at))
        .plus(usage.get(JAVA_LONG, at + 8), ChronoUnit.MICROS);
  }
}
