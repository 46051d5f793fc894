package dev.pinfold.process;

import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.Fd;
import java.util.ArrayList;
import java.util.List;

/**
 * A way to end a run from another thread. Cancelling is for good; a second time does nothing.
 *
 * <p>Thread contract: {@link #cancel}, {@link #isCancelled} and {@link #whenCancelled} on any
 * thread.
 */
public final class Cancellation implements AutoCloseable {
  private final Fd reader;
  private final Fd writer;
  private final List<Registration> actions = new ArrayList<>();
  private boolean cancelled;

  /** Not cancelled. */
  public Cancellation() throws ErrnoException {
    Fd[] pipe = Fd.pipe();
    reader = pipe[0];
    writer = pipe[1];
  }

  /** Ends the run. */
  public void cancel() {
    List<Registration> due;
    synchronized (actions) {
      cancelled = true;
      due = List.copyOf(actions);
      actions.clear();
    }
    writer.close();
    due.forEach(registration -> registration.action.run());
  }

  /** Whether it has been. */
  public boolean isCancelled() {
    synchronized (actions) {
      return cancelled;
    }
  }

  /**
   * Has {@code action} run when it is cancelled, at once if it has been: on the thread that
   * cancels, which it must not keep waiting.
   */
  public Registration whenCancelled(Runnable action) {
    Registration registration = new Registration(action);
    synchronized (actions) {
      if (!cancelled) {
        actions.add(registration);
        return registration;
      }
    }
    action.run();
    return registration;
  }

  /** An action that waits; closing it takes it back, unless it is running already. */
  public final class Registration implements AutoCloseable {
    private final Runnable action;

    private Registration(Runnable action) {
      this.action = action;
    }

    @Override
    public void close() {
      synchronized (actions) {
        actions.remove(this);
      }
    }
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
