package dev.pinfold.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Changes of an inode's metadata through an O_PATH descriptor: by the name {@code
 * /proc/thread-self/fd/N}, which leads to exactly that inode, a symbolic link's own included. All
 * return 0 or a negated errno.
 */
public final class InodeMetadata implements AutoCloseable {
  private final Arena arena = Arena.ofConfined();
  private final MemorySegment name;

  /** For the inode of {@code fd}, which stays the caller's. One thread. */
  public InodeMetadata(Fd fd) {
    name = NativeString.allocate(arena, "/proc/thread-self/fd/" + fd.number());
  }

  /** fchmodat(2). */
  public long chmod(int mode) {
    return Libc.syscall(Sys.FCHMODAT, Openat2.AT_FDCWD, name.address(), mode, 0);
  }

  /** fchownat(2); -1 leaves an id as it is. */
  public long chown(int user, int group) {
    return Libc.syscall(Sys.FCHOWNAT, Openat2.AT_FDCWD, name.address(), user, group, 0, 0);
  }

  /**
   * utimensat(2).
   *
   * @param times two struct timespec, access then change; or {@link MemorySegment#NULL} for now
   */
  public long utimens(MemorySegment times) {
    return Libc.syscall(Sys.UTIMENSAT, Openat2.AT_FDCWD, name.address(), times.address(), 0);
  }

  /** setxattr(2); {@code attribute} ends with a NUL, {@code value} may be empty. */
  public long setxattr(MemorySegment attribute, MemorySegment value, int flags) {
    return Libc.syscall(
        Sys.SETXATTR,
        name.address(),
        attribute.address(),
        value.address(),
        value.byteSize(),
        flags,
        0);
  }

  /** removexattr(2). */
  public long removexattr(MemorySegment attribute) {
    return Libc.syscall(Sys.REMOVEXATTR, name.address(), attribute.address());
  }

  /**
   * inotify_add_watch(2) on another process's inotify descriptor, of which {@code inotify} is a
   * copy.
   */
  public long inotifyAddWatch(Fd inotify, int mask) {
    return Libc.syscall(Sys.INOTIFY_ADD_WATCH, inotify.number(), name.address(), mask, 0);
  }

  @Override
  public void close() {
    arena.close();
  }
}
