package dev.pinfold.linux;

/** Error numbers by name; asm-generic/errno-base.h and errno.h, the same on x86-64 and aarch64. */
public final class Errno {
  public static final int EPERM = 1;
  public static final int ENOENT = 2;
  public static final int ESRCH = 3;
  public static final int EINTR = 4;
  public static final int EIO = 5;
  public static final int ENXIO = 6;
  public static final int E2BIG = 7;
  public static final int ENOEXEC = 8;
  public static final int EBADF = 9;
  public static final int ECHILD = 10;
  public static final int EAGAIN = 11;
  public static final int ENOMEM = 12;
  public static final int EACCES = 13;
  public static final int EFAULT = 14;
  public static final int EBUSY = 16;
  public static final int EEXIST = 17;
  public static final int EXDEV = 18;
  public static final int ENOTDIR = 20;
  public static final int EISDIR = 21;
  public static final int EINVAL = 22;
  public static final int ENOTTY = 25;
  public static final int ETXTBSY = 26;
  public static final int ENOSPC = 28;
  public static final int EROFS = 30;
  public static final int EPIPE = 32;
  public static final int ERANGE = 34;
  public static final int ENAMETOOLONG = 36;
  public static final int ENOSYS = 38;
  public static final int ENOTEMPTY = 39;
  public static final int ELOOP = 40;
  public static final int ENOMSG = 42;
  public static final int ENODATA = 61;
  public static final int EOPNOTSUPP = 95;
  public static final int EAFNOSUPPORT = 97;
  public static final int ENETUNREACH = 101;
  public static final int ETIMEDOUT = 110;
  public static final int ECONNREFUSED = 111;
  public static final int EINPROGRESS = 115;
  public static final int ENODEV = 19;
  public static final int EPROTONOSUPPORT = 93;
  public static final int ESOCKTNOSUPPORT = 94;
  public static final int EADDRINUSE = 98;
  public static final int EISCONN = 106;
  public static final int ESTALE = 116;
  public static final int ENOKEY = 126;

  private Errno() {}

  /** The name of an errno, {@code EACCES}; {@code errno 200} when it has none here. */
  public static String name(int errno) {
    return switch (errno) {
      case EPERM -> "EPERM";
      case ENOENT -> "ENOENT";
      case ESRCH -> "ESRCH";
      case EINTR -> "EINTR";
      case EIO -> "EIO";
      case ENXIO -> "ENXIO";
      case E2BIG -> "E2BIG";
      case ENOEXEC -> "ENOEXEC";
      case EBADF -> "EBADF";
      case ECHILD -> "ECHILD";
      case EAGAIN -> "EAGAIN";
      case ENOMEM -> "ENOMEM";
      case EACCES -> "EACCES";
      case EFAULT -> "EFAULT";
      case EBUSY -> "EBUSY";
      case EEXIST -> "EEXIST";
      case EXDEV -> "EXDEV";
      case ENOTDIR -> "ENOTDIR";
      case EISDIR -> "EISDIR";
      case EINVAL -> "EINVAL";
      case ENOTTY -> "ENOTTY";
      case ETXTBSY -> "ETXTBSY";
      case ENOSPC -> "ENOSPC";
      case EROFS -> "EROFS";
      case EPIPE -> "EPIPE";
      case ERANGE -> "ERANGE";
      case ENAMETOOLONG -> "ENAMETOOLONG";
      case ENOSYS -> "ENOSYS";
      case ENOTEMPTY -> "ENOTEMPTY";
      case ELOOP -> "ELOOP";
      case ENOMSG -> "ENOMSG";
      case ENODATA -> "ENODATA";
      case EOPNOTSUPP -> "EOPNOTSUPP";
      case EAFNOSUPPORT -> "EAFNOSUPPORT";
      case ETIMEDOUT -> "ETIMEDOUT";
      case EINPROGRESS -> "EINPROGRESS";
      case ENETUNREACH -> "ENETUNREACH";
      case ECONNREFUSED -> "ECONNREFUSED";
      case ENODEV -> "ENODEV";
      case EPROTONOSUPPORT -> "EPROTONOSUPPORT";
      case ESOCKTNOSUPPORT -> "ESOCKTNOSUPPORT";
      case EADDRINUSE -> "EADDRINUSE";
      case EISCONN -> "EISCONN";
      case ESTALE -> "ESTALE";
      case ENOKEY -> "ENOKEY";
      default -> "errno " + errno;
    };
  }

  /**
   * What a call answered, readable: {@code ok} for a value of at least 0, else the name of the
   * errno.
   */
  public static String answer(long result) {
    return result >= 0 ? "ok" : name((int) -result);
  }

  /**
   * Passes a good result on.
   *
   * @param call what was called, as in the manual, with the flag or path that matters
   * @param result what the call returned: at least 0, or the negated errno
   * @return {@code result}
   * @throws ErrnoException when it is negative
   */
  public static long check(String call, long result) throws ErrnoException {
    if (result < 0) {
      throw new ErrnoException(call, (int) -result);
    }
    return result;
  }
}
