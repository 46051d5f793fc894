package dev.pinfold.process;

import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.Fd;

/** A way to end a run from another thread. Cancelling is for good; a second time does nothing. */
public final class Cancellation implements AutoCloseable {
  private final Fd reader;
  private final Fd writer;

  /** Not cancelled. */
  public Cancellation() throws ErrnoException {
    Fd[] pipe = Fd.pipe();
    reader = pipe[0];
    writer = pipe[1];
  }

  /** Ends the run. */
  public void cancel() {
    writer.close();
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
