package dev.pinfold.e2e.attack;

import static dev.pinfold.e2e.attack.Call.*;
import static dev.pinfold.e2e.attack.FileActs.AT_EMPTY_PATH;
import static dev.pinfold.e2e.attack.FileActs.AT_FDCWD;
import static dev.pinfold.e2e.attack.FileActs.O_PATH;
import static dev.pinfold.e2e.attack.FileActs.O_RDONLY;
import static dev.pinfold.e2e.attack.FileActs.open;
import static dev.pinfold.e2e.attack.Kernel.block;
import static dev.pinfold.e2e.attack.Kernel.call;
import static dev.pinfold.e2e.attack.Kernel.longs;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.util.Map;

/**
 * Changing the mode, owner, times, extended attributes and flags of a file: what Landlock doesn't
 * see. Each by path, by path without following a symbolic link, by read-only descriptor, by O_PATH
 * descriptor, and through /proc/self/fd.
 */
final class MetadataActs {
  private static final int AT_SYMLINK_NOFOLLOW = 0x100;
  private static final int MODE = 0777;
  private static final String ATTRIBUTE = "user.attacked";

  /** ioctl numbers: include/uapi/linux/fs.h. */
  private static final long FS_IOC_GETFLAGS = 0x80086601L;

  private static final long FS_IOC_SETFLAGS = 0x40086602L;
  private static final long FS_IOC_FSGETXATTR = 0x801c581fL;
  private static final long FS_IOC_FSSETXATTR = 0x401c5820L;
  private static final int FS_XFLAG_NODUMP = 0x80;

  static final Map<String, Act> ACTS =
      Map.ofEntries(
          Map.entry("chmod", a -> call(CHMOD, a.text(0), MODE)),
          Map.entry("chmod-setuid", a -> call(FCHMODAT, AT_FDCWD, a.text(0), 04777)),
          Map.entry("fchmod", a -> readable(a, fd -> call(FCHMOD, fd, MODE))),
          Map.entry("fchmodat", a -> call(FCHMODAT, AT_FDCWD, a.text(0), MODE)),
          Map.entry("fchmodat2", a -> call(FCHMODAT2, AT_FDCWD, a.text(0), MODE, 0)),
          Map.entry(
              "fchmodat2-no-follow",
              a -> call(FCHMODAT2, AT_FDCWD, a.text(0), MODE, AT_SYMLINK_NOFOLLOW)),
          Map.entry(
              "fchmodat2-empty-path",
              a -> path(a, fd -> call(FCHMODAT2, fd, "", MODE, AT_EMPTY_PATH))),
          Map.entry("fchmodat-at", a -> folder(a, fd -> call(FCHMODAT, fd, a.text(1), MODE))),
          Map.entry("chmod-proc-fd", a -> path(a, fd -> call(CHMOD, "/proc/self/fd/" + fd, MODE))),
          Map.entry("chmod-undumpable", MetadataActs::chmodUndumpable),
          Map.entry("chown", a -> call(CHOWN, a.text(0), a.number(1), -1)),
          Map.entry("lchown", a -> call(LCHOWN, a.text(0), a.number(1), -1)),
          Map.entry("fchown", a -> readable(a, fd -> call(FCHOWN, fd, a.number(1), -1))),
          Map.entry("fchownat", a -> call(FCHOWNAT, AT_FDCWD, a.text(0), a.number(1), -1, 0)),
          Map.entry(
              "fchownat-empty-path",
              a -> path(a, fd -> call(FCHOWNAT, fd, "", a.number(1), -1, AT_EMPTY_PATH))),
          Map.entry("utime", a -> call(UTIME, a.text(0), longs(1, 1))),
          Map.entry("utimes", a -> call(UTIMES, a.text(0), longs(1, 0, 1, 0))),
          Map.entry("futimesat", a -> call(FUTIMESAT, AT_FDCWD, a.text(0), longs(1, 0, 1, 0))),
          Map.entry("utimensat", a -> call(UTIMENSAT, AT_FDCWD, a.text(0), longs(1, 0, 1, 0), 0)),
          Map.entry("touch", a -> call(UTIMENSAT, AT_FDCWD, a.text(0), 0, 0)),
          Map.entry(
              "utimensat-no-follow",
              a -> call(UTIMENSAT, AT_FDCWD, a.text(0), longs(1, 0, 1, 0), AT_SYMLINK_NOFOLLOW)),
          Map.entry(
              "utimensat-empty-path",
              a -> path(a, fd -> call(UTIMENSAT, fd, "", longs(1, 0, 1, 0), AT_EMPTY_PATH))),
          Map.entry(
              "futimens", a -> readable(a, fd -> call(UTIMENSAT, fd, 0, longs(1, 0, 1, 0), 0))),
          Map.entry("setxattr", a -> call(SETXATTR, a.text(0), ATTRIBUTE, "x", 1, 0)),
          Map.entry("lsetxattr", a -> call(LSETXATTR, a.text(0), ATTRIBUTE, "x", 1, 0)),
          Map.entry("fsetxattr", a -> readable(a, fd -> call(FSETXATTR, fd, ATTRIBUTE, "x", 1, 0))),
          Map.entry(
              "setxattrat",
              a -> call(SETXATTRAT, AT_FDCWD, a.text(0), 0, ATTRIBUTE, xattrArguments(), 16)),
          Map.entry("removexattr", a -> call(REMOVEXATTR, a.text(0), "user.decoy")),
          Map.entry("lremovexattr", a -> call(LREMOVEXATTR, a.text(0), "user.decoy")),
          Map.entry("fremovexattr", a -> readable(a, fd -> call(FREMOVEXATTR, fd, "user.decoy"))),
          Map.entry(
              "removexattrat", a -> call(REMOVEXATTRAT, AT_FDCWD, a.text(0), 0, "user.decoy")),
          Map.entry("set-flags", MetadataActs::setFlags),
          Map.entry("set-extended-flags", MetadataActs::setExtendedFlags),
          Map.entry("file-setattr", MetadataActs::fileSetattr),
          Map.entry("set-generation", a -> ioctl(a, 0x40087602L, block(8))),
          Map.entry("ext4-set-generation", a -> ioctl(a, 0x40086604L, block(8))),
          Map.entry("ext4-migrate", a -> ioctl(a, 0x6609L, block(8))),
          Map.entry("enable-verity", a -> ioctl(a, 0x40806685L, verity())),
          Map.entry("set-encryption-policy", a -> ioctl(a, 0x800c6613L, block(12))));

