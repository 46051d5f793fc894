package dev.pinfold.linux;

/** kill(2). */
public final class Signals {
  /** setpriority(2); the call itself answers 20 less, so that no answer is negative. */
  private static final int NICEST = 19;

  /** Sends nothing: asks whether a signal could be sent. */
  public static final int NONE = 0;

  public static final int SIGHUP = 1;
  public static final int SIGINT = 2;
  public static final int SIGKILL = 9;
  public static final int SIGTERM = 15;

  /** Every process that the caller may signal, except init and the caller's own. */
  public static final int EVERYBODY = -1;

  private Signals() {}

  /**
   * kill(2).
   *
   * @param pid a process, a negative process group, or {@link #EVERYBODY}; the last one only ever
   *     from a thread whose Landlock signal scope was checked, since it reaches the user's whole
   *     session otherwise
   * @return 0, or a negated errno
   */
  public static long kill(int pid, int signal) {
    return Libc.syscall(Sys.KILL, pid, signal);
  }

  /** The parent of this process. */
  public static int parent() {
    return (int) Libc.syscall(Sys.GETPPID, 0, 0);
  }

  /** The real user id. */
  public static int user() {
    return (int) Libc.syscall(Sys.GETUID, 0, 0);
  }

  /** The calling thread's own number, as /proc and seccomp know it. */
  public static int thread() {
    return (int) Libc.syscall(Sys.GETTID, 0, 0);
  }

  /**
   * Makes the calling thread nicer than it is, which all that it starts inherits (setpriority
   * PRIO_PROCESS 0). Relative: who was started with a low priority may not raise it to a fixed one.
   */
  public static long nice(int more) {
    long twentyLess = Libc.syscall(Sys.GETPRIORITY, 0, 0, 0, 0);
    if (twentyLess < 0) {
      return twentyLess;
    }
    return Libc.syscall(Sys.SETPRIORITY, 0, 0, Math.min(NICEST, 20 - twentyLess + more), 0);
  }
}
