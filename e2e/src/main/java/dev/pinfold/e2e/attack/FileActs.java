package dev.pinfold.e2e.attack;

import static dev.pinfold.e2e.attack.Call.*;
import static dev.pinfold.e2e.attack.Kernel.block;
import static dev.pinfold.e2e.attack.Kernel.call;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Opening, reading, writing and executing what is there. Flags: include/uapi/asm-generic/fcntl.h,
 * include/uapi/linux/fcntl.h.
 */
final class FileActs {
  static final int AT_FDCWD = -100;
  static final int AT_EMPTY_PATH = 0x1000;

  static final int O_RDONLY = 0;
  static final int O_WRONLY = 1;
  static final int O_RDWR = 2;
  static final int O_CREAT = 0x40;
  static final int O_EXCL = 0x80;
  static final int O_NOCTTY = 0x100;
  static final int O_TRUNC = 0x200;
  static final int O_APPEND = 0x400;
  static final int O_NONBLOCK = 0x800;

  /** O_DIRECTORY and O_PATH of x86-64; the generic O_DIRECTORY differs on aarch64. */
  static final int O_DIRECTORY = Call.X86_64 ? 0x10000 : 0x4000;

  static final int O_PATH = 0x200000;
  static final int O_TMPFILE = 0x400000 | O_DIRECTORY;

  private static final int EXCERPT = 64;

  static final Map<String, Act> ACTS =
      Map.ofEntries(
          Map.entry("read", a -> open(a.text(0), O_RDONLY).then(FileActs::excerpt)),
          Map.entry("read-openat2", a -> openat2(a.text(0)).then(FileActs::excerpt)),
          Map.entry("read-open", a -> call(OPEN, a.text(0), O_RDONLY).then(FileActs::excerpt)),
          Map.entry("read-at", FileActs::readAt),
          Map.entry("read-reopened", a -> reopened(a.text(0), O_RDONLY).then(FileActs::excerpt)),
          Map.entry("read-by-handle", FileActs::readByHandle),
          Map.entry("list", a -> open(a.text(0), O_RDONLY | O_DIRECTORY)),
          Map.entry("open-write", a -> open(a.text(0), O_WRONLY)),
          Map.entry("write", a -> open(a.text(0), O_WRONLY).then(FileActs::write)),
          Map.entry("write-open", a -> call(OPEN, a.text(0), O_WRONLY).then(FileActs::write)),
          Map.entry("write-reopened", a -> reopened(a.text(0), O_WRONLY).then(FileActs::write)),
          Map.entry("read-write", a -> open(a.text(0), O_RDWR).then(FileActs::write)),
          Map.entry("append", a -> open(a.text(0), O_WRONLY | O_APPEND).then(FileActs::write)),
          Map.entry("empty", a -> open(a.text(0), O_WRONLY | O_TRUNC)),
          Map.entry("empty-read-only", a -> open(a.text(0), O_RDONLY | O_TRUNC)),
          Map.entry("create", a -> open(a.text(0), O_WRONLY | O_CREAT | O_EXCL)),
          Map.entry("creat", a -> call(CREAT, a.text(0), 0644)),
          Map.entry("tmpfile", a -> open(a.text(0), O_WRONLY | O_TMPFILE)),
          Map.entry("create-setuid", a -> openSetuid(a.text(0), O_WRONLY | O_CREAT | O_EXCL)),
          Map.entry("tmpfile-setuid", a -> openSetuid(a.text(0), O_WRONLY | O_TMPFILE)),
          Map.entry("creat-setuid", a -> call(CREAT, a.text(0), 04755)),
          Map.entry("copy-range", FileActs::copyRange),
          Map.entry("truncate", a -> call(TRUNCATE, a.text(0), 0)),
          Map.entry("exec", a -> Child.call(EXECVE, a.text(0), strings(a.text(0)), strings())),
          Map.entry("exec-fd", FileActs::execFd),
          Map.entry("exec-by-loader", FileActs::execByLoader),
          Map.entry("stat", a -> call(NEWFSTATAT, AT_FDCWD, a.text(0), block(256), 0)),
          Map.entry("access", a -> call(FACCESSAT, AT_FDCWD, a.text(0), 0)),
          Map.entry("readlink", a -> call(READLINKAT, AT_FDCWD, a.text(0), block(256), 256)),
          Map.entry("chdir", a -> Child.call(CHDIR, a.text(0))),
          Map.entry("inotify", FileActs::inotify),
          Map.entry("fanotify", FileActs::fanotify),
          Map.entry("lease", a -> open(a.text(0), O_RDONLY).then(fd -> call(FCNTL, fd, 1024, 0))),
          Map.entry("lock", a -> open(a.text(0), O_RDONLY).then(fd -> call(FLOCK, fd, 2 | 4))));

