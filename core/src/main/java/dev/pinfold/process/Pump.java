package dev.pinfold.process;

import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.Fd;
import dev.pinfold.linux.Poll;
import dev.pinfold.process.Live.Stream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;

/**
 * Carries a command's output on, on a thread of its own, until both pipes have ended.
 *
 * <p>When the command is over before its pipes are (a background process holds them), what was in
 * the pipes is still carried on, and {@link #settled} tells when; later output is kept in the sums
 * only.
 */
final class Pump implements AutoCloseable {
  private static final Duration FOR_EVER = Duration.ofSeconds(-1);

  /** A pipe's usual capacity (pipe(7)): one read empties it. */
  private static final int CHUNK = 65_536;

  /**
   * What a pipe can hold at the most (/proc/sys/fs/pipe-max-size): more than that came after the
   * command's end.
   */
  private static final long PIPE_MOST = 1 << 20;

  private final Fd out;
  private final Fd err;
  private final HeadTail keptOut;
  private final HeadTail keptErr;
  private final Live live;
  private final Fd endReader;
  private final Fd end;
  private final Fd settledReader;
  private final Fd settled;
  private final Fd brokenReader;
  private final Fd broken;
  private final Thread thread;
  private boolean abandoned;
  private boolean outOpen = true;
  private boolean errOpen = true;
  private boolean showing = true;

  Pump(Fd out, Fd err, HeadTail keptOut, HeadTail keptErr, Live live) throws ErrnoException {
    this.out = out;
    this.err = err;
    this.keptOut = keptOut;
    this.keptErr = keptErr;
    this.live = live;
    Fd[] ends = Fd.pipe();
    endReader = ends[0];
    end = ends[1];
    Fd[] settles = Fd.pipe();
    settledReader = settles[0];
    settled = settles[1];
    Fd[] breaks = Fd.pipe();
    brokenReader = breaks[0];
    broken = breaks[1];
    thread = Thread.ofPlatform().daemon().name("pinfold-pump").unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  /** Readable once nobody takes the output any more. */
  Fd brokenSignal() {
    return brokenReader;
  }

  /** The command is over: waits until what it wrote has been carried on. */
  void commandEnded() {
    end.close();
    Poll.readable(FOR_EVER, settledReader);
  }

  /**
   * Does not wait for the pipes' end any more: a process that could not be ended (there was no pen)
   * holds them. The threads and descriptors stay until it lets go.
   */
  void abandon() {
    abandoned = true;
  }

  /** Waits until both pipes have ended: all processes that held them are dead. */
  @Override
  public void close() {
    end.close();
    if (abandoned) {
      return;
    }
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
    for (Fd fd : new Fd[] {endReader, settledReader, settled, brokenReader, broken, out, err}) {
      fd.close();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment buffer = arena.allocate(CHUNK);
      byte[] bytes = new byte[CHUNK];
      long most = Long.MAX_VALUE;
      boolean commandRuns = true;
      while (outOpen || errOpen) {
        Fd[] open = open(commandRuns);
        int ready = Poll.readable(commandRuns || !showing ? FOR_EVER : Duration.ZERO, open);
        if (ready >= 0 && open[ready] == endReader) {
          commandRuns = false;
          most = PIPE_MOST;
        } else if (ready >= 0) {
          most -= carry(open[ready] == out ? Stream.OUT : Stream.ERR, buffer, bytes);
        }
        if (!commandRuns && showing && (ready < 0 || most <= 0)) {
          showing = false;
          settled.close();
        }
      }
    } finally {
      settled.close();
    }
  }

  /** The output first: what is in the pipes when the command's end is seen belongs to it. */
  private Fd[] open(boolean commandRuns) {
    Fd[] pipes = outOpen && errOpen ? new Fd[] {out, err} : new Fd[] {outOpen ? out : err};
    if (!commandRuns) {
      return pipes;
    }
    Fd[] all = new Fd[pipes.length + 1];
    System.arraycopy(pipes, 0, all, 0, pipes.length);
    all[pipes.length] = endReader;
    return all;
  }

  private long carry(Stream stream, MemorySegment buffer, byte[] bytes) {
    long length = (stream == Stream.OUT ? out : err).read(buffer);
    if (length <= 0) {
      if (stream == Stream.OUT) {
        outOpen = false;
      } else {
        errOpen = false;
      }
      return 0;
    }
    if (showing) {
      MemorySegment.copy(buffer, ValueLayout.JAVA_BYTE, 0, bytes, 0, (int) length);
      (stream == Stream.OUT ? keptOut : keptErr).add(bytes, (int) length);
      show(stream, bytes, (int) length);
    }
    return length;
  }

  private void show(Stream stream, byte[] bytes, int length) {
    try {
      live.write(stream, bytes, length);
    } catch (IOException _) {
      // The reader of our output has gone (EPIPE): the run is ended for it, which the report says.
      broken.close();
    }
  }
}
