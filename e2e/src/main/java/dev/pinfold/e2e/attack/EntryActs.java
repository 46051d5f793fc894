package dev.pinfold.e2e.attack;

import static dev.pinfold.e2e.attack.Call.*;
import static dev.pinfold.e2e.attack.FileActs.AT_EMPTY_PATH;
import static dev.pinfold.e2e.attack.FileActs.AT_FDCWD;
import static dev.pinfold.e2e.attack.FileActs.O_PATH;
import static dev.pinfold.e2e.attack.Kernel.call;

import java.util.Map;

/**
 * Making, moving and removing names. Modes: include/uapi/linux/stat.h; rename flags:
 * include/uapi/linux/fs.h.
 */
final class EntryActs {
  private static final int S_IFIFO = 0010000;
  private static final int S_IFCHR = 0020000;
  private static final int S_IFBLK = 0060000;
  private static final int S_IFREG = 0100000;
  private static final int S_IFSOCK = 0140000;
  private static final int AT_SYMLINK_FOLLOW = 0x400;
  private static final int AT_REMOVEDIR = 0x200;
  private static final int RENAME_NOREPLACE = 1;
  private static final int RENAME_EXCHANGE = 2;
  private static final int RENAME_WHITEOUT = 4;

  /** makedev(1, 3), /dev/null, as a character device; 7, 0 (loop) as a block device. */
  private static final int NULL_DEVICE = 0x103;

  private static final int LOOP_DEVICE = 0x700;

  static final Map<String, Act> ACTS =
      Map.ofEntries(
          Map.entry("mkdir", a -> call(MKDIRAT, AT_FDCWD, a.text(0), 0755)),
          Map.entry("mkdir-legacy", a -> call(MKDIR, a.text(0), 0755)),
          Map.entry("mknod-file", a -> node(a, S_IFREG, 0)),
          Map.entry("mknod-setuid", a -> node(a, S_IFREG | 04000, 0)),
          Map.entry("mknod-fifo", a -> node(a, S_IFIFO, 0)),
          Map.entry("mknod-socket", a -> node(a, S_IFSOCK, 0)),
          Map.entry("mknod-char", a -> node(a, S_IFCHR, NULL_DEVICE)),
          Map.entry("mknod-block", a -> node(a, S_IFBLK, LOOP_DEVICE)),
          Map.entry("mknod-char-legacy", a -> call(MKNOD, a.text(0), S_IFCHR | 0600, NULL_DEVICE)),
          Map.entry("mknod-block-legacy", a -> call(MKNOD, a.text(0), S_IFBLK | 0600, LOOP_DEVICE)),
          Map.entry("symlink", a -> call(SYMLINKAT, a.text(0), AT_FDCWD, a.text(1))),
          Map.entry("symlink-legacy", a -> call(SYMLINK, a.text(0), a.text(1))),
          Map.entry("link", a -> call(LINKAT, AT_FDCWD, a.text(0), AT_FDCWD, a.text(1), 0)),
          Map.entry("link-legacy", a -> call(LINK, a.text(0), a.text(1))),
          Map.entry("link-descriptor", EntryActs::linkDescriptor),
          Map.entry("link-descriptor-empty-path", EntryActs::linkDescriptorEmptyPath),
          Map.entry("rename", a -> rename(a, 0)),
          Map.entry("rename-legacy", a -> call(RENAME, a.text(0), a.text(1))),
          Map.entry("rename-no-replace", a -> rename(a, RENAME_NOREPLACE)),
          Map.entry("rename-exchange", a -> rename(a, RENAME_EXCHANGE)),
          Map.entry("rename-whiteout", a -> rename(a, RENAME_WHITEOUT)),
          Map.entry("unlink", a -> call(UNLINKAT, AT_FDCWD, a.text(0), 0)),
          Map.entry("unlink-legacy", a -> call(UNLINK, a.text(0))),
          Map.entry("rmdir", a -> call(UNLINKAT, AT_FDCWD, a.text(0), AT_REMOVEDIR)),
          Map.entry("rmdir-legacy", a -> call(RMDIR, a.text(0))));

  private EntryActs() {}

  private static Answer node(Args args, int type, int device) {
    return call(MKNODAT, AT_FDCWD, args.text(0), type | 0600, device);
  }

  private static Answer rename(Args args, int flags) {
    return call(RENAMEAT2, AT_FDCWD, args.text(0), AT_FDCWD, args.text(1), flags);
  }

  private static Answer linkDescriptor(Args args) {
    return FileActs.open(args.text(0), O_PATH)
        .then(
            fd ->
                call(
                    LINKAT,
                    AT_FDCWD,
                    "/proc/self/fd/" + fd,
                    AT_FDCWD,
                    args.text(1),
                    AT_SYMLINK_FOLLOW));
  }

  private static Answer linkDescriptorEmptyPath(Args args) {
    return FileActs.open(args.text(0), O_PATH)
        .then(fd -> call(LINKAT, fd, "", AT_FDCWD, args.text(1), AT_EMPTY_PATH));
  }
}
