package dev.pinfold.sandbox;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.pinfold.linux.Errno;
import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.Fd;
import dev.pinfold.linux.FileStatus;
import dev.pinfold.linux.InodeMetadata;
import dev.pinfold.linux.Openat2;
import dev.pinfold.linux.Paths;
import dev.pinfold.linux.PidFd;
import dev.pinfold.linux.ProcessMemory;
import dev.pinfold.linux.SeccompListener;
import dev.pinfold.linux.Sys;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Changes of modes, owners, times and attributes, and inotify watches, carried out for the caller
 * on the very inode that was judged: inside the run's folders only. The thread that runs this has
 * no capabilities, so it can do no more than the caller.
 */
final class MetadataCalls {
  private static final int AT_FDCWD = Openat2.AT_FDCWD;
  private static final int AT_SYMLINK_NOFOLLOW = 0x100;

  /** IN_DONT_FOLLOW of linux/inotify.h. */
  private static final int IN_DONT_FOLLOW = 0x0200_0000;

  /** XATTR_NAME_MAX with its NUL, XATTR_SIZE_MAX; linux/limits.h. */
  private static final int XATTR_NAME_BYTES = 256;

  private static final long XATTR_VALUE_BYTES = 65_536;

  private final List<String> readable;
  private final List<String> writable;
  private final Denials denials;

  MetadataCalls(List<String> readable, List<String> writable, Denials denials) {
    this.readable = readable;
    this.writable = writable;
    this.denials = denials;
  }

  /**
   * Carries {@code sys} out, whose arguments are in {@code call}; the answer, or a negated errno.
   */
  long answer(Sys sys, SeccompListener call) {
    return switch (sys) {
      case CHMOD -> chmod(call, AT_FDCWD, call.argument(0), 1, 0);
      case FCHMOD -> chmod(call, fd(call, 0), 0, 1, 0);
      case FCHMODAT -> chmod(call, fd(call, 0), path(call, 1), 2, 0);
      case FCHMODAT2 -> chmod(call, fd(call, 0), path(call, 1), 2, (int) call.argument(3));
      case CHOWN -> chown(call, AT_FDCWD, path(call, 0), 1, 0);
      case LCHOWN -> chown(call, AT_FDCWD, path(call, 0), 1, AT_SYMLINK_NOFOLLOW);
      case FCHOWN -> chown(call, fd(call, 0), 0, 1, 0);
      case FCHOWNAT -> chown(call, fd(call, 0), path(call, 1), 2, (int) call.argument(4));
      case UTIME -> times(call, AT_FDCWD, path(call, 0), 0, Times.SECONDS, call.argument(1));
      case UTIMES -> times(call, AT_FDCWD, path(call, 0), 0, Times.MICROSECONDS, call.argument(1));
      case FUTIMESAT ->
          times(call, fd(call, 0), call.argument(1), 0, Times.MICROSECONDS, call.argument(2));
      case UTIMENSAT ->
          times(
              call,
              fd(call, 0),
              call.argument(1),
              (int) call.argument(3),
              Times.NANOSECONDS,
              call.argument(2));
      case SETXATTR -> setxattr(call, AT_FDCWD, path(call, 0), 0);
      case LSETXATTR -> setxattr(call, AT_FDCWD, path(call, 0), AT_SYMLINK_NOFOLLOW);
      case FSETXATTR -> setxattr(call, fd(call, 0), 0, 0);
      case REMOVEXATTR -> removexattr(call, AT_FDCWD, path(call, 0), 0);
      case LREMOVEXATTR -> removexattr(call, AT_FDCWD, path(call, 0), AT_SYMLINK_NOFOLLOW);
      case FREMOVEXATTR -> removexattr(call, fd(call, 0), 0, 0);
      case INOTIFY_ADD_WATCH -> watch(call);
      default -> -Errno.ENOSYS;
    };
  }

  private static int fd(SeccompListener call, int argument) {
    return (int) call.argument(argument);
  }

  /**
   * The address of a path; a null pointer is no way to name a descriptor in these calls: the kernel
   * answers EFAULT.
   */
  private static long path(SeccompListener call, int argument) {
    long address = call.argument(argument);
    return address == 0 ? 1 : address;
  }

  private long chmod(SeccompListener call, int dir, long path, int modeArgument, int flags) {
    int mode = (int) call.argument(modeArgument);
    return act(
        call,
        "chmod",
        dir,
        path,
        flags,
        Reach.WRITE,
        (fd, inode) -> addsSetId(fd, mode) ? -Errno.EPERM : inode.chmod(mode));
  }

  /**
   * A program that runs as its owner would outlive the run, for whoever finds it; on folders the
   * bits are harmless.
   */
  private static boolean addsSetId(Fd fd, int mode) throws ErrnoException {
    FileStatus status = FileStatus.of(fd);
    return !status.isDirectory() && (mode & SyscallRules.SET_ID & ~status.mode()) != 0;
  }

  private long chown(SeccompListener call, int dir, long path, int firstArgument, int flags) {
    int user = (int) call.argument(firstArgument);
    int group = (int) call.argument(firstArgument + 1);
    return act(
        call, "chown", dir, path, flags, Reach.WRITE, (_, inode) -> inode.chown(user, group));
  }

