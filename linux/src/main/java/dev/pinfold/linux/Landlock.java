package dev.pinfold.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Landlock: a thread gives up rights, for itself and for all that it will ever start.
 *
 * <p>Source of every constant: include/uapi/linux/landlock.h; which kernel brought it stands beside
 * it (Documentation/userspace-api/landlock.rst, section "Previous limitations").
 */
public final class Landlock {
  /* File rights of ABI 1, Linux 5.13 (commit cb2c7d1a1776). */
  public static final long EXECUTE = 1L;
  public static final long WRITE_FILE = 1L << 1;
  public static final long READ_FILE = 1L << 2;
  public static final long READ_DIR = 1L << 3;
  public static final long REMOVE_DIR = 1L << 4;
  public static final long REMOVE_FILE = 1L << 5;
  public static final long MAKE_CHAR = 1L << 6;
  public static final long MAKE_DIR = 1L << 7;
  public static final long MAKE_REG = 1L << 8;
  public static final long MAKE_SOCK = 1L << 9;
  public static final long MAKE_FIFO = 1L << 10;
  public static final long MAKE_BLOCK = 1L << 11;
  public static final long MAKE_SYM = 1L << 12;

  /** Linking and renaming across folders: ABI 2, Linux 5.19 (commit b91c3e4ea756). */
  public static final long REFER = 1L << 13;

  /** truncate(2), O_TRUNC: ABI 3, Linux 6.2 (commit b9f5ce27c8f8). */
  public static final long TRUNCATE = 1L << 14;

  /** ioctl(2) on devices: ABI 5, Linux 6.10 (commit b25f7415eb41). */
  public static final long IOCTL_DEV = 1L << 15;

  /**
   * All file rights of ABI 5. ABI 9's RESOLVE_UNIX is not needed: sockets of that family are
   * refused as such.
   */
  public static final long ALL_FILE_RIGHTS = (1L << 16) - 1;

  /**
   * The rights that make sense on a file that is no folder; add_rule(2) answers EINVAL for any
   * other there.
   */
  public static final long RIGHTS_ON_FILES =
      EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV;

  /* TCP rights: ABI 4, Linux 6.7 (commit fff69fb03dde). */
  public static final long BIND_TCP = 1L;
  public static final long CONNECT_TCP = 1L << 1;

  /* Scopes: ABI 6, Linux 6.12 (commits 21d52e295ad2, 54a6e6bbf3be). */
  public static final long SCOPE_ABSTRACT_UNIX_SOCKET = 1L;
  public static final long SCOPE_SIGNAL = 1L << 1;

  /** Layers that one thread can take on: LANDLOCK_MAX_NUM_LAYERS, security/landlock/limits.h. */
  public static final int MAX_LAYERS = 16;

  private static final int CREATE_RULESET_VERSION = 1;
  private static final int RULE_PATH_BENEATH = 1;
  private static final int RULE_NET_PORT = 2;

  /** struct landlock_ruleset_attr up to ABI 6: handled_access_fs, handled_access_net, scoped. */
  private static final long ATTR_BYTES = 24;

  private Landlock() {}

  /**
   * The version of the interface.
   *
   * @return at least 1; -ENOSYS when the kernel is built without it, -EOPNOTSUPP when it is off at
   *     boot
   */
  public static long abi() {
    return Libc.syscall(Sys.LANDLOCK_CREATE_RULESET, 0, 0, CREATE_RULESET_VERSION, 0);
  }

  /**
   * landlock_create_ruleset(2).
   *
   * @param fileRights rights refused unless a rule grants them
   * @param netRights likewise for TCP ports
   * @param scopes what may not be reached outside the domain
   * @return a descriptor that any thread may restrict itself with, as often as wanted; or a negated
   *     errno (E2BIG when the kernel does not know one of the sets)
   */
  public static long createRuleset(long fileRights, long netRights, long scopes) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment attr = arena.allocate(ATTR_BYTES, 8);
      attr.set(JAVA_LONG, 0, fileRights);
      attr.set(JAVA_LONG, 8, netRights);
      attr.set(JAVA_LONG, 16, scopes);
      return Libc.syscall(Sys.LANDLOCK_CREATE_RULESET, attr.address(), ATTR_BYTES, 0, 0);
    }
  }

  /**
   * Grants {@code rights} on a file or on all that is below a folder. The rule follows the inode,
   * not the name.
   *
   * @return 0, or a negated errno
   */
  public static long addPathBeneath(Fd ruleset, long rights, Fd path) {
    try (Arena arena = Arena.ofConfined()) {
      // struct landlock_path_beneath_attr is packed: u64 allowed_access, s32 parent_fd.
      MemorySegment attr = arena.allocate(12, 8);
      attr.set(JAVA_LONG_UNALIGNED, 0, rights);
      attr.set(JAVA_INT_UNALIGNED, 8, path.number());
      return Libc.syscall(
          Sys.LANDLOCK_ADD_RULE, ruleset.number(), RULE_PATH_BENEATH, attr.address(), 0);
    }
  }

  /** Grants TCP {@code rights} on one port, of whatever host. */
  public static long addPort(Fd ruleset, long rights, int port) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment attr = arena.allocate(16, 8);
      attr.set(JAVA_LONG, 0, rights);
      attr.set(JAVA_LONG, 8, port);
      return Libc.syscall(
          Sys.LANDLOCK_ADD_RULE, ruleset.number(), RULE_NET_PORT, attr.address(), 0);
    }
  }

  /**
   * landlock_restrict_self(2): binds the calling thread for ever.
   *
   * @return 0; -EPERM without no_new_privs; -E2BIG after {@link #MAX_LAYERS} layers
   */
  public static long restrictSelf(Fd ruleset) {
    return Libc.syscall(Sys.LANDLOCK_RESTRICT_SELF, ruleset.number(), 0);
  }
}
