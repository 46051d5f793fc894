package dev.pinfold.linux;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An open folder, and what can be done with the names in it. No link is ever followed, neither in a
 * name nor on the way to a folder below, but by {@link #inside} and {@link #openInside}: somebody
 * else may exchange what stands there at any moment.
 *
 * <p>A name is one component, as the kernel has it (see {@link NativeString}). Calls return negated
 * errnos unless they say otherwise. One thread at a time.
 */
public final class Directory implements AutoCloseable {
  /* dirent.h. DT_UNKNOWN: this file system does not say. */
  public static final int DT_UNKNOWN = 0;
  public static final int DT_DIR = 4;
  public static final int DT_REG = 8;
  public static final int DT_LNK = 10;

  /** linux/fs.h: fail with EEXIST instead of replacing. */
  public static final int RENAME_NOREPLACE = 1;

  /* fcntl.h */
  private static final int AT_SYMLINK_NOFOLLOW = 0x100;
  private static final int AT_SYMLINK_FOLLOW = 0x400;
  private static final int AT_REMOVEDIR = 0x200;
  private static final int O_TMPFILE = 0x40_0000 | Openat2.O_DIRECTORY;

  /** Entries of some hundred names; a folder of many takes more calls. */
  private static final long LISTING_BYTES = 32_768;

  private static final int OPEN = Openat2.O_DIRECTORY | Openat2.O_NOFOLLOW | Openat2.O_NONBLOCK;
  private static final int RESOLVE =
      Openat2.RESOLVE_BENEATH | Openat2.RESOLVE_NO_SYMLINKS | Openat2.RESOLVE_NO_MAGICLINKS;

  private final Fd fd;
  private final int resolve;

  private Directory(Fd fd, int resolve) {
    this.fd = fd;
    this.resolve = resolve;
  }

  /** Opens a canonical path: one without links. */
  public static Directory open(String path) throws ErrnoException {
    return open(path, RESOLVE);
  }

  /**
   * Opens a canonical path as {@link #open} does; from it no way leads below onto another mount
   * (EXDEV).
   */
  public static Directory openOnOneMount(String path) throws ErrnoException {
    return open(path, RESOLVE | Openat2.RESOLVE_NO_XDEV);
  }

  private static Directory open(String path, int resolve) throws ErrnoException {
    return new Directory(
        Fd.own(
            Errno.check(
                "open(" + path + ")",
                Openat2.openat2(
                    Openat2.AT_FDCWD,
                    path,
                    OPEN,
                    Openat2.RESOLVE_NO_SYMLINKS | Openat2.RESOLVE_NO_MAGICLINKS))),
        resolve);
  }

  /**
   * The folder {@code path}, relative and below this one; this one again for an empty path.
   *
   * @throws ErrnoException ELOOP when a link stands in its way
   */
  public Directory below(String path) throws ErrnoException {
    return new Directory(Fd.own(Errno.check("open(" + path + ")", openBelow(path))), resolve);
  }

  /**
   * The folder {@code path}, relative; links on the way, and one that it is itself, are followed as
   * long as they stay below this folder.
   *
   * @throws ErrnoException EXDEV when one leads out, EAGAIN when the way was changed meanwhile
   */
  public Directory inside(String path) throws ErrnoException {
    String name = path.isEmpty() ? "." : path;
    return new Directory(
        Fd.own(Errno.check("open(" + path + ")", openInside(name, Openat2.O_DIRECTORY))), resolve);
  }

  /**
   * Opens {@code path}, relative, for reading and as {@code flags} say beyond that, never waiting;
   * links are followed as {@link #inside} does; a descriptor.
   */
  public long openInside(String path, int flags) {
    return Openat2.openat2(
        fd.number(),
        path,
        flags | Openat2.O_NONBLOCK,
        (resolve & ~Openat2.RESOLVE_NO_SYMLINKS) | Openat2.RESOLVE_NO_MAGICLINKS);
  }

  /** Where the kernel finds this folder now: an absolute path without links. */
  public String path() throws ErrnoException {
    return Paths.of(fd);
  }

  /** {@link #below}, or null when there is no such folder, or a link in its way. */
  public @Nullable Directory belowOrNull(String path) {
    long opened = openBelow(path);
    return opened < 0 ? null : new Directory(Fd.own(opened), resolve);
  }

  private long openBelow(String path) {
    return Openat2.openat2(fd.number(), path.isEmpty() ? "." : path, OPEN, resolve);
  }

  /**
   * One name in a folder.
   *
   * @param name the name
   * @param type a DT_ constant
   */
  public record Entry(String name, int type) {}

  /** All names but . and .., in the kernel's order. */
  public List<Entry> list() throws ErrnoException {
    return list(Integer.MAX_VALUE);
  }

  /** The same; with more than {@code most} of them, some more than that many. */
  public List<Entry> list(int most) throws ErrnoException {
    List<Entry> entries = new ArrayList<>();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment buffer = arena.allocate(LISTING_BYTES, 8);
      long length = getdents(buffer);
      while (length > 0) {
        for (long at = 0; at < length; ) {
          // struct linux_dirent64: ino 8, off 8, reclen 2, type 1, name.
          int record = Short.toUnsignedInt(buffer.get(JAVA_SHORT_UNALIGNED, at + 16));
          String name = name(buffer, at + 19);
          if (!name.equals(".") && !name.equals("..")) {
            entries.add(new Entry(name, buffer.get(JAVA_BYTE, at + 18)));
          }
          at += record;
        }
        length = entries.size() > most ? 0 : getdents(buffer);
      }
    }
    return entries;
  }

  private long getdents(MemorySegment buffer) throws ErrnoException {
    return Errno.check(
        "getdents64",
        Libc.syscall(Sys.GETDENTS64, fd.number(), buffer.address(), buffer.byteSize(), 0));
  }

  private static String name(MemorySegment buffer, long start) {
    long end = start;
    while (buffer.get(JAVA_BYTE, end) != 0) {
      end++;
    }
    return NativeString.decode(buffer.asSlice(start, end - start).toArray(JAVA_BYTE));
  }

  /** fstat of the folder itself. */
  public FileStatus status() throws ErrnoException {
    return FileStatus.of(fd);
  }

  /** The status of what a name stands for, a link itself; null when there is no such name. */
  public @Nullable FileStatus status(String name) throws ErrnoException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment stat = arena.allocate(FileStatus.BYTES, 8);
      long result =
          Libc.syscall(
              Sys.NEWFSTATAT,
              fd.number(),
              NativeString.allocate(arena, name).address(),
              stat.address(),
              AT_SYMLINK_NOFOLLOW);
      if (result == -Errno.ENOENT) {
        return null;
      }
      Errno.check("fstatat(" + name + ")", result);
      return FileStatus.read(stat);
    }
  }

  /** Where the link {@code name} leads. */
  public String readlink(String name) throws ErrnoException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment buffer = arena.allocate(Paths.PATH_MAX);
      long length =
          Errno.check(
              "readlink(" + name + ")",
              Libc.syscall(
                  Sys.READLINKAT,
                  fd.number(),
                  NativeString.allocate(arena, name).address(),
                  buffer.address(),
                  Paths.PATH_MAX));
      return NativeString.decode(buffer.asSlice(0, length).toArray(JAVA_BYTE));
    }
  }

  /**
   * Opens what a name stands for, a link itself, without any right on it (O_PATH); a descriptor.
   */
  public long openPath(String name) {
    return Openat2.openat2(
        fd.number(), name, Openat2.O_PATH | Openat2.O_NOFOLLOW, Openat2.RESOLVE_BENEATH);
  }

  /**
   * Lets the owner list, enter and change the folder {@code path} below this one, as {@link #below}
   * names it.
   *
   * @return 0, or a negated errno: EPERM when it is somebody else's
   */
  public long unlock(String path) throws ErrnoException {
    long opened =
        Openat2.openat2(
            fd.number(),
            path.isEmpty() ? "." : path,
            Openat2.O_PATH | Openat2.O_DIRECTORY | Openat2.O_NOFOLLOW,
            resolve);
    if (opened < 0) {
      return opened;
    }
    try (Fd folder = Fd.own(opened);
        InodeMetadata inode = new InodeMetadata(folder)) {
      return inode.chmod((FileStatus.of(folder).mode() & 07777) | 0700);
    }
  }

  /** Opens a file for reading, never a link, never waiting for a FIFO's writer; a descriptor. */
  public long openFile(String name) {
    return openFile(name, Openat2.O_RDONLY);
  }

  /** The same as {@code flags} say: O_WRONLY, O_APPEND. */
  public long openFile(String name, int flags) {
    return Openat2.openat2(
        fd.number(), name, flags | Openat2.O_NOFOLLOW | Openat2.O_NONBLOCK, resolve);
  }

  /** Makes a file that must not exist yet, mode 0600, and opens it for writing; a descriptor. */
  public long createFile(String name) {
    return createFile(name, 0600);
  }

  /** The same with permissions, of which the umask takes away. */
  public long createFile(String name, int mode) {
    return Openat2.create(fd.number(), name, Openat2.O_WRONLY | Openat2.O_EXCL, resolve, mode);
  }

  /**
   * Makes a file without a name, for writing, mode 0600, to be {@linkplain #link given one}; a
   * descriptor, or EOPNOTSUPP from file systems that can't.
   */
  public long createUnnamed() {
    try (Arena arena = Arena.ofConfined()) {
      return Libc.syscall(
          Sys.OPENAT,
          fd.number(),
          NativeString.allocate(arena, ".").address(),
          O_TMPFILE | Openat2.O_WRONLY | Openat2.O_CLOEXEC,
          0600);
    }
  }

  /** linkat(2): gives an unnamed file a name that must be free. */
  public long link(Fd unnamed, String name) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment source =
          NativeString.allocate(arena, "/proc/thread-self/fd/" + unnamed.number());
      return Libc.syscall(
          Sys.LINKAT,
          Openat2.AT_FDCWD,
          source.address(),
          fd.number(),
          NativeString.allocate(arena, name).address(),
          AT_SYMLINK_FOLLOW,
          0);
    }
  }

  /** symlinkat(2). */
  public long symlink(String target, String name) {
    try (Arena arena = Arena.ofConfined()) {
      return Libc.syscall(
          Sys.SYMLINKAT,
          NativeString.allocate(arena, target).address(),
          fd.number(),
          NativeString.allocate(arena, name).address(),
          0);
    }
  }

  /** mkdirat(2). */
  public long mkdir(String name, int mode) {
    try (Arena arena = Arena.ofConfined()) {
      return Libc.syscall(
          Sys.MKDIRAT, fd.number(), NativeString.allocate(arena, name).address(), mode, 0);
    }
  }

  /** unlinkat(2) of what is no folder. */
  public long unlink(String name) {
    try (Arena arena = Arena.ofConfined()) {
      return Libc.syscall(
          Sys.UNLINKAT, fd.number(), NativeString.allocate(arena, name).address(), 0, 0);
    }
  }

  /** unlinkat(2) of an empty folder. */
  public long rmdir(String name) {
    try (Arena arena = Arena.ofConfined()) {
      return Libc.syscall(
          Sys.UNLINKAT, fd.number(), NativeString.allocate(arena, name).address(), AT_REMOVEDIR, 0);
    }
  }

  /** renameat2(2) into another folder, which may be this one. */
  public long rename(String name, Directory to, String newName, int flags) {
    try (Arena arena = Arena.ofConfined()) {
      return Libc.syscall(
          Sys.RENAMEAT2,
          fd.number(),
          NativeString.allocate(arena, name).address(),
          to.fd.number(),
          NativeString.allocate(arena, newName).address(),
          flags,
          0);
    }
  }

  @Override
  public void close() {
    fd.close();
  }
}
