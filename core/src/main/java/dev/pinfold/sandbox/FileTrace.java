package dev.pinfold.sandbox;

import static dev.pinfold.linux.Openat2.AT_FDCWD;

import dev.pinfold.linux.Errno;
import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.Fd;
import dev.pinfold.linux.FileStatus;
import dev.pinfold.linux.Landlock;
import dev.pinfold.linux.Openat2;
import dev.pinfold.linux.Paths;
import dev.pinfold.linux.SeccompListener;
import dev.pinfold.linux.Signals;
import dev.pinfold.linux.Sys;
import dev.pinfold.sandbox.Denial.Evidence;
import dev.pinfold.sandbox.Denial.Layer;
import dev.pinfold.sandbox.Denial.Target;
import java.util.Optional;
import java.util.Set;

/**
 * Sees every call that opens, makes, moves or removes a file, and reports those that the pen's
 * rules will refuse although the run's user may do it: {@code --trace-denials}.
 *
 * <p>Its answer is always that the kernel goes on. That is safe, although the caller's memory may
 * name another file by then, because nothing is allowed here: Landlock and the mounts decide on the
 * path that the kernel reads, as without a trace. Who changes the path meanwhile gets a wrong line
 * into the report, never a file.
 *
 * <p>Nothing is reported without evidence. A file that its own mode closes, a name that is nowhere,
 * a folder where a file was expected: those are the command's own affair, and the kernel says so
 * before it asks Landlock.
 */
final class FileTrace {
  /** What it is asked about. */
  static final Set<Sys> SEEN = SyscallRules.traced();

  private static final int R_OK = 4;
  private static final int W_OK = 2;
  private static final int X_OK = 1;

  /** fcntl.h, x86-64 and aarch64 alike. */
  private static final int O_ACCMODE = 3;

  private static final int O_RDWR = 2;
  private static final int AT_REMOVEDIR = 0x200;
  private static final int AT_SYMLINK_FOLLOW = 0x400;

  /** S_ISVTX: in such a folder everybody removes only what is theirs. */
  private static final int STICKY = 01000;

  private static final int S_IFMT = 0170000;
  private static final int S_IFIFO = 0010000;
  private static final int S_IFSOCK = 0140000;

  /** The kernel's own trees differ for each process, and from one tier to the other. */
  private static final String PROC = "/proc/";

  private final FileRules rules;
  private final Tier tier;
  private final Denials denials;

  FileTrace(FileRules rules, Tier tier, Denials denials) {
    this.rules = rules;
    this.tier = tier;
    this.denials = denials;
  }

  /** Looks at a call, and lets it go on. */
  long answer(Sys sys, SeccompListener call) {
    try {
      look(sys, call);
    } catch (ErrnoException _) {
      // What can't be looked at has gone meanwhile, or is for the kernel to refuse.
    }
    return SeccompListener.GO_ON;
  }

