package dev.pinfold.process;

import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.Fd;

/** A way to end a run from another thread. Cancelling is for good; a second time does nothing. */
public final class Cancellation implements AutoCloseable {
  private final Fd reader;
  private final Fd writer;
  private volatile boolean cancelled;

  /** Not cancelled. */
  public Cancellation() throws ErrnoException {
    Fd[] pipe = Fd.pipe();
    reader = pipe[0];
    writer = pipe[1];
  }

  /** Ends the run. */
  public void cancel() {
    cancelled = true;
    writer.close();
  }

  /** Whether it has been. */
  public boolean isCancelled() {
    return cancelled;
  }

  /** Readable once cancelled: the pipe's end. */
  Fd signal() {
    return reader;
  }

  @Override
  public void close() {
    writer.close();
    reader.close();
  }
}
