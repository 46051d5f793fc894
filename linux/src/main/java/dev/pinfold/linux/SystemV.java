package dev.pinfold.linux;

/** A System V shared memory segment, as far as something must be there to be tried for. */
public final class SystemV {
  /* linux/ipc.h */
  private static final int IPC_CREAT = 01000;
  private static final int IPC_EXCL = 02000;
  private static final int IPC_RMID = 0;

  private SystemV() {}

  /**
   * shmget(2): makes a segment of {@code bytes} for this user alone.
   *
   * @return its number, or a negated errno
   */
  public static long makeSegment(int key, long bytes) {
    return Libc.syscall(Sys.SHMGET, key, bytes, IPC_CREAT | IPC_EXCL | 0600, 0);
  }

  /** shmctl(2) IPC_RMID. */
  public static long removeSegment(long number) {
    return Libc.syscall(Sys.SHMCTL, number, IPC_RMID, 0, 0);
  }
}
