package dev.pinfold.agent.loop;

import dev.pinfold.process.Cancellation;
import java.time.Duration;

/** Cancels a run when its time is used up. */
final class Deadline implements AutoCloseable {
  private final Thread waiting;
  private final Duration before;
  private final long start = System.nanoTime();
  private volatile boolean passed;

  private Deadline(Duration time, Duration before, Cancellation cancellation) {
    this.before = before;
    waiting =
        Thread.ofVirtual()
            .name("deadline")
            .unstarted(
                () -> {
                  try {
                    Thread.sleep(time.minus(before));
                    passed = true;
                    cancellation.cancel();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                });
  }

  /**
   * Begins to wait.
   *
   * @param before what an earlier JVM has used of it
   */
  static Deadline in(Duration time, Duration before, Cancellation cancellation) {
    Deadline made = new Deadline(time, before, cancellation);
    made.waiting.start();
    return made;
  }

  /** What is used of the time. */
  Duration elapsed() {
    return before.plusNanos(System.nanoTime() - start);
  }

  boolean isPassed() {
    return passed;
  }

  @Override
  public void close() {
    waiting.interrupt();
    boolean interrupted = false;
    while (waiting.isAlive()) {
      try {
        waiting.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
