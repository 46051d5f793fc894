package dev.pinfold.process;

import dev.pinfold.linux.ExitStatus;
import dev.pinfold.linux.Fd;
import dev.pinfold.linux.PidFd;
import dev.pinfold.linux.Poll;
import dev.pinfold.linux.Signals;
import dev.pinfold.sandbox.Pen;
import dev.pinfold.sandbox.Program;
import dev.pinfold.sandbox.Start;
import java.io.IOException;
import java.time.Duration;

/**
 * One command in a pen, from its start to its end.
 *
 * <p>Thread contract: the calling thread waits; it must be free. Several commands may run in one
 * pen at once.
 */
public final class SupervisedCommand {
  private final Pen pen;
  private final Timing timing;
  private final Cancellation cancellation;

  /**
   * @param pen where it runs
   * @param timing for how long
   * @param cancellation ends it early
   */
  public SupervisedCommand(Pen pen, Timing timing, Cancellation cancellation) {
    this.pen = pen;
    this.timing = timing;
    this.cancellation = cancellation;
  }

  /**
   * What came of it.
   *
   * @param outcome how it ended
   * @param out its standard output, head and tail
   * @param err its standard error
   * @param took from the start to the end
   * @param gone whether every process of the pen is known to be dead; only when the pen was ended
   *     with it
   */
  public record Result(Outcome outcome, HeadTail out, HeadTail err, Duration took, boolean gone) {}

  /**
   * Runs {@code program}, and ends the pen with it.
   *
   * @param in its standard input; stays the caller's
   * @param live where its output goes meanwhile
   * @param keepBytes how much of each stream the result holds at the most
   * @throws IOException when the system can't start anything at all
   */
  public Result run(Program program, Fd in, Live live, int keepBytes) throws IOException {
    HeadTail keptOut = new HeadTail(keepBytes);
    HeadTail keptErr = new HeadTail(keepBytes);
    long started = System.nanoTime();
    Fd[] out = Fd.pipe();
    Fd[] err = Fd.pipe();
    try (Pump pump = new Pump(out[0], err[0], keptOut, keptErr, live)) {
      Start start;
      try (Fd outWriter = out[1];
          Fd errWriter = err[1]) {
        start = pen.start(program, in, outWriter, errWriter);
      }
      pump.start();
      Outcome outcome =
          switch (start) {
            case Start.Started(_, Fd pidfd) -> await(pidfd, pump);
            case Start.Failed(String call, int errno) -> new Outcome.NotStarted(call, errno);
          };
      pump.commandEnded();
      boolean gone = pen.end();
      if (!gone) {
        pump.abandon();
      }
      return new Result(
          outcome, keptOut, keptErr, Duration.ofNanos(System.nanoTime() - started), gone);
    }
  }

  private Outcome await(Fd pidfd, Pump pump) throws IOException {
    try (pidfd) {
      int first = Poll.readable(timing.limit(), pidfd, cancellation.signal(), pump.brokenSignal());
      Outcome decided =
          switch (first) {
            case 0 -> null;
            case 1 -> new Outcome.Interrupted();
            case 2 -> new Outcome.OutputClosed();
            default -> new Outcome.TimedOut(timing.limit());
          };
      if (decided == null) {
        return outcome(PidFd.reap(pidfd));
      }
      terminate(pidfd);
      return decided;
    }
  }

  /** The whole tree: asked first, then killed. */
  private void terminate(Fd pidfd) throws IOException {
    pen.signal(Signals.SIGTERM);
    if (Poll.readable(timing.grace(), pidfd) < 0) {
      pen.signal(Signals.SIGKILL);
    }
    PidFd.reap(pidfd);
  }

  private static Outcome outcome(ExitStatus status) {
    return switch (status) {
      case ExitStatus.Exited(int code) -> new Outcome.Exited(code);
      case ExitStatus.Signalled(int signal) -> new Outcome.Signalled(signal);
    };
  }
}