  private void look(Sys sys, SeccompListener call) throws ErrnoException {
    switch (sys) {
      case OPEN -> open(call, name(call, AT_FDCWD, 0), (int) call.argument(1));
      case OPENAT -> open(call, name(call, fd(call, 0), 1), (int) call.argument(2));
      case CREAT ->
          open(call, name(call, AT_FDCWD, 0), Openat2.O_CREAT | Openat2.O_WRONLY | Openat2.O_TRUNC);
      case TRUNCATE -> truncate(call, name(call, AT_FDCWD, 0));
      case MKDIR -> make(call, "mkdir", name(call, AT_FDCWD, 0), Landlock.MAKE_DIR);
      case MKDIRAT -> make(call, "mkdir", name(call, fd(call, 0), 1), Landlock.MAKE_DIR);
      case SYMLINK -> make(call, "symlink", name(call, AT_FDCWD, 1), Landlock.MAKE_SYM);
      case SYMLINKAT -> make(call, "symlink", name(call, fd(call, 1), 2), Landlock.MAKE_SYM);
      case MKNOD -> make(call, "mknod", name(call, AT_FDCWD, 0), node((int) call.argument(1)));
      case MKNODAT -> make(call, "mknod", name(call, fd(call, 0), 1), node((int) call.argument(2)));
      case UNLINK -> remove(call, "unlink", name(call, AT_FDCWD, 0));
      case RMDIR -> remove(call, "rmdir", name(call, AT_FDCWD, 0));
      case UNLINKAT ->
          remove(
              call,
              (call.argument(2) & AT_REMOVEDIR) == 0 ? "unlink" : "rmdir",
              name(call, fd(call, 0), 1));
      case RENAME -> move(call, "rename", name(call, AT_FDCWD, 0), name(call, AT_FDCWD, 1));
      case RENAMEAT, RENAMEAT2 ->
          move(call, "rename", name(call, fd(call, 0), 1), name(call, fd(call, 2), 3));
      case LINK -> link(call, name(call, AT_FDCWD, 0), name(call, AT_FDCWD, 1), 0);
      case LINKAT ->
          link(
              call, name(call, fd(call, 0), 1), name(call, fd(call, 2), 3), (int) call.argument(4));
      default -> throw new IllegalArgumentException(sys + " is not traced");
    }
  }

  private static int fd(SeccompListener call, int argument) {
    return (int) call.argument(argument);
  }

  private static CallerName name(SeccompListener call, int dir, int path) throws ErrnoException {
    return CallerName.read(call.thread(), dir, call.argument(path));
  }

  private static long node(int mode) {
    return switch (mode & S_IFMT) {
      case S_IFIFO -> Landlock.MAKE_FIFO;
      case S_IFSOCK -> Landlock.MAKE_SOCK;
      default -> Landlock.MAKE_REG;
    };
  }

  private void open(SeccompListener call, CallerName name, int flags) throws ErrnoException {
    boolean creates = (flags & Openat2.O_CREAT) != 0;
    if ((flags & Openat2.O_PATH) != 0) {
      return;
    }
    long opened = name.open((flags & Openat2.O_NOFOLLOW) != 0);
    if (opened == -Errno.ENOENT && creates) {
      inFolder(call, "create", name, Landlock.MAKE_REG);
      return;
    }
    boolean writes = (flags & O_ACCMODE) != 0 || (flags & Openat2.O_TRUNC) != 0;
    boolean reads = (flags & O_ACCMODE) == 0 || (flags & O_ACCMODE) >= O_RDWR;
    if (opened < 0) {
      hidden(call, name, (int) -opened, writes ? "write" : "read", mode(reads, writes));
      return;
    }
    try (Fd file = Fd.own(opened)) {
      FileStatus status = FileStatus.of(file);
      boolean exclusive = creates && (flags & Openat2.O_EXCL) != 0;
      boolean wrongKind =
          status.isLink() || (status.isDirectory() ? writes : (flags & Openat2.O_DIRECTORY) != 0);
      if (exclusive || wrongKind) {
        return;
      }
      long rights =
          status.isDirectory()
              ? Landlock.READ_DIR
              : (reads ? Landlock.READ_FILE : 0)
                  | ((flags & O_ACCMODE) != 0 ? Landlock.WRITE_FILE : 0)
                  | ((flags & Openat2.O_TRUNC) != 0 ? Landlock.TRUNCATE : 0);
      String operation = status.isDirectory() ? "list" : writes ? "write" : "read";
      existing(call, operation, file, rights, mode(reads, writes));
    }
  }

  private static int mode(boolean reads, boolean writes) {
    return (reads ? R_OK : 0) | (writes ? W_OK : 0);
  }

  private void truncate(SeccompListener call, CallerName name) throws ErrnoException {
    long opened = name.open(false);
    if (opened < 0) {
      hidden(call, name, (int) -opened, "truncate", W_OK);
      return;
    }
    try (Fd file = Fd.own(opened)) {
      if (FileStatus.of(file).isRegular()) {
        existing(call, "truncate", file, Landlock.TRUNCATE, W_OK);
      }
    }
  }

