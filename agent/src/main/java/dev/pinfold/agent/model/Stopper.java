package dev.pinfold.agent.model;

import dev.pinfold.process.Cancellation;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Ends what a call waits for when the run is cancelled. */
final class Stopper implements AutoCloseable {
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final Cancellation.Registration registration;
  private @Nullable Runnable inFlight;

  Stopper(Cancellation cancellation) {
    registration = cancellation.whenCancelled(this::stop);
  }

  private void stop() {
    stopped.countDown();
    Runnable end;
    synchronized (stopped) {
      end = inFlight;
    }
    if (end != null) {
      end.run();
    }
  }

  /** What to end: at once if it is cancelled already. In place of what was given before. */
  void watch(Runnable end) {
    synchronized (stopped) {
      inFlight = end;
    }
    if (stopped.getCount() == 0) {
      end.run();
    }
  }

  /** Fails when cancelled. */
  void check() throws InterruptedException {
    if (stopped.getCount() == 0 || Thread.interrupted()) {
      throw new InterruptedException("cancelled while the model was asked");
    }
  }

  /** Waits, or fails when cancelled meanwhile. */
  void sleep(Duration time) throws InterruptedException {
    // Whether it was stopped is what check says.
    boolean _ = stopped.await(time.toMillis(), TimeUnit.MILLISECONDS);
    check();
  }

  @Override
  public void close() {
    registration.close();
  }
}
