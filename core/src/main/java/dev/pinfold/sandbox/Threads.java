package dev.pinfold.sandbox;

import java.time.Duration;

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
}