  /** A file that is there for the caller. */
  private void existing(SeccompListener call, String operation, Fd file, long rights, int mode)
      throws ErrnoException {
    String path = Paths.of(file);
    if (!isComparable(path)) {
      return;
    }
    boolean write = (mode & W_OK) != 0;
    boolean allowed = rules.allow(path, rights);
    if (allowed && write && isReadOnlyInside(file) && Paths.access(path, mode) == 0) {
      report(call, operation, path, "fs.protected", Optional.empty());
    } else if (!allowed && Paths.access(path, mode) == 0) {
      report(call, operation, path, guarantee(path, write), Optional.of(path));
    }
  }

  /** The mount refuses what the rules allow: a protected file. */
  private static boolean isReadOnlyInside(Fd file) {
    return Paths.access("/proc/thread-self/fd/" + file.number(), W_OK) == -Errno.EROFS;
  }

  /** In tier full the numbers of processes are others outside. */
  private boolean isComparable(String path) {
    return tier == Tier.LANDLOCK || !path.startsWith(PROC);
  }

  private void make(SeccompListener call, String operation, CallerName name, long right)
      throws ErrnoException {
    long there = name.open(true);
    if (there >= 0) {
      // EEXIST, before anybody's rules.
      Fd.own(there).close();
      return;
    }
    inFolder(call, operation, name, right);
  }

  private void remove(SeccompListener call, String operation, CallerName name)
      throws ErrnoException {
    long opened = name.open(true);
    if (opened < 0) {
      hidden(call, name, (int) -opened, operation, 0);
      return;
    }
    try (Fd file = Fd.own(opened)) {
      FileStatus status = FileStatus.of(file);
      if (status.isDirectory() != operation.equals("rmdir")) {
        return;
      }
      if (mayRemove(name, status)) {
        inFolder(
            call,
            operation,
            name,
            status.isDirectory() ? Landlock.REMOVE_DIR : Landlock.REMOVE_FILE);
      }
    }
  }

  /** The sticky bit of the folder, see unlink(2). */
  private static boolean mayRemove(CallerName name, FileStatus file) throws ErrnoException {
    try (Fd folder = Fd.own(Errno.check("open", name.openFolder()))) {
      FileStatus above = FileStatus.of(folder);
      int self = Signals.user();
      return (above.mode() & STICKY) == 0 || file.owner() == self || above.owner() == self;
    }
  }

  private void move(SeccompListener call, String operation, CallerName from, CallerName to)
      throws ErrnoException {
    long opened = from.open(true);
    if (opened < 0) {
      hidden(call, from, (int) -opened, operation, 0);
      return;
    }
    try (Fd file = Fd.own(opened)) {
      FileStatus status = FileStatus.of(file);
      boolean folder = status.isDirectory();
      boolean reported =
          !mayRemove(from, status)
              || inFolder(
                  call, operation, from, folder ? Landlock.REMOVE_DIR : Landlock.REMOVE_FILE)
              || inFolder(call, operation, to, folder ? Landlock.MAKE_DIR : Landlock.MAKE_REG);
      if (!reported) {
        gainsRights(call, operation, Paths.of(file), from, to);
      }
    }
  }

  private void link(SeccompListener call, CallerName from, CallerName to, int flags)
      throws ErrnoException {
    long opened = from.open((flags & AT_SYMLINK_FOLLOW) == 0);
    if (opened < 0) {
      hidden(call, from, (int) -opened, "link", 0);
      return;
    }
    try (Fd file = Fd.own(opened)) {
      if (!FileStatus.of(file).isDirectory() && !inFolder(call, "link", to, Landlock.MAKE_REG)) {
        gainsRights(call, "link", Paths.of(file), from, to);
      }
    }
  }

