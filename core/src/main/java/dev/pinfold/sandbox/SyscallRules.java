package dev.pinfold.sandbox;

import static dev.pinfold.linux.SeccompFilter.Action.ALLOW;
import static dev.pinfold.linux.SeccompFilter.Action.NOTIFY;

import dev.pinfold.linux.Errno;
import dev.pinfold.linux.Prctl;
import dev.pinfold.linux.Seccomp;
import dev.pinfold.linux.SeccompFilter;
import dev.pinfold.linux.SeccompFilter.Action;
import dev.pinfold.linux.SeccompFilter.Case;
import dev.pinfold.linux.SeccompFilter.Rule;
import dev.pinfold.linux.SeccompFilter.Test;
import dev.pinfold.linux.Sys;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The calls that Landlock does not judge, and what becomes of them in a pen.
 *
 * <p>Each list says why. All that is in no list is allowed: files, TCP, signals and abstract
 * sockets are Landlock's part.
 */
final class SyscallRules {
  private static final Action EPERM = Action.fail(Errno.EPERM);
  private static final Action ENOSYS = Action.fail(Errno.ENOSYS);

  /**
   * Namespaces and mounts: a new view of the file system would leave Landlock's names behind, the
   * mount API altogether.
   */
  private static final List<Sys> NAMESPACES =
      List.of(
          Sys.UNSHARE,
          Sys.MOUNT,
          Sys.UMOUNT2,
          Sys.PIVOT_ROOT,
          Sys.CHROOT,
          Sys.OPEN_TREE,
          Sys.OPEN_TREE_ATTR,
          Sys.MOVE_MOUNT,
          Sys.FSOPEN,
          Sys.FSCONFIG,
          Sys.FSMOUNT,
          Sys.FSPICK,
          Sys.MOUNT_SETATTR);

  /** Other processes' memory and descriptors. */
  private static final List<Sys> OTHER_PROCESSES =
      List.of(
          Sys.PTRACE,
          Sys.PROCESS_VM_READV,
          Sys.PROCESS_VM_WRITEV,
          Sys.PROCESS_MADVISE,
          Sys.PROCESS_MRELEASE,
          Sys.KCMP,
          Sys.PIDFD_GETFD,
          Sys.MIGRATE_PAGES,
          Sys.MOVE_PAGES);

  /** The kernel itself: programs in it, its keys, its clock, its names, its modules, its end. */
  private static final List<Sys> KERNEL =
      List.of(
          Sys.BPF,
          Sys.PERF_EVENT_OPEN,
          Sys.USERFAULTFD,
          Sys.KEYCTL,
          Sys.ADD_KEY,
          Sys.REQUEST_KEY,
          Sys.INIT_MODULE,
          Sys.FINIT_MODULE,
          Sys.DELETE_MODULE,
          Sys.KEXEC_LOAD,
          Sys.KEXEC_FILE_LOAD,
          Sys.REBOOT,
          Sys.SWAPON,
          Sys.SWAPOFF,
          Sys.QUOTACTL,
          Sys.QUOTACTL_FD,
          Sys.ACCT,
          Sys.SETTIMEOFDAY,
          Sys.CLOCK_SETTIME,
          Sys.SETHOSTNAME,
          Sys.SETDOMAINNAME,
          Sys.VHANGUP,
          Sys.SYSLOG,
          Sys.IOPL,
          Sys.IOPERM,
          Sys.LOOKUP_DCOOKIE,
          Sys.FANOTIFY_INIT);

  /** Files by handle: no path, so nothing that Landlock could walk up. */
  private static final List<Sys> HANDLES = List.of(Sys.NAME_TO_HANDLE_AT, Sys.OPEN_BY_HANDLE_AT);

