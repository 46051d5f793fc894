package dev.pinfold.sandbox;

import dev.pinfold.linux.Errno;
import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.Fd;
import dev.pinfold.linux.PidFd;
import dev.pinfold.linux.Poll;
import dev.pinfold.linux.PosixSpawn;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.time.Duration;
import java.util.List;

/**
 * A process in the pen's outer domain that ends everything in it once the JVM is gone: it reads
 * from a pipe that the JVM holds, and the pipe's end comes even after SIGKILL. Commands live in an
 * inner domain and can't signal it.
 */
final class Watchdog implements AutoCloseable {
  /**
   * First the control: the JVM lives and must be out of reach; if it is not, there is no scope, and
   * kill -1 would end the user's session. Then it says so, waits for the pipe's end, and kills all
   * that it can reach.
   */
  private static final String SCRIPT =
      "kill -0 \"$1\" 2>/dev/null && exit 3; echo ready; read -r _; kill -9 -1 2>/dev/null";

  /** Starting a shell takes a millisecond; this is for a machine under heavy load. */
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Fd pidfd;
  private final Fd lifeline;

  private Watchdog(Fd pidfd, Fd lifeline) {
    this.pidfd = pidfd;
    this.lifeline = lifeline;
  }

  /**
   * Starts it from {@code thread}, which is in the scope domain and no other.
   *
   * @param jvm this process, which it must not be able to signal
   * @param nothing an open /dev/null
   */
  static Starting start(PenThread thread, long jvm, Fd nothing) throws IOException {
    Fd[] lifeline = Fd.pipe();
    Fd[] ready = Fd.pipe();
    try (Fd in = lifeline[0];
        Fd out = ready[1];
        PosixSpawn spawn =
            new PosixSpawn(
                "/bin/sh",
                List.of("sh", "-c", SCRIPT, "pinfold-watchdog", Long.toString(jvm)),
                List.of(),
                "/",
                List.of(in, out, nothing))) {
      int pid = (int) Errno.check("posix_spawn(/bin/sh)", thread.call(spawn::spawn));
      Fd pidfd = Fd.own(Errno.check("pidfd_open", PidFd.open(pid)));
      return new Starting(new Watchdog(pidfd, lifeline[1]), ready[0]);
    } catch (ErrnoException failed) {
      lifeline[1].close();
      ready[0].close();
      throw failed;
    }
  }

  /**
   * A watchdog that has not said yet that it is on guard.
   *
   * @param watchdog it
   * @param ready the pipe on which it will say so
   */
  record Starting(Watchdog watchdog, Fd ready) {
    /** Waits until it is on guard. */
    void await() throws SandboxUnavailableException {
      try (ready;
          Arena arena = Arena.ofConfined()) {
        boolean said = Poll.readable(PATIENCE, ready) == 0 && ready.read(arena.allocate(16)) > 0;
        if (!said) {
          throw new SandboxUnavailableException(
              Protection.WATCHDOG,
              "a shell that can't signal this JVM",
              "it ended, or said nothing for " + PATIENCE);
        }
      }
    }
  }

  /** Ends the watchdog, which kills whatever is left in the pen. */
  @Override
  public void close() {
    lifeline.close();
    try {
      PidFd.reap(pidfd);
    } catch (ErrnoException impossible) {
      throw new IllegalStateException("the watchdog is a child of this process", impossible);
    } finally {
      pidfd.close();
    }
  }
}
