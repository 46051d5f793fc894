package dev.pinfold.linux;

/** prctl(2), linux/prctl.h. */
public final class Prctl {
  public static final int PR_SET_DUMPABLE = 4;
  static final int PR_CAPBSET_DROP = 24;
  public static final int PR_SET_SECUREBITS = 28;
  public static final int PR_SET_NO_NEW_PRIVS = 38;
  public static final int PR_SET_PTRACER = 0x59616d61;
  private static final int PR_SET_CHILD_SUBREAPER = 36;

  private Prctl() {}

  /** The calling thread, and all that it starts, can gain no privilege by execve any more. */
  public static long setNoNewPrivs() {
    return Libc.syscall(Sys.PRCTL, PR_SET_NO_NEW_PRIVS, 1, 0, 0);
  }

  /** Orphans of this process become its children instead of init's. For the whole process. */
  public static long setChildSubreaper() {
    return Libc.syscall(Sys.PRCTL, PR_SET_CHILD_SUBREAPER, 1, 0, 0);
  }
}
