package dev.pinfold.sandbox;

import dev.pinfold.linux.Capabilities;
import dev.pinfold.linux.Errno;
import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.Fd;
import dev.pinfold.linux.SeccompListener;
import dev.pinfold.linux.Sys;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Answers the calls that a filter can't judge by their registers, one at a time, on a thread of its
 * own that is free but holds no capabilities. When it is gone the kernel refuses those calls
 * (ENOSYS).
 *
 * <p>Trapped are only calls that may be retried and are rare in what programs do all the time:
 * trapping fork, close or read stalls pipelines.
 */
final class Supervisor implements AutoCloseable {
  private static final Duration FOR_EVER = Duration.ofSeconds(-1);

  private final SeccompListener listener;
  private final int penThread;
  private final Denials denials;
  private final SocketCalls sockets;
  private final SocketCalls proofSockets;
  private final MetadataCalls metadata;
  private final Optional<ExecGuard> guard;
  private final FileTrace trace;
  private final Map<Integer, Sys> calls = new HashMap<>();
  private final Fd stopReader;
  private final Fd stop;
  private final Thread thread;
  private volatile boolean hungUp;

  private Supervisor(
      SeccompListener listener,
      int penThread,
      Rulesets rulesets,
      SocketCalls sockets,
      Optional<StartJudge> judge)
      throws ErrnoException {
    this.listener = listener;
    this.penThread = penThread;
    this.sockets = sockets;
    denials = sockets.denials();
    proofSockets = sockets.unreported();
    metadata =
        new MetadataCalls(
            with(rulesets.readable(), rulesets.own()),
            with(rulesets.writable(), rulesets.own()),
            denials);
    int jvm = (int) ProcessHandle.current().pid();
    guard = judge.map(asked -> new ExecGuard(asked, denials, rulesets.rules(), jvm));
    trace = new FileTrace(rulesets.rules(), sockets.tier(), denials);
    for (Sys sys : Sys.values()) {
      calls.put(sys.nr(), sys);
    }
    Fd[] pipe = Fd.pipe();
    stopReader = pipe[0];
    stop = pipe[1];
    thread = Thread.ofPlatform().daemon().name("pinfold-supervisor").unstarted(this::run);
  }

  /** Starts it; the caller's thread must be free, for the new one inherits what binds it. */
  static Supervisor start(
      SeccompListener listener,
      int penThread,
      Rulesets rulesets,
      SocketCalls sockets,
      Optional<StartJudge> judge)
      throws ErrnoException {
    Supervisor supervisor = new Supervisor(listener, penThread, rulesets, sockets, judge);
    supervisor.thread.start();
    return supervisor;
  }

  private static List<String> with(List<String> paths, List<String> more) {
    return Stream.concat(paths.stream(), more.stream()).toList();
  }

  Denials denials() {
    return denials;
  }

  /** A starter that did not come to execute its command: nobody else may pass in its name. */
  void forgetStarter(int pid) {
    guard.ifPresent(asked -> asked.forget(pid));
  }

  private void run() {
    // As the run itself: a call carried out for a process must not succeed because the JVM is root.
    long dropped = Capabilities.dropAll();
    if (dropped < 0) {
      listener.close();
      throw new IllegalStateException(
          "the supervisor can't drop its capabilities: " + Errno.answer(dropped));
    }
    try {
      supervise();
    } finally {
      // Whatever comes: a call that nobody will answer must fail, not wait.
      listener.close();
      stopReader.close();
      guard.ifPresent(ExecGuard::close);
    }
  }

  private void supervise() {
    SeccompListener.Ready ready = listener.await(stopReader);
    while (ready == SeccompListener.Ready.CALL) {
      // -ENOENT: the caller died before it was received.
      if (listener.receive() >= 0) {
        respond(guardedAnswer());
      }
      ready = listener.await(stopReader);
    }
    hungUp = ready == SeccompListener.Ready.HUNG_UP;
  }

  /**
   * The run chooses what arrives here: a fault of ours refuses that one call, and the next is
   * answered as ever.
   */
  private long guardedAnswer() {
    try {
      return answer();
    } catch (RuntimeException | OutOfMemoryError | StackOverflowError fault) {
      denials.add(
          new Denial(
              Denial.Layer.SYSTEM_CALLS,
              "supervisor",
              new Denial.Target.Call("system call " + listener.number()),
              "start.fail-closed",
              "a fault of Pinfold: " + fault,
              "",
              Denial.Evidence.OBSERVED),
          listener);
      return -Errno.EPERM;
    }
  }

  private long answer() {
    Sys sys = calls.get(listener.number());
    if (sys == null) {
      return -Errno.ENOSYS;
    }
    return switch (sys) {
      case SOCKET, CONNECT, BIND, LISTEN ->
          (listener.thread() == penThread ? proofSockets : sockets).answer(sys, listener);
      case EXECVE, EXECVEAT ->
          guard.map(asked -> asked.answer(sys, listener)).orElse((long) -Errno.ENOSYS);
      default -> {
        if (FileTrace.SEEN.contains(sys)) {
          yield listener.thread() == penThread
              ? SeccompListener.GO_ON
              : trace.answer(sys, listener);
        }
        String guarantee = SyscallRules.guarantee(sys);
        yield guarantee.isEmpty() ? metadata.answer(sys, listener) : refuse(sys, guarantee);
      }
    };
  }

  /** What a filter refuses by itself where nobody traces. */
  private long refuse(Sys sys, String guarantee) {
    if (listener.thread() != penThread) {
      denials.add(
          new Denial(
              Denial.Layer.SYSTEM_CALLS,
              sys.call(),
              new Denial.Target.Call("system call " + sys.call()),
              guarantee,
              "no program of a run may make this call",
              "",
              Denial.Evidence.OBSERVED),
          listener);
    }
    return -Errno.EPERM;
  }

  private void respond(long answer) {
    // A failed answer means that the caller is dead: nobody is left to tell. "Go on" is for the
    // exec
    // guard, and for where the kernel draws the same line: the caller's memory may have changed
    // since it was read.
    listener.answer(answer);
  }

  /**
   * Waits until no process is left under the filter: all of the run are dead, and the pen's thread
   * has ended.
   *
   * @return whether that came to pass within {@code patience}
   */
  boolean awaitEmpty(Duration patience) {
    return Threads.join(thread, patience) && hungUp;
  }

  /** Ends the thread, whoever is left; waits for it. */
  @Override
  public void close() {
    stop.close();
    Threads.join(thread, FOR_EVER);
  }
}
