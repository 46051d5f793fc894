package dev.pinfold.sandbox;

import dev.pinfold.linux.Errno;
import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.Fd;
import dev.pinfold.linux.PidFd;
import dev.pinfold.linux.PosixSpawn;
import dev.pinfold.linux.Signals;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A process outside the pen that the pen's thread could signal before it locked itself in: without
 * that control, the refusal afterwards would prove nothing. The JVM's parent, when it serves; else
 * one made for the purpose.
 */
final class Outsider implements AutoCloseable {
  private final int pid;
  private final @Nullable Fd pidfd;
  private final @Nullable Fd lifeline;

  private Outsider(int pid, @Nullable Fd pidfd, @Nullable Fd lifeline) {
    this.pid = pid;
    this.pidfd = pidfd;
    this.lifeline = lifeline;
  }

  /** Looks from {@code thread}, which has dropped its capabilities but is in no domain yet. */
  static Outsider find(PenThread thread) throws IOException {
    int parent = Signals.parent();
    if (thread.call(() -> Signals.kill(parent, Signals.NONE)) == 0) {
      return new Outsider(parent, null, null);
    }
    Fd[] pipe = Fd.pipe();
    try (Fd read = pipe[0];
        PosixSpawn spawn =
            new PosixSpawn(
                "/bin/sh",
                List.of("sh", "-c", "read _"),
                List.of(),
                "/",
                List.of(read, read, read))) {
      int pid = (int) Errno.check("posix_spawn(/bin/sh)", thread.call(spawn::spawn));
      return new Outsider(pid, Fd.own(Errno.check("pidfd_open", PidFd.open(pid))), pipe[1]);
    } catch (ErrnoException failed) {
      pipe[1].close();
      throw failed;
    }
  }

  int pid() {
    return pid;
  }

  @Override
  public void close() throws ErrnoException {
    if (lifeline != null && pidfd != null) {
      lifeline.close();
      PidFd.reap(pidfd);
      pidfd.close();
    }
  }
}