  private MetadataActs() {}

  private interface Step {
    Answer on(long fd);
  }

  private static Answer readable(Args args, Step step) {
    return open(args.text(0), O_RDONLY).then(step::on);
  }

  private static Answer path(Args args, Step step) {
    return open(args.text(0), O_PATH).then(step::on);
  }

  private static Answer folder(Args args, Step step) {
    return open(args.text(0), O_PATH | FileActs.O_DIRECTORY).then(step::on);
  }

  /**
   * A process that isn't dumpable can't be read by a supervisor of the same user: what it can't
   * judge, it must refuse.
   */
  private static Answer chmodUndumpable(Args args) {
    int setDumpable = 4;
    call(PRCTL, setDumpable, 0);
    Answer answer = call(FCHMODAT, AT_FDCWD, args.text(0), MODE);
    call(PRCTL, setDumpable, 1);
    return answer;
  }

  /** struct xattr_args: value, size, flags. */
  private static MemorySegment xattrArguments() {
    return longs(Kernel.addresses("x")[0], 1);
  }

  /**
   * Adds the flag (such as 0x40, no dump; 0x10, immutable) to the flags of a file opened for
   * reading only.
   */
  private static Answer setFlags(Args args) {
    MemorySegment flags = block(8);
    return open(args.text(0), O_RDONLY)
        .then(
            fd -> {
              call(IOCTL, fd, FS_IOC_GETFLAGS, flags);
              flags.set(JAVA_INT, 0, flags.get(JAVA_INT, 0) | (int) args.number(1));
              return call(IOCTL, fd, FS_IOC_SETFLAGS, flags);
            });
  }

  /** struct fsxattr, 28 bytes, begins with the flags. */
  private static Answer setExtendedFlags(Args args) {
    MemorySegment attributes = block(32);
    return open(args.text(0), O_RDONLY)
        .then(
            fd -> {
              call(IOCTL, fd, FS_IOC_FSGETXATTR, attributes);
              attributes.set(JAVA_INT, 0, attributes.get(JAVA_INT, 0) | FS_XFLAG_NODUMP);
              return call(IOCTL, fd, FS_IOC_FSSETXATTR, attributes);
            });
  }

  /**
   * Requests of include/uapi/linux/fs.h, fsverity.h, fscrypt.h and of ext4, on a descriptor for
   * reading.
   */
  private static Answer ioctl(Args args, long request, MemorySegment argument) {
    return readable(args, fd -> call(IOCTL, fd, request, argument));
  }

  /** struct fsverity_enable_arg, 128 bytes: version 1, SHA-256, blocks of 4096 bytes. */
  private static MemorySegment verity() {
    MemorySegment argument = block(128);
    argument.set(JAVA_INT, 0, 1);
    argument.set(JAVA_INT, 4, 1);
    argument.set(JAVA_INT, 8, 4096);
    return argument;
  }

  /** The same by path, since 6.17; struct file_attr, 24 bytes, begins with the flags as a u64. */
  private static Answer fileSetattr(Args args) {
    MemorySegment attributes = block(24);
    attributes.set(JAVA_LONG, 0, FS_XFLAG_NODUMP);
    return call(FILE_SETATTR, AT_FDCWD, args.text(0), attributes, 24, 0);
  }
}