  /**
   * System V IPC and POSIX queues have names of the whole machine where the run has no namespace of
   * its own: in tier landlock.
   */
  private static final List<Sys> SHARED_IPC =
      List.of(
          Sys.SHMGET,
          Sys.SHMAT,
          Sys.SHMCTL,
          Sys.SEMGET,
          Sys.SEMOP,
          Sys.SEMCTL,
          Sys.SEMTIMEDOP,
          Sys.MSGGET,
          Sys.MSGSND,
          Sys.MSGRCV,
          Sys.MSGCTL,
          Sys.MQ_OPEN,
          Sys.MQ_UNLINK);

  /**
   * Calls whose arguments lie in memory, where a filter can't look, and which have a sibling that
   * it can judge: programs take that one when the kernel "lacks" these. clone3 hides clone's flags,
   * openat2 the mode of open; io_uring does whole calls unseen; pidfd_send_signal takes any folder
   * of /proc and so reaches the pen's own thread.
   */
  private static final List<Sys> LACKING =
      List.of(
          Sys.CLONE3,
          Sys.OPENAT2,
          Sys.IO_URING_SETUP,
          Sys.IO_URING_ENTER,
          Sys.IO_URING_REGISTER,
          Sys.PIDFD_SEND_SIGNAL,
          Sys.SETXATTRAT,
          Sys.REMOVEXATTRAT,
          Sys.FILE_SETATTR);

  /**
   * Metadata, which Landlock leaves to the file's owner: the supervisor looks where the file lies.
   */
  private static final List<Sys> METADATA =
      List.of(
          Sys.CHMOD,
          Sys.FCHMOD,
          Sys.FCHMODAT,
          Sys.FCHMODAT2,
          Sys.CHOWN,
          Sys.FCHOWN,
          Sys.LCHOWN,
          Sys.FCHOWNAT,
          Sys.UTIME,
          Sys.UTIMES,
          Sys.FUTIMESAT,
          Sys.UTIMENSAT,
          Sys.SETXATTR,
          Sys.LSETXATTR,
          Sys.FSETXATTR,
          Sys.REMOVEXATTR,
          Sys.LREMOVEXATTR,
          Sys.FREMOVEXATTR,
          Sys.INOTIFY_ADD_WATCH);

  /** Names of files that are made, moved and removed: seen by a trace, judged by Landlock. */
  private static final List<Sys> NAMES =
      List.of(
          Sys.TRUNCATE,
          Sys.MKDIR,
          Sys.MKDIRAT,
          Sys.RMDIR,
          Sys.UNLINK,
          Sys.UNLINKAT,
          Sys.RENAME,
          Sys.RENAMEAT,
          Sys.RENAMEAT2,
          Sys.LINK,
          Sys.LINKAT,
          Sys.SYMLINK,
          Sys.SYMLINKAT);

  /** Starts of programs, which the exec guard judges. */
  private static final List<Sys> STARTS = List.of(Sys.EXECVE, Sys.EXECVEAT);

  /** All CLONE_NEW* of linux/sched.h but NEWTIME (not in clone's flag word). */
  private static final int CLONE_NEW = 0x7E02_0000;

  /** A child of the JVM, which nobody would reap. */
  private static final int CLONE_PARENT = 0x8000;

  /** S_ISUID | S_ISGID of linux/stat.h. */
  static final int SET_ID = 06000;

  /** O_CREAT, and O_TMPFILE without its O_DIRECTORY: both take a mode. */
  private static final int CREATES = 0x40 | 0x40_0000;

  private static final int S_IFMT = 0170000;
  private static final int S_IFCHR = 0020000;
  private static final int S_IFBLK = 0060000;

  /** PIDFD_THREAD of linux/pidfd.h (Linux 6.9). */
  private static final int PIDFD_THREAD = 0x80;

  /** A lease on a readable file makes its writers wait; linux/fcntl.h. */
  private static final int F_SETLEASE = 1024;

  private SyscallRules() {}