  /**
   * A file does not get more rights by getting into another folder: the kernel answers EXDEV, and
   * programs copy instead (landlock(7), LANDLOCK_ACCESS_FS_REFER).
   */
  private void gainsRights(
      SeccompListener call, String operation, String path, CallerName from, CallerName to)
      throws ErrnoException {
    String old = folder(from);
    String now = folder(to);
    long more = rules.rights(now) & ~rules.rights(old);
    if (!old.equals(now)
        && (more != 0 || !rules.allow(old, Landlock.REFER))
        && isComparable(path)
        && Paths.access(old, X_OK) == 0
        && Paths.access(now, W_OK | X_OK) == 0) {
      report(call, operation, path, guarantee(old, true), Optional.empty());
    }
  }

  private static String folder(CallerName name) throws ErrnoException {
    try (Fd folder = Fd.own(Errno.check("open", name.openFolder()))) {
      return Paths.of(folder);
    }
  }

  /**
   * A change of a folder's names.
   *
   * @return whether it was reported
   */
  private boolean inFolder(SeccompListener call, String operation, CallerName name, long right)
      throws ErrnoException {
    long opened = name.openFolder();
    if (opened < 0) {
      return hiddenFolder(call, name, (int) -opened, operation);
    }
    try (Fd folder = Fd.own(opened)) {
      String path = Paths.of(folder);
      if (!FileStatus.of(folder).isDirectory()
          || !isComparable(path)
          || rules.allow(path, right)
          || Paths.access(path, W_OK | X_OK) != 0) {
        return false;
      }
      report(
          call,
          operation,
          (path.equals("/") ? "" : path) + "/" + name.last(),
          guarantee(path, true),
          Optional.of(path));
      return true;
    }
  }

  /** A name that the pen's tree lacks: refused is it only where there is such a file outside. */
  private void hidden(SeccompListener call, CallerName name, int errno, String operation, int mode)
      throws ErrnoException {
    if (tier != Tier.FULL || errno != Errno.ENOENT) {
      return;
    }
    String real = Paths.real(name.absolute());
    if (!rules.isGranted(real) && !isKernels(real) && Paths.access(real, mode) == 0) {
      report(
          call,
          operation,
          real,
          "fs.hidden.outside",
          mode == 0 ? Optional.empty() : Optional.of(real));
    }
  }

  private boolean hiddenFolder(SeccompListener call, CallerName name, int errno, String operation)
      throws ErrnoException {
    if (tier != Tier.FULL || errno != Errno.ENOENT) {
      return false;
    }
    String path = name.absolute();
    String real = Paths.real(path.substring(0, Math.max(1, path.lastIndexOf('/'))));
    if (rules.isGranted(real) || isKernels(real) || Paths.access(real, W_OK | X_OK) != 0) {
      return false;
    }
    report(call, operation, real + "/" + name.last(), "fs.hidden.outside", Optional.of(real));
    return true;
  }

  private static boolean isKernels(String path) {
    return path.startsWith(PROC) || path.startsWith("/sys/") || path.startsWith("/dev/");
  }

  private String guarantee(String path, boolean write) {
    if (!write) {
      return "fs.read.outside";
    }
    return rules.allow(path, Landlock.READ_FILE) ? "fs.write.readonly" : "fs.write.outside";
  }

  private void report(
      SeccompListener call,
      String operation,
      String path,
      String guarantee,
      Optional<String> granted) {
    if (!call.stillWaiting()) {
      return;
    }
    boolean read = operation.equals("read") || operation.equals("list");
    String reason =
        switch (guarantee) {
          case "fs.read.outside", "fs.hidden.outside" -> "outside this run's view";
          case "fs.protected" -> "protected: something outside runs or trusts it";
          default -> "outside the folders that this run may write";
        };
    denials.add(
        new Denial(
            Layer.FILES, operation, new Target.Path(path), guarantee, reason, "", Evidence.TRACED),
        granted.map(at -> new Grant(at, read ? Access.READ : Access.READ_WRITE, Grant.Origin.USER)),
        call);
  }
}
