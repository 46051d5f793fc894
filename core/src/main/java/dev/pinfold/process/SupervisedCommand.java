package dev.pinfold.process;

import dev.pinfold.linux.ExitStatus;
import dev.pinfold.linux.Fd;
import dev.pinfold.linux.PidFd;
import dev.pinfold.linux.Poll;
import dev.pinfold.linux.Signals;
import dev.pinfold.sandbox.Consumption;
import dev.pinfold.sandbox.Pen;
import dev.pinfold.sandbox.Program;
import dev.pinfold.sandbox.Start;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One command in a pen, from its start to its end.
 *
 * <p>Thread contract: the calling thread waits; it must be free. Several commands may run in one
 * pen at once.
 */
public final class SupervisedCommand {
  /** A fast disk takes some hundred megabytes in this time; looking costs microseconds. */
  private static final Duration LOOK_EVERY = Duration.ofMillis(200);

  private final Pen pen;
  private final Timing timing;
  private final Cancellation cancellation;
  private final DiskFloor floor;

  /**
   * @param pen where it runs
   * @param timing for how long
   * @param cancellation ends it early
   * @param floor what it has to leave free of its disks; stays the caller's
   */
  public SupervisedCommand(Pen pen, Timing timing, Cancellation cancellation, DiskFloor floor) {
    this.pen = pen;
    this.timing = timing;
    this.cancellation = cancellation;
    this.floor = floor;
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
   * @param usage what it took; empty when it did not start
   */
  public record Result(
      Outcome outcome,
      HeadTail out,
      HeadTail err,
      Duration took,
      boolean gone,
      Optional<Usage> usage) {}

  /** The command is dead, and why; {@code decided} when it was ended from here. */
  private record Death(PidFd.End end, @Nullable Outcome decided) {}

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
      Death death = start instanceof Start.Started(_, Fd pidfd) ? await(pidfd, pump) : null;
      pump.commandEnded();
      boolean gone = pen.end();
      if (!gone) {
        pump.abandon();
      }
      Duration took = Duration.ofNanos(System.nanoTime() - started);
      if (death == null) {
        return new Result(notStarted(start), keptOut, keptErr, took, gone, Optional.empty());
      }
      Usage usage = Usage.of(death.end, pen.consumption());
      return new Result(outcome(death), keptOut, keptErr, took, gone, Optional.of(usage));
    }
  }

  private static Outcome notStarted(Start start) {
    return switch (start) {
      case Start.Failed(String call, int errno) -> new Outcome.NotStarted(call, errno);
      case Start.Started _ -> throw new IllegalArgumentException("it has started");
    };
  }

  private Death await(Fd pidfd, Pump pump) throws IOException {
    try (pidfd) {
      Outcome decided = decide(pidfd, pump);
      if (decided != null) {
        terminate(pidfd);
      }
      return new Death(PidFd.await(pidfd), decided);
    }
  }

  /** Waits until the command is dead (null), or there is a reason to end it. */
  private @Nullable Outcome decide(Fd pidfd, Pump pump) throws IOException {
    long deadline = System.nanoTime() + timing.limit().toNanos();
    while (true) {
      Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
      boolean whole = !floor.isWatching() || left.compareTo(LOOK_EVERY) <= 0;
      int first =
          Poll.readable(
              whole ? left : LOOK_EVERY, pidfd, cancellation.signal(), pump.brokenSignal());
      if (first == 0) {
        return null;
      }
      if (first > 0) {
        return first == 1 ? new Outcome.Interrupted() : new Outcome.OutputClosed();
      }
      Optional<DiskFloor.Low> low = floor.low();
      if (low.isPresent()) {
        return new Outcome.DiskFull(low.get());
      }
      if (whole) {
        return new Outcome.TimedOut(timing.limit());
      }
    }
  }

  /** The whole tree: asked first, then killed. */
  private void terminate(Fd pidfd) throws IOException {
    pen.signal(Signals.SIGTERM);
    if (Poll.readable(timing.grace(), pidfd) < 0) {
      pen.signal(Signals.SIGKILL);
    }
  }

  private Outcome outcome(Death death) {
    if (death.decided != null) {
      return death.decided;
    }
    return switch (death.end.status()) {
      case ExitStatus.Exited(int code) -> new Outcome.Exited(code);
      case ExitStatus.Signalled(int signal) -> {
        Consumption run = pen.consumption();
        yield signal == Signals.SIGKILL && run.memoryKills() > 0
            ? new Outcome.OutOfMemory(run.memoryLimitBytes())
            : new Outcome.Signalled(signal);
      }
    };
  }
}
