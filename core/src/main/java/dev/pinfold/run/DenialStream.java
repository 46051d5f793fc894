package dev.pinfold.run;

import dev.pinfold.journal.Journal;
import dev.pinfold.process.Cancellation;
import dev.pinfold.sandbox.CountedDenial;
import dev.pinfold.sandbox.DenialListener;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Carries denials from whoever says no to the journal and to whoever watches, while the run goes
 * on: each different one once, on a thread of its own, so that nobody waits for the disk.
 *
 * <p>What arrives is bounded by its source, which lists a bounded number of different denials and
 * counts the rest; so the queue is bounded too. When the journal takes no more, the run is ended:
 * it must not go on unrecorded.
 */
final class DenialStream implements DenialListener, AutoCloseable {
  private final Journal journal;
  private final DenialListener live;
  private final Cancellation cancellation;
  private final Thread thread;
  private final Queue<CountedDenial> waiting = new ArrayDeque<>();
  private boolean closed;
  private @Nullable IOException failure;

  /** The caller's thread must be free: who makes a thread gives it what binds it. */
  DenialStream(Journal journal, DenialListener live, Cancellation cancellation) {
    this.journal = journal;
    this.live = live;
    this.cancellation = cancellation;
    thread = Thread.ofPlatform().daemon().name("pinfold-denials").start(this::carry);
  }

  @Override
  public synchronized void denied(CountedDenial first) {
    if (!closed) {
      waiting.add(first);
      notifyAll();
    }
  }

  private void carry() {
    for (List<CountedDenial> some = next(); !some.isEmpty(); some = next()) {
      try {
        JournalEntries.denied(journal, some);
        some.forEach(live::denied);
      } catch (IOException e) {
        fail(e);
        return;
      } catch (RuntimeException e) {
        fail(new IOException("who watches the denials of this run failed: " + e, e));
        return;
      }
    }
  }

  /** All that wait; none once it is closed. */
  private synchronized List<CountedDenial> next() {
    while (waiting.isEmpty() && !closed) {
      try {
        wait();
      } catch (InterruptedException e) {
        // Nobody interrupts this thread; what waits is still on record then.
        closed = true;
      }
    }
    List<CountedDenial> some = new ArrayList<>(waiting);
    waiting.clear();
    return some;
  }

  private synchronized void fail(IOException e) {
    failure = e;
    closed = true;
    waiting.clear();
    cancellation.cancel();
  }

  /**
   * Waits until all is on the disk.
   *
   * @throws IOException when it could not be recorded
   */
  @Override
  public void close() throws IOException {
    synchronized (this) {
      closed = true;
      notifyAll();
    }
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    synchronized (this) {
      if (failure != null) {
        throw failure;
      }
    }
  }
}
