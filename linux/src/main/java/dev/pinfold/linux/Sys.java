package dev.pinfold.linux;

import java.util.Locale;

/**
 * The system calls that Pinfold makes or judges, with their numbers.
 *
 * <p>Source: arch/x86/entry/syscalls/syscall_64.tbl and include/uapi/asm-generic/unistd.h (which
 * aarch64 uses) of Linux 6.18; {@code SysTest} compares them with the headers of the machine that
 * builds. A call that an architecture does not have has the number -1 there.
 */
public enum Sys {
  MEMFD_CREATE(319, 279),
  TRUNCATE(76, 45),
  MMAP(9, 222),
  INOTIFY_INIT1(294, 26),
  SETRESUID(117, 147),
  TKILL(200, 130),
  RT_SIGQUEUEINFO(129, 138),
  RT_TGSIGQUEUEINFO(297, 240),
  OPEN(2, -1),
  CREAT(85, -1),
  EXIT_GROUP(231, 94),
  SETRLIMIT(160, 164),
  READ(0, 63),
  WRITE(1, 64),
  CLOSE(3, 57),
  IOCTL(16, 29),
  FCNTL(72, 25),
  PIPE2(293, 59),
  OPENAT(257, 56),
  OPENAT2(437, 437),
  READLINKAT(267, 78),
  NEWFSTATAT(262, 79),
  STATFS(137, 43),
  FSTATFS(138, 44),
  FLOCK(73, 32),
  FACCESSAT(269, 48),
  PPOLL(271, 73),
  CHDIR(80, 49),
  FCHDIR(81, 50),
  SOCKET(41, 198),
  SOCKETPAIR(53, 199),
  BIND(49, 200),
  LISTEN(50, 201),
  CONNECT(42, 203),
  SENDTO(44, 206),
  SENDMSG(46, 211),
  SENDMMSG(307, 269),
  SETSOCKOPT(54, 208),
  GETSOCKOPT(55, 209),
  GETSOCKNAME(51, 204),
  DUP3(292, 24),
  GETPID(39, 172),
  GETPPID(110, 173),
  GETTID(186, 178),
  GETUID(102, 174),
  KILL(62, 129),
  TGKILL(234, 131),
  WAITID(247, 95),
  PIDFD_OPEN(434, 434),
  PIDFD_SEND_SIGNAL(424, 424),
  PIDFD_GETFD(438, 438),
  PRCTL(157, 167),
  CAPGET(125, 90),
  CAPSET(126, 91),
  SECCOMP(317, 277),
  LANDLOCK_CREATE_RULESET(444, 444),
  LANDLOCK_ADD_RULE(445, 445),
  LANDLOCK_RESTRICT_SELF(446, 446),
  PRLIMIT64(302, 261),
  SETSID(112, 157),
  SETPRIORITY(141, 140),
  GETPRIORITY(140, 141),
  IOPRIO_SET(251, 30),
  SCHED_SETPARAM(142, 118),
  SCHED_SETSCHEDULER(144, 119),
  SCHED_SETAFFINITY(203, 122),
  SCHED_SETATTR(314, 274),
  PROCESS_VM_READV(310, 270),
  PROCESS_VM_WRITEV(311, 271),
  PROCESS_MADVISE(440, 440),
  PROCESS_MRELEASE(448, 448),
  PTRACE(101, 117),
  KCMP(312, 272),
  EXECVE(59, 221),
  EXECVEAT(322, 281),
  CLONE(56, 220),
  CLONE3(435, 435),
  CLOSE_RANGE(436, 436),
  UNSHARE(272, 97),
  SETNS(308, 268),
  MOUNT(165, 40),
  UMOUNT2(166, 39),
  PIVOT_ROOT(155, 41),
  CHROOT(161, 51),
  OPEN_TREE(428, 428),
  MOVE_MOUNT(429, 429),
  FSOPEN(430, 430),
  FSCONFIG(431, 431),
  FSMOUNT(432, 432),
  FSPICK(433, 433),
  MOUNT_SETATTR(442, 442),
  OPEN_TREE_ATTR(467, 467),
  BPF(321, 280),
  ADD_KEY(248, 217),
  REQUEST_KEY(249, 218),
  KEYCTL(250, 219),
  USERFAULTFD(323, 282),
  PERF_EVENT_OPEN(298, 241),
  INIT_MODULE(175, 105),
  FINIT_MODULE(313, 273),
  DELETE_MODULE(176, 106),
  KEXEC_LOAD(246, 104),
  KEXEC_FILE_LOAD(320, 294),
  REBOOT(169, 142),
  SWAPON(167, 224),
  SWAPOFF(168, 225),
  QUOTACTL(179, 60),
  QUOTACTL_FD(443, 443),
  ACCT(163, 89),
  SETTIMEOFDAY(164, 170),
  CLOCK_SETTIME(227, 112),
  SETHOSTNAME(170, 161),
  SETDOMAINNAME(171, 162),
  VHANGUP(153, 58),
  SYSLOG(103, 116),
  IOPL(172, -1),
  IOPERM(173, -1),
  NAME_TO_HANDLE_AT(303, 264),
  OPEN_BY_HANDLE_AT(304, 265),
  IO_URING_SETUP(425, 425),
  IO_URING_ENTER(426, 426),
  IO_URING_REGISTER(427, 427),
  FANOTIFY_INIT(300, 262),
  INOTIFY_ADD_WATCH(254, 27),
  LOOKUP_DCOOKIE(212, 18),
  MIGRATE_PAGES(256, 238),
  MOVE_PAGES(279, 239),
  SHMGET(29, 194),
  SHMAT(30, 196),
  SHMCTL(31, 195),
  SEMGET(64, 190),
  SEMOP(65, 193),
  SEMCTL(66, 191),
  SEMTIMEDOP(220, 192),
  MSGGET(68, 186),
  MSGSND(69, 189),
  MSGRCV(70, 188),
  MSGCTL(71, 187),
  MQ_OPEN(240, 180),
  MQ_UNLINK(241, 181),
  CHMOD(90, -1),
  FCHMOD(91, 52),
  FCHMODAT(268, 53),
  FCHMODAT2(452, 452),
  CHOWN(92, -1),
  FCHOWN(93, 55),
  LCHOWN(94, -1),
  FCHOWNAT(260, 54),
  UTIME(132, -1),
  UTIMES(235, -1),
  FUTIMESAT(261, -1),
  UTIMENSAT(280, 88),
  SETXATTR(188, 5),
  LSETXATTR(189, 6),
  FSETXATTR(190, 7),
  REMOVEXATTR(197, 14),
  LREMOVEXATTR(198, 15),
  FREMOVEXATTR(199, 16),
  SETXATTRAT(463, 463),
  REMOVEXATTRAT(466, 466),
  FILE_SETATTR(469, 469),
  MKNOD(133, -1),
  MKNODAT(259, 33),
  GETDENTS64(217, 61),
  RENAMEAT2(316, 276),
  UNLINKAT(263, 35),
  MKDIRAT(258, 34),
  LINKAT(265, 37),
  SYMLINKAT(266, 36),
  RENAME(82, -1),
  RENAMEAT(264, 38),
  MKDIR(83, -1),
  RMDIR(84, -1),
  LINK(86, -1),
  UNLINK(87, -1),
  SYMLINK(88, -1);

  /**
   * The highest number given in Linux 6.18 (file_setattr). Numbers from 424 on are the same on
   * every architecture; a higher number is a call that nobody here has judged.
   */
  public static final int HIGHEST_KNOWN = 469;

  private final int x86;
  private final int aarch64;

  Sys(int x86, int aarch64) {
    this.x86 = x86;
    this.aarch64 = aarch64;
  }

  /** The number on this machine, or -1. */
  public int nr() {
    return nr(Arch.current());
  }

  /** The number on {@code arch}, or -1. */
  public int nr(Arch arch) {
    return switch (arch) {
      case X86_64 -> x86;
      case AARCH64 -> aarch64;
    };
  }

  /** The name as in the manual, {@code openat2}. */
  public String call() {
    return name().toLowerCase(Locale.ROOT);
  }
}