  /**
   * The filter of one pen's thread, and so of all that it starts.
   *
   * @param tier which tier; in tier full {@link #command} comes on top for each command
   * @param jvm the JVM's process id
   * @param penThread the pen's thread: the one thread of the JVM inside the run's signal scope, and
   *     a handle on the whole JVM for whoever may signal it
   * @param guarded whether the supervisor judges the programs that are started
   * @param traced whether it also sees file accesses, and what is refused whatever its arguments
   */
  static SeccompFilter filter(Tier tier, int jvm, int penThread, boolean guarded, boolean traced) {
    List<Rule> rules = new ArrayList<>();
    Action refuse = traced ? NOTIFY : EPERM;
    for (List<Sys> group : List.of(NAMESPACES, OTHER_PROCESSES, KERNEL, HANDLES)) {
      group.forEach(sys -> rules.add(Rule.always(sys, refuse)));
    }
    if (traced) {
      NAMES.forEach(sys -> rules.add(Rule.always(sys, NOTIFY)));
    }
    LACKING.forEach(sys -> rules.add(Rule.always(sys, ENOSYS)));
    METADATA.forEach(sys -> rules.add(Rule.always(sys, NOTIFY)));
    if (guarded) {
      STARTS.forEach(sys -> rules.add(Rule.always(sys, NOTIFY)));
    }
    switch (tier) {
      case LANDLOCK -> {
        rules.add(Rule.always(Sys.SETNS, EPERM));
        SHARED_IPC.forEach(sys -> rules.add(Rule.always(sys, EPERM)));
        rules.add(refusingClone(CLONE_NEW | CLONE_PARENT));
        signals(rules, jvm, penThread);
        rules.addAll(SocketRules.hostNetwork());
      }
      case FULL -> {
        rules.add(refusingClone(CLONE_NEW));
        leases(rules);
        rules.addAll(SocketRules.ownNetwork());
      }
    }
    otherProcessesSettings(rules);
    creation(rules, traced ? NOTIFY : ALLOW);
    rules.add(IoctlRules.rule());
    // A process may add filters of its own (browsers do), but only one listener can be in charge.
    rules.add(
        new Rule(Sys.SECCOMP, List.of(when(EPERM, Test.anyBit(1, Seccomp.NEW_LISTENER))), ALLOW));
    rules.add(
        new Rule(
            Sys.PRCTL,
            List.of(
                when(EPERM, Test.equal(0, Prctl.PR_SET_DUMPABLE)),
                when(EPERM, Test.equal(0, Prctl.PR_SET_PTRACER)),
                when(EPERM, Test.equal(0, Prctl.PR_SET_SECUREBITS))),
            ALLOW));
    return new SeccompFilter(rules);
  }

  /** The calls that a trace sees, but for those that a rule refuses by their arguments. */
  static Set<Sys> traced() {
    Set<Sys> all = EnumSet.copyOf(NAMES);
    all.addAll(List.of(Sys.OPEN, Sys.OPENAT, Sys.CREAT, Sys.MKNOD, Sys.MKNODAT));
    return all;
  }

  /** The guarantee behind a call that is refused whatever its arguments; empty for any other. */
  static String guarantee(Sys sys) {
    if (NAMESPACES.contains(sys)) {
      return sys == Sys.UNSHARE ? "ns.new" : "ns.mount";
    }
    if (OTHER_PROCESSES.contains(sys)) {
      return "proc.memory";
    }
    if (KERNEL.contains(sys)) {
      return "kernel.door";
    }
    return HANDLES.contains(sys) ? "fs.handle" : "";
  }

  /** What only a command's starter may do in tier full, and the command itself no more. */
  static SeccompFilter command() {
    return new SeccompFilter(List.of(Rule.always(Sys.SETNS, EPERM), refusingClone(CLONE_PARENT)));
  }

  private static Rule refusingClone(int flags) {
    return new Rule(Sys.CLONE, List.of(when(EPERM, Test.anyBit(0, flags))), ALLOW);
  }

