package dev.pinfold.linux;

/** close_range(2). */
public final class CloseRange {
  /** Linux 5.11. */
  private static final int CLOSE_RANGE_CLOEXEC = 4;

  private static final long LAST = 0xFFFF_FFFFL;

  private CloseRange() {}

  /**
   * Marks every descriptor of this process from {@code first} on as close-on-exec: none reaches a
   * program that is started later, unless the spawn passes it on by name.
   *
   * @return 0, or a negated errno
   */
  public static long closeOnExecFrom(int first) {
    return Libc.syscall(Sys.CLOSE_RANGE, first, LAST, CLOSE_RANGE_CLOEXEC, 0);
  }
}
