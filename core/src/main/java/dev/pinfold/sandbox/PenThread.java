package dev.pinfold.sandbox;

import dev.pinfold.linux.Capabilities;
import dev.pinfold.linux.Errno;
import dev.pinfold.linux.Fd;
import dev.pinfold.linux.Landlock;
import dev.pinfold.linux.NativeString;
import dev.pinfold.linux.Openat2;
import dev.pinfold.linux.PosixSpawn;
import dev.pinfold.linux.Prctl;
import dev.pinfold.linux.Ptrace;
import dev.pinfold.linux.Seccomp;
import dev.pinfold.linux.Signals;
import dev.pinfold.linux.Sockets;
import dev.pinfold.sandbox.SelfProof.Attempt;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
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

  /** What runs on the thread once it can't open the class path any more: loaded before. */
  private static final List<Class<?>> NEEDED =
      List.of(
          Attempt.class,
          SelfProof.class,
          Capabilities.class,
          Errno.class,
          Fd.class,
          Landlock.class,
          NativeString.class,
          Openat2.class,
          PosixSpawn.class,
          Prctl.class,
          Ptrace.class,
          Seccomp.class,
          Signals.class,
          Sockets.class);

  private PenThread() {
    thread = Thread.ofPlatform().daemon().name("pinfold-pen").unstarted(this::run);
  }

  /** Starts it; the caller's thread must be free. */
  static PenThread start() {
    PenThread pen = new PenThread();
    NEEDED.forEach(PenThread::initialize);
    pen.thread.start();
    return pen;
  }

  private static void initialize(Class<?> needed) {
    try {
      Class.forName(needed.getName(), true, needed.getClassLoader());
    } catch (ClassNotFoundException impossible) {
      throw new AssertionError("it is loaded already", impossible);
    }
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

  /** Ends the thread and waits for it. What it started goes on. */
  @Override
  public void close() {
    tasks.add(END);
    Threads.join(thread, Duration.ofSeconds(-1));
  }
}
