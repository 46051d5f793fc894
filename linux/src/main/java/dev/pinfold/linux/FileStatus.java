package dev.pinfold.linux;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;

/**
 * stat(2) of an open descriptor, or of a name in an open folder.
 *
 * @param device st_dev
 * @param inode st_ino
 * @param mode st_mode: type and permissions
 * @param owner st_uid
 * @param group st_gid
 * @param size st_size, bytes
 * @param modifiedNanos st_mtim, since 1970; any program can set it
 * @param changedNanos st_ctim, since 1970; only the kernel sets it
 */
public record FileStatus(
    long device,
    long inode,
    int mode,
    int owner,
    int group,
    long size,
    long modifiedNanos,
    long changedNanos) {
  private static final int S_IFMT = 0170000;
  private static final int S_IFDIR = 0040000;
  private static final int S_IFREG = 0100000;
  private static final int S_IFLNK = 0120000;
  private static final long NANOS = 1_000_000_000;
  private static final int AT_EMPTY_PATH = 0x1000;
  static final long BYTES = 144;

  /** fstat. */
  public static FileStatus of(Fd fd) throws ErrnoException {
    return read(fstat(fd));
  }

  /** st_nlink: how many names the open file has. */
  public static long links(Fd fd) throws ErrnoException {
    MemorySegment stat = fstat(fd);
    return Arch.current() == Arch.X86_64 ? stat.get(JAVA_LONG, 16) : stat.get(JAVA_INT, 20);
  }

  private static MemorySegment fstat(Fd fd) throws ErrnoException {
    MemorySegment stat = Scratch.get().asSlice(0, BYTES + 1);
    stat.set(JAVA_BYTE, BYTES, (byte) 0);
    Errno.check(
        "fstat",
        Libc.syscall(
            Sys.NEWFSTATAT, fd.number(), stat.address() + BYTES, stat.address(), AT_EMPTY_PATH));
    return stat;
  }

  static FileStatus read(MemorySegment stat) {
    // struct stat: x86-64 has st_nlink (64 bits) before st_mode; aarch64 follows
    // asm-generic/stat.h; from st_size on they are the same.
    int mode = Arch.current() == Arch.X86_64 ? 24 : 16;
    int owner = Arch.current() == Arch.X86_64 ? 28 : 24;
    return new FileStatus(
        stat.get(JAVA_LONG, 0),
        stat.get(JAVA_LONG, 8),
        stat.get(JAVA_INT, mode),
        stat.get(JAVA_INT, owner),
        stat.get(JAVA_INT, owner + 4),
        stat.get(JAVA_LONG, 48),
        stat.get(JAVA_LONG, 88) * NANOS + stat.get(JAVA_LONG, 96),
        stat.get(JAVA_LONG, 104) * NANOS + stat.get(JAVA_LONG, 112));
  }

  /** Whether it is a folder. */
  public boolean isDirectory() {
    return (mode & S_IFMT) == S_IFDIR;
  }

  /** Whether it is a file with content of its own. */
  public boolean isRegular() {
    return (mode & S_IFMT) == S_IFREG;
  }

  /** Whether it is a symbolic link itself. */
  public boolean isLink() {
    return (mode & S_IFMT) == S_IFLNK;
  }

  /** Whether somebody may run it as a program. */
  public boolean isExecutable() {
    return isRegular() && (mode & 0111) != 0;
  }

  /** Whether both stand for the same inode. */
  public boolean isSameInode(FileStatus other) {
    return inode == other.inode && device == other.device;
  }
}