  private enum Times {
    SECONDS,
    MICROSECONDS,
    NANOSECONDS
  }

  private long times(
      SeccompListener call, int dir, long path, int flags, Times unit, long address) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment times =
          address == 0 ? MemorySegment.NULL : read(arena, call.thread(), address, unit);
      if (times == null) {
        return -Errno.EFAULT;
      }
      return act(
          call, "utimensat", dir, path, flags, Reach.WRITE, (_, inode) -> inode.utimens(times));
    }
  }

  /** The times of utimbuf (2 longs), timeval[2] or timespec[2] as timespec[2]. */
  private static @Nullable MemorySegment read(Arena arena, int thread, long address, Times unit) {
    MemorySegment given =
        ProcessMemory.read(arena, thread, address, unit == Times.SECONDS ? 16 : 32);
    if (given == null || unit == Times.NANOSECONDS) {
      return given;
    }
    MemorySegment times = arena.allocate(32, 8);
    boolean seconds = unit == Times.SECONDS;
    for (int i = 0; i < 2; i++) {
      times.setAtIndex(JAVA_LONG, 2L * i, given.getAtIndex(JAVA_LONG, seconds ? i : 2L * i));
      times.setAtIndex(
          JAVA_LONG, 2L * i + 1, seconds ? 0 : given.getAtIndex(JAVA_LONG, 2L * i + 1) * 1000);
    }
    return times;
  }

  private long setxattr(SeccompListener call, int dir, long path, int flags) {
    long size = call.argument(3);
    if (size < 0 || size > XATTR_VALUE_BYTES) {
      return -Errno.E2BIG;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment name =
          ProcessMemory.readString(arena, call.thread(), call.argument(1), XATTR_NAME_BYTES);
      MemorySegment value =
          size == 0
              ? MemorySegment.NULL
              : ProcessMemory.read(arena, call.thread(), call.argument(2), size);
      if (name == null || value == null) {
        return -Errno.EFAULT;
      }
      int how = (int) call.argument(4);
      return act(
          call,
          "setxattr",
          dir,
          path,
          flags,
          Reach.WRITE,
          (_, inode) -> inode.setxattr(name, value, how));
    }
  }

  private long removexattr(SeccompListener call, int dir, long path, int flags) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment name =
          ProcessMemory.readString(arena, call.thread(), call.argument(1), XATTR_NAME_BYTES);
      if (name == null) {
        return -Errno.EFAULT;
      }
      return act(
          call,
          "removexattr",
          dir,
          path,
          flags,
          Reach.WRITE,
          (_, inode) -> inode.removexattr(name));
    }
  }

  /** A watch tells names and times of access: only where the run may read. */
  private long watch(SeccompListener call) {
    int mask = (int) call.argument(2);
    int flags = (mask & IN_DONT_FOLLOW) == 0 ? 0 : AT_SYMLINK_NOFOLLOW;
    return act(
        call,
        "inotify_add_watch",
        AT_FDCWD,
        path(call, 1),
        flags,
        Reach.READ,
        (_, inode) -> {
          long process = PidFd.ofThread(call.thread());
          if (process < 0) {
            return process;
          }
          try (Fd pidfd = Fd.own(process)) {
            long copy = PidFd.getfd(pidfd, fd(call, 0));
            if (copy < 0) {
              return copy;
            }
            try (Fd inotify = Fd.own(copy)) {
              return inode.inotifyAddWatch(inotify, mask & ~IN_DONT_FOLLOW);
            }
          }
        });
  }

  /** Where the inode must lie. */
  private enum Reach {
    READ,
    WRITE
  }

  private interface Change {
    long apply(Fd fd, InodeMetadata inode) throws ErrnoException;
  }

  private long act(
      SeccompListener call,
      String operation,
      int dir,
      long path,
      int flags,
      Reach reach,
      Change change) {
    long opened = CallerPath.open(call.thread(), dir, path, flags);
    if (opened < 0) {
      return opened;
    }
    try (Fd fd = Fd.own(opened);
        InodeMetadata inode = new InodeMetadata(fd)) {
      String real = Paths.of(fd);
      if (!call.stillWaiting()) {
        return -Errno.ENOENT;
      }
      return Rulesets.isBeneath(real, reach == Reach.WRITE ? writable : readable)
          ? change.apply(fd, inode)
          : refuse(call, operation, real, reach);
    } catch (ErrnoException failed) {
      return -failed.errno();
    }
  }

  private long refuse(SeccompListener call, String operation, String path, Reach reach) {
    boolean write = reach == Reach.WRITE;
    denials.add(
        new Denial(
            Denial.Layer.METADATA,
            operation,
            new Denial.Target.Path(path),
            guarantee(path, write),
            write ? "outside the folders that this run may write" : "outside this run's view",
            "",
            Denial.Evidence.OBSERVED),
        Optional.of(new Grant(path, write ? Access.READ_WRITE : Access.READ, Grant.Origin.USER)),
        call);
    return write ? -Errno.EPERM : -Errno.EACCES;
  }

  private String guarantee(String path, boolean write) {
    if (!write) {
      return "fs.watch.outside";
    }
    return Rulesets.isBeneath(path, readable) ? "fs.metadata.readonly" : "fs.metadata.outside";
  }
}
