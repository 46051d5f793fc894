package dev.pinfold.cli;

import dev.pinfold.process.Cancellation;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Ends the run when the JVM is told to end (SIGINT, SIGTERM, SIGHUP), and keeps it from ending
 * before the run has. The JVM then exits with 128 + the signal's number.
 */
final class Interruption implements AutoCloseable {
  /**
   * The command's grace and the end of its pen take less; after it the watchdog kills what is left.
   */
  private static final long PATIENCE_SECONDS = 20;

  private final Cancellation cancellation = new Cancellation();
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Thread hook = Thread.ofPlatform().name("interruption").unstarted(this::interrupt);

  Interruption() throws IOException {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  Cancellation cancellation() {
    return cancellation;
  }

  private void interrupt() {
    cancellation.cancel();
    try {
      boolean inTime = ended.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
      assert inTime : "the run did not end";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * The run has ended, and all is said of it. Does not return once a signal is ending the JVM,
   * whose status is then the JVM's to give.
   */
  @Override
  public void close() {
    ended.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      waitForTheEnd();
    }
    cancellation.close();
  }

  private static void waitForTheEnd() {
    while (true) {
      LockSupport.park();
    }
  }
}
