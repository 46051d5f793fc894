package dev.pinfold.e2e.attack;

import static dev.pinfold.e2e.attack.Call.*;
import static dev.pinfold.e2e.attack.FileActs.AT_EMPTY_PATH;
import static dev.pinfold.e2e.attack.FileActs.AT_FDCWD;
import static dev.pinfold.e2e.attack.Kernel.block;
import static dev.pinfold.e2e.attack.Kernel.call;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.util.Map;

/**
 * New namespaces, other processes' namespaces, and mounts. Flags: include/uapi/linux/sched.h,
 * include/uapi/linux/mount.h.
 */
final class NamespaceActs {
  private static final int SIGCHLD = 17;
  private static final long CLONE_PARENT = 0x8000;

  /** Names as in /proc/PID/ns, without the suffix for children. */
  private static final Map<String, Long> FLAGS =
      Map.of(
          "mnt", 0x20000L,
          "cgroup", 0x2000000L,
          "uts", 0x4000000L,
          "ipc", 0x8000000L,
          "user", 0x10000000L,
          "pid", 0x20000000L,
          "net", 0x40000000L,
          "time", 0x80L);

  private static final int MS_BIND = 0x1000;
  private static final int MS_REMOUNT = 0x20;
  private static final int MNT_DETACH = 2;
  private static final int OPEN_TREE_CLONE = 1;

  static final Map<String, Act> ACTS =
      Map.ofEntries(
          Map.entry("unshare", a -> Child.call(UNSHARE, flag(a.text(0)))),
          Map.entry("clone", a -> Child.spawn(0, CLONE, flag(a.text(0)) | SIGCHLD)),
          Map.entry("clone3", NamespaceActs::clone3),
          Map.entry("clone-parent", _ -> Child.spawn(0, CLONE, CLONE_PARENT | SIGCHLD)),
          Map.entry("clone-plain", _ -> Child.spawn(0, CLONE, SIGCHLD)),
          Map.entry("setns", NamespaceActs::setns),
          Map.entry("setns-pidfd", NamespaceActs::setnsPidfd),
          Map.entry("mount-tmpfs", a -> undone(a, call(MOUNT, "x", a.text(0), "tmpfs", 0, 0))),
          Map.entry("mount-bind", a -> undone(a, call(MOUNT, a.text(0), a.text(0), 0, MS_BIND, 0))),
          Map.entry("mount-remount", a -> call(MOUNT, 0, a.text(0), 0, MS_REMOUNT, 0)),
          Map.entry("umount", a -> call(UMOUNT2, a.text(0), MNT_DETACH)),
          Map.entry("open-tree-clone", a -> openTree(a)),
          Map.entry("open-tree", a -> call(OPEN_TREE, AT_FDCWD, a.text(0), 0)),
          Map.entry("open-tree-attr", NamespaceActs::openTreeAttr),
          Map.entry("fsopen", _ -> call(FSOPEN, "tmpfs", 0)),
          Map.entry("fspick", a -> call(FSPICK, AT_FDCWD, a.text(0), 0)),
          Map.entry("fsmount", _ -> call(FSMOUNT, -1, 0, 0)),
          Map.entry("move-mount", NamespaceActs::moveMount),
          Map.entry("mount-setattr", NamespaceActs::mountSetattr),
          Map.entry("pivot-root", _ -> Child.call(PIVOT_ROOT, ".", ".")),
          Map.entry("chroot", a -> Child.call(CHROOT, a.text(0))));

  private NamespaceActs() {}

  private static long flag(String namespace) {
    Long flag = FLAGS.get(namespace);
    if (flag == null) {
      throw new IllegalArgumentException("no such namespace: " + namespace);
    }
    return flag;
  }

  /**
   * struct clone_args: flags at 0, exit_signal at 32; 64 bytes in its first version. {@code none}
   * is a plain fork.
   */
  private static Answer clone3(Args args) {
    MemorySegment arguments = block(64);
    arguments.set(JAVA_LONG, 0, args.text(0).equals("none") ? 0 : flag(args.text(0)));
    arguments.set(JAVA_LONG, 32, SIGCHLD);
    return Child.spawn(0, CLONE3, arguments, 64);
  }

  private static Answer setns(Args args) {
    return FileActs.open("/proc/" + args.process(0) + "/ns/" + args.text(1), FileActs.O_RDONLY)
        .then(fd -> Child.call(SETNS, fd, 0));
  }

  private static Answer setnsPidfd(Args args) {
    return call(PIDFD_OPEN, args.process(0), 0)
        .then(fd -> Child.call(SETNS, fd, flag(args.text(1))));
  }

  /** A mount that worked is taken away again. */
  private static Answer undone(Args args, Answer mounted) {
    return mounted.then(_ -> call(UMOUNT2, args.text(0), MNT_DETACH));
  }

  private static Answer openTree(Args args) {
    return call(OPEN_TREE, AT_FDCWD, args.text(0), OPEN_TREE_CLONE);
  }

  private static Answer openTreeAttr(Args args) {
    return call(OPEN_TREE_ATTR, AT_FDCWD, args.text(0), OPEN_TREE_CLONE, readOnly(), 32);
  }

  private static Answer mountSetattr(Args args) {
    return openTree(args)
        .then(tree -> call(MOUNT_SETATTR, tree, "", AT_EMPTY_PATH, readOnly(), 32));
  }

  /** struct mount_attr: attr_set, attr_clr, propagation, userns_fd; MOUNT_ATTR_RDONLY is 1. */
  private static MemorySegment readOnly() {
    return Kernel.longs(1, 0, 0, 0);
  }

  /**
   * Onto itself, from an empty path of a bad descriptor: nothing can move. Shows whether the call
   * is reached.
   */
  private static Answer moveMount(Args args) {
    return call(MOVE_MOUNT, -1, "", AT_FDCWD, args.text(0), 4);
  }
}
