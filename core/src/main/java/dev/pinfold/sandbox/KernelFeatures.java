package dev.pinfold.sandbox;

import dev.pinfold.linux.Errno;
import dev.pinfold.linux.Landlock;

/**
 * What this kernel offers, found by calling it and never by its version.
 *
 * @param landlockAbi the version of the interface, or the negated errno
 */
public record KernelFeatures(long landlockAbi) {
  /** Asks the running kernel. */
  public static KernelFeatures probe() {
    return new KernelFeatures(Landlock.abi());
  }

  /** The file rights that this kernel knows, of those that we know. */
  long fileRights() {
    if (landlockAbi >= 5) {
      return Landlock.ALL_FILE_RIGHTS;
    }
    long known = Landlock.ALL_FILE_RIGHTS & ~Landlock.IOCTL_DEV;
    if (landlockAbi < 3) {
      known &= ~Landlock.TRUNCATE;
    }
    return landlockAbi < 2 ? known & ~Landlock.REFER : known;
  }

  /** The TCP rights that this kernel knows. */
  long netRights() {
    return landlockAbi >= 4 ? Landlock.BIND_TCP | Landlock.CONNECT_TCP : 0;
  }

  /** The scopes that this kernel knows. */
  long scopes() {
    return landlockAbi >= 6 ? Landlock.SCOPE_SIGNAL | Landlock.SCOPE_ABSTRACT_UNIX_SOCKET : 0;
  }

  /** The ABI in words, for messages. */
  public String landlock() {
    return landlockAbi >= 0
        ? "Landlock ABI " + landlockAbi
        : "no Landlock (" + Errno.answer(landlockAbi) + ")";
  }
}
