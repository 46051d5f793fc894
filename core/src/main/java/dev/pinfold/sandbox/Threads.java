package dev.pinfold.sandbox;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/**
 * Waiting for a thread's end in spite of interrupts, which are kept for later: an end half done
 * would leave processes.
 */
final class Threads {
  private Threads() {}

  /**
   * Waits for the end of {@code thread}.
   *
   * @param patience how long at most; negative is for ever
   * @return whether it has ended
   */
  static boolean join(Thread thread, Duration patience) {
    long deadline = System.nanoTime() + patience.toNanos();
    boolean interrupted = false;
    while (thread.isAlive() && (patience.isNegative() || System.nanoTime() < deadline)) {
      try {
        thread.join(
            patience.isNegative()
                ? Duration.ofDays(1)
                : Duration.ofNanos(Math.max(1, deadline - System.nanoTime())));
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return !thread.isAlive();
  }

  /**
   * Waits for what another thread makes, which must be no more than computing.
   *
   * @throws IllegalStateException when that failed: a defect
   */
  static <T> T result(Future<T> work) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return work.get();
        } catch (InterruptedException _) {
          interrupted = true;
        } catch (ExecutionException defect) {
          throw new IllegalStateException(defect.getCause());
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
