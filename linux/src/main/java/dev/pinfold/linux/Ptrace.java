package dev.pinfold.linux;

/** ptrace(2), as far as a pen proves itself with it. */
public final class Ptrace {
  private static final int PTRACE_ATTACH = 16;
  private static final int PTRACE_DETACH = 17;

  private Ptrace() {}

  /**
   * Attaches to a process, and lets it go at once if that worked.
   *
   * @return 0 when it could be attached to, or a negated errno
   */
  public static long attach(int pid) {
    long result = Libc.syscall(Sys.PTRACE, PTRACE_ATTACH, pid, 0, 0);
    if (result >= 0) {
      Libc.syscall(Sys.PTRACE, PTRACE_DETACH, pid, 0, 0);
    }
    return result;
  }
}
