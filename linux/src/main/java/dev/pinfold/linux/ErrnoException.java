package dev.pinfold.linux;

import java.io.IOException;

/** A system call that failed, with its name and error number. */
public final class ErrnoException extends IOException {
  private static final long serialVersionUID = 1;

  private final String call;
  private final int errno;

  /**
   * @param call what was called and on what, {@code openat2(/work)}
   * @param errno the positive error number
   */
  public ErrnoException(String call, int errno) {
    super(call + ": " + Errno.name(errno));
    this.call = call;
    this.errno = errno;
  }

  /** What was called. */
  public String call() {
    return call;
  }

  /** The positive error number. */
  public int errno() {
    return errno;
  }
}