  private FileActs() {}

  /** Mode bits for what {@code flags} may create: rw-r--r--. */
  static Answer open(String path, int flags) {
    return call(OPENAT, AT_FDCWD, path, flags, 0644);
  }

  /** A program that would run as its owner for whoever finds it. */
  private static Answer openSetuid(String path, int flags) {
    return call(OPENAT, AT_FDCWD, path, flags, 04755);
  }

  static Answer excerpt(long fd) {
    MemorySegment buffer = block(EXCERPT);
    return call(READ, fd, buffer, EXCERPT)
        .then(
            read -> {
              byte[] bytes = buffer.asSlice(0, read).toArray(JAVA_BYTE);
              call(CLOSE, fd);
              return Answer.ok(new String(bytes, StandardCharsets.UTF_8).replace('\0', ' '));
            });
  }

  static Answer write(long fd) {
    Answer written = call(WRITE, fd, "attacked\n", 9);
    call(CLOSE, fd);
    return written.then(_ -> Answer.ok(0));
  }

  /** struct open_how: flags, mode, resolve; all zero is O_RDONLY. */
  private static Answer openat2(String path) {
    return call(OPENAT2, AT_FDCWD, path, block(24), 24);
  }

  /** Names a file by the descriptor of its folder, which needs no right when opened with O_PATH. */
  private static Answer readAt(Args args) {
    return open(args.text(0), O_PATH | O_DIRECTORY)
        .then(folder -> call(OPENAT, folder, args.text(1), O_RDONLY))
        .then(FileActs::excerpt);
  }

  private static Answer reopened(String path, int flags) {
    return open(path, O_PATH).then(fd -> open("/proc/self/fd/" + fd, flags));
  }

  /**
   * struct file_handle: handle_bytes, handle_type, f_handle; at most MAX_HANDLE_SZ (128) bytes. The
   * mount is the working folder's.
   */
  private static Answer readByHandle(Args args) {
    MemorySegment handle = block(8 + 128);
    handle.set(JAVA_INT, 0, 128);
    return call(NAME_TO_HANDLE_AT, AT_FDCWD, args.text(0), handle, block(8), 0)
        .then(_ -> open(".", O_RDONLY | O_DIRECTORY))
        .then(mount -> call(OPEN_BY_HANDLE_AT, mount, handle, O_RDONLY))
        .then(FileActs::excerpt);
  }

  /** From one file into another without passing through memory. */
  private static Answer copyRange(Args args) {
    return open(args.text(0), O_RDONLY)
        .then(
            from ->
                open(args.text(1), O_WRONLY | O_CREAT)
                    .then(to -> call(COPY_FILE_RANGE, from, 0, to, 0, EXCERPT, 0)))
        .then(_ -> Answer.ok(0));
  }

  private static Answer execFd(Args args) {
    return open(args.text(0), O_PATH)
        .then(fd -> Child.call(EXECVEAT, fd, "", strings(args.text(0)), strings(), AT_EMPTY_PATH));
  }

  /**
   * The loader maps a program that it can read; execution rights of the program don't come into it.
   */
  private static Answer execByLoader(Args args) {
    String loader = "/lib64/ld-linux-x86-64.so.2";
    return Child.call(EXECVE, loader, strings(loader, args.text(0)), strings());
  }

  /** A NULL-terminated array of C strings. */
  static MemorySegment strings(String... texts) {
    long[] addresses = new long[texts.length + 1];
    System.arraycopy(Kernel.addresses(texts), 0, addresses, 0, texts.length);
    return Kernel.longs(addresses);
  }

  private static Answer inotify(Args args) {
    int allEvents = 0xfff;
    return call(INOTIFY_INIT1, 0).then(fd -> call(INOTIFY_ADD_WATCH, fd, args.text(0), allEvents));
  }

  /** FAN_REPORT_FID, FAN_MARK_ADD, FAN_OPEN: what an ordinary user may ask for since 5.13. */
  private static Answer fanotify(Args args) {
    return call(FANOTIFY_INIT, 0x200, O_RDONLY)
        .then(fd -> call(FANOTIFY_MARK, fd, 1, 0x20, AT_FDCWD, args.text(0)));
  }
}