  /** A lease on a readable file makes its writers wait, outside too. */
  private static void leases(List<Rule> rules) {
    rules.add(new Rule(Sys.FCNTL, List.of(when(EPERM, Test.equal(1, F_SETLEASE))), ALLOW));
  }

  /**
   * The ways to signal the pen's own thread, and through it end or stop the JVM: by its number, and
   * by file ownership.
   */
  private static void signals(List<Rule> rules, int jvm, int penThread) {
    for (Sys sys : List.of(Sys.KILL, Sys.TKILL, Sys.RT_SIGQUEUEINFO)) {
      rules.add(new Rule(sys, List.of(when(EPERM, Test.equal(0, penThread))), ALLOW));
    }
    for (Sys sys : List.of(Sys.TGKILL, Sys.RT_TGSIGQUEUEINFO)) {
      rules.add(new Rule(sys, List.of(when(EPERM, Test.equal(0, jvm))), ALLOW));
    }
    rules.add(new Rule(Sys.PIDFD_OPEN, List.of(when(EPERM, Test.anyBit(1, PIDFD_THREAD))), ALLOW));
    // F_SETOWN 8 with F_SETSIG sends any signal, SIGKILL too; F_SETOWN_EX 15 has its number in
    // memory.
    rules.add(
        new Rule(
            Sys.FCNTL,
            List.of(
                when(EPERM, Test.equal(1, 8), Test.equal(2, penThread)),
                when(EPERM, Test.equal(1, 15)),
                when(EPERM, Test.equal(1, F_SETLEASE))),
            ALLOW));
  }

  /** Limits, scheduling and priority of other processes (0 means the caller). */
  private static void otherProcessesSettings(List<Rule> rules) {
    rules.add(
        new Rule(
            Sys.PRLIMIT64, List.of(when(EPERM, Test.different(0, 0), Test.notNull(2))), ALLOW));
    for (Sys sys :
        List.of(
            Sys.SCHED_SETPARAM, Sys.SCHED_SETSCHEDULER, Sys.SCHED_SETAFFINITY, Sys.SCHED_SETATTR)) {
      rules.add(new Rule(sys, List.of(when(EPERM, Test.different(0, 0))), ALLOW));
    }
    // Who 0 is the caller only where "which" is a process or a group; for users it is all that this
    // user runs.
    rules.add(new Rule(Sys.SETPRIORITY, own(0, 1), EPERM));
    rules.add(new Rule(Sys.IOPRIO_SET, own(1, 2), EPERM));
  }

  /** "Which" is one of these two kinds, and "who" is the caller. */
  private static List<Case> own(int process, int group) {
    return List.of(
        when(ALLOW, Test.equal(0, process), Test.equal(1, 0)),
        when(ALLOW, Test.equal(0, group), Test.equal(1, 0)));
  }

  /** Device files, and programs that would run as their owner for whoever finds them later. */
  private static void creation(List<Rule> rules, Action otherwise) {
    rules.add(
        new Rule(
            Sys.OPEN,
            List.of(when(EPERM, Test.anyBit(1, CREATES), Test.anyBit(2, SET_ID))),
            otherwise));
    rules.add(
        new Rule(
            Sys.OPENAT,
            List.of(when(EPERM, Test.anyBit(2, CREATES), Test.anyBit(3, SET_ID))),
            otherwise));
    rules.add(new Rule(Sys.CREAT, List.of(when(EPERM, Test.anyBit(1, SET_ID))), otherwise));
    rules.add(new Rule(Sys.MKNOD, mknod(1), otherwise));
    rules.add(new Rule(Sys.MKNODAT, mknod(2), otherwise));
  }

  private static List<Case> mknod(int mode) {
    return List.of(
        when(EPERM, Test.masked(mode, S_IFMT, S_IFCHR)),
        when(EPERM, Test.masked(mode, S_IFMT, S_IFBLK)),
        when(EPERM, Test.anyBit(mode, SET_ID)));
  }

  static Case when(Action action, Test... tests) {
    return new Case(List.of(tests), action);
  }
}
