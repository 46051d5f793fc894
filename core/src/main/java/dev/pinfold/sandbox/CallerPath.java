package dev.pinfold.sandbox;

import dev.pinfold.linux.Errno;
import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.Fd;
import dev.pinfold.linux.NativeString;
import dev.pinfold.linux.Openat2;
import dev.pinfold.linux.Paths;
import dev.pinfold.linux.ProcessMemory;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Opens the file that another process's call names, as that process would: its own copy of the path
 * is read once, relative to its folder or descriptor. The result is an O_PATH descriptor, so what
 * is then judged is what is then acted on.
 */
final class CallerPath {
  private static final int AT_SYMLINK_NOFOLLOW = 0x100;
  private static final int AT_EMPTY_PATH = 0x1000;

  /**
   * How the C library names a descriptor where it has no call for it; "self" would be this JVM
   * here.
   */
  private static final Pattern OWN_DESCRIPTOR =
      Pattern.compile("/(?:proc/(?:self|thread-self)|dev)/fd/(\\d{1,9})");

  /** The kernel's mark on a folder that has no name any more. */
  private static final String DELETED = " (deleted)";

  private CallerPath() {}

  /**
   * Opens what a call names.
   *
   * @param thread the calling thread
   * @param dir a folder's descriptor of the caller's, or AT_FDCWD
   * @param path the address of the path in its memory; 0 for the descriptor itself
   * @param flags AT_SYMLINK_NOFOLLOW and AT_EMPTY_PATH count
   * @return a descriptor, or a negated errno
   */
  static long open(int thread, int dir, long path, int flags) {
    if (path == 0) {
      return descriptor(thread, dir);
    }
    byte[] copy = ProcessMemory.string(thread, path, Paths.PATH_MAX);
    if (copy == null) {
      return -Errno.EFAULT;
    }
    if (copy.length == 0) {
      return (flags & AT_EMPTY_PATH) == 0 ? -Errno.ENOENT : descriptor(thread, dir);
    }
    return open(thread, dir, NativeString.decode(copy), (flags & AT_SYMLINK_NOFOLLOW) != 0);
  }

  /** The same, where the path was read already. */
  static long open(int thread, int dir, String path, boolean noFollow) {
    Matcher own = OWN_DESCRIPTOR.matcher(path);
    if (own.matches()) {
      return noFollow ? -Errno.EPERM : descriptor(thread, Integer.parseInt(own.group(1)));
    }
    if (path.startsWith("/")) {
      return fromRoot(thread, path, noFollow);
    }
    long base = dir == Openat2.AT_FDCWD ? link(thread, "cwd") : descriptor(thread, dir);
    if (base < 0) {
      return base;
    }
    try (Fd folder = Fd.own(base)) {
      String at = Paths.of(folder);
      return at.startsWith("/") && !at.endsWith(DELETED)
          ? fromRoot(thread, at + "/" + path, noFollow)
          : -Errno.ENOENT;
    } catch (ErrnoException failed) {
      return -failed.errno();
    }
  }

  /** In the tree that the caller sees, links included; in tier full it is not this JVM's. */
  private static long fromRoot(int thread, String path, boolean noFollow) {
    int flags = Openat2.O_PATH | (noFollow ? Openat2.O_NOFOLLOW : 0);
    long root = link(thread, "root");
    if (root < 0) {
      return root;
    }
    try (Fd tree = Fd.own(root)) {
      return Openat2.openat2(
          tree.number(), path, flags, Openat2.RESOLVE_IN_ROOT | Openat2.RESOLVE_NO_MAGICLINKS);
    }
  }

  /** What the caller's descriptor {@code number} is open on. */
  static long descriptor(int thread, int number) {
    return number < 0 ? -Errno.EBADF : link(thread, "fd/" + number);
  }

  private static long link(int thread, String name) {
    long result =
        Openat2.openat2(Openat2.AT_FDCWD, "/proc/" + thread + "/" + name, Openat2.O_PATH, 0);
    return result == -Errno.ENOENT && name.startsWith("fd/") ? -Errno.EBADF : result;
  }
}
