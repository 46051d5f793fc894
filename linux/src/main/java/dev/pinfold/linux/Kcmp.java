package dev.pinfold.linux;

/** kcmp(2): whether two processes share a thing of the kernel's. Needs CONFIG_KCMP. */
public final class Kcmp {
  /** KCMP_VM of linux/kcmp.h. */
  private static final int VM = 1;

  private Kcmp() {}

  /**
   * Compares the address spaces of two processes or threads. One is shared only by threads, and by
   * the child of a vfork or posix_spawn until it executes a program.
   *
   * @return 0 when it is the same one, 1 or 2 when not, or a negated errno
   */
  public static long memory(int one, int other) {
    return Libc.syscall(Sys.KCMP, one, other, VM, 0);
  }
}
