package dev.pinfold.sandbox;

import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The one thread of the JVM that locks itself in, and from which all commands of a run are started.
 *
 * <p>A platform thread, started by a thread that is free, alive until the run ends: Landlock,
 * seccomp and no_new_privs belong to threads and can't be taken back. It runs nothing but what
 * {@link #call} hands it. Whatever it started in Java (another thread, an executor, a process by
 * ProcessBuilder) would be locked in too, for ever; therefore it only makes kernel calls.
 */
final class PenThread implements AutoCloseable {
  private static final FutureTask<Void> END = new FutureTask<>(() -> {}, null);

  private final BlockingQueue<FutureTask<?>> tasks = new LinkedBlockingQueue<>();
  private final Thread thread;

  private PenThread() {
    thread = Thread.ofPlatform().daemon().name("pinfold-pen").unstarted(this::run);
  }

  /** Starts it; the caller's thread must be free. */
  static PenThread start() {
    PenThread pen = new PenThread();
    pen.thread.start();
    return pen;
  }

  private void run() {
    try {
      for (FutureTask<?> task = tasks.take(); task != END; task = tasks.take()) {
        task.run();
      }
    } catch (InterruptedException _) {
      // Nobody interrupts it; if somebody did, the run could start nothing more, which is the safe
      // side.
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Runs {@code work} on the thread and waits for it.
   *
   * @throws IOException what the work threw, with a trace of the caller's
   */
  <T> T call(Callable<T> work) throws IOException {
    FutureTask<T> task = new FutureTask<>(work);
    tasks.add(task);
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return task.get();
        } catch (InterruptedException _) {
          interrupted = true;
        } catch (ExecutionException thrown) {
          throw new IOException("the pen's thread: " + thrown.getCause(), thrown.getCause());
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Lets the thread end. What it started goes on. */
  @Override
  public void close() {
    tasks.add(END);
  }
}
