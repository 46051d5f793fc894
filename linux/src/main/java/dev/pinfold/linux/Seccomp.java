package dev.pinfold.linux;

import java.lang.foreign.Arena;

/** seccomp(2). */
public final class Seccomp {
  /** SECCOMP_FILTER_FLAG_NEW_LISTENER, Linux 5.0. */
  public static final int NEW_LISTENER = 1 << 3;

  /**
   * SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV, Linux 5.19: a received call is no longer interrupted by
   * signals.
   */
  private static final int WAIT_KILLABLE_RECV = 1 << 5;

  static final int SET_MODE_FILTER = 1;

  private Seccomp() {}

  /**
   * Installs a filter on the calling thread, for it and for all that it will start, and makes the
   * listener that answers its notifications.
   *
   * @return the listener's descriptor; -EBUSY when an outer filter has one; -EINVAL before Linux
   *     5.19
   */
  public static long installWithListener(BpfProgram program) {
    try (Arena arena = Arena.ofConfined()) {
      return Libc.syscall(
          Sys.SECCOMP,
          SET_MODE_FILTER,
          NEW_LISTENER | WAIT_KILLABLE_RECV,
          program.toNative(arena).address(),
          0);
    }
  }

  /** Installs a filter without a listener. Returns 0, or a negated errno. */
  public static long install(BpfProgram program) {
    try (Arena arena = Arena.ofConfined()) {
      return Libc.syscall(Sys.SECCOMP, SET_MODE_FILTER, 0, program.toNative(arena).address(), 0);
    }
  }
}
