package dev.pinfold.sandbox;

import dev.pinfold.linux.Errno;
import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.Fd;
import dev.pinfold.linux.FileStatus;
import dev.pinfold.linux.NativeString;
import dev.pinfold.linux.Openat2;
import dev.pinfold.linux.Paths;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The file that a call to execve or execveat would execute, found in the caller's root and folder
 * as the kernel will find it.
 *
 * @param names absolute paths under which it is known, see {@link ProgramStart.Form}
 * @param script the start of the file, as far as the kernel looks for an interpreter; empty where
 *     it is no script
 */
record ProgramFile(List<String> names, String script) {
  /** BINPRM_BUF_SIZE of linux/binfmts.h. */
  private static final int HEADER_BYTES = 256;

  /** Names the failure to read a file that may be executed. */
  static final String CONTENT = "read(program)";

  /** MAXSYMLINKS of linux/namei.h. */
  private static final int MOST_LINKS = 40;

  /** openat2 answers EAGAIN when a rename anywhere on the machine crossed a ".." of the path. */
  private static final int MOST_TRIES = 100;

  private static final int IN_ROOT = Openat2.RESOLVE_IN_ROOT | Openat2.RESOLVE_NO_MAGICLINKS;

  /** "self" would be this JVM here. */
  private static final Pattern OWN_PROC =
      Pattern.compile("/proc/(?:self|thread-self)(/.*)|/dev/(fd/\\d{1,9})");

  /**
   * Opens it, O_PATH; nothing is read of it yet.
   *
   * @param root the caller's root
   * @param thread the calling thread
   * @param path absolute in the caller's view
   * @throws ErrnoException with what the caller should be answered
   */
  static Fd open(Fd root, int thread, String path) throws ErrnoException {
    String own = ownName(thread, path);
    return own == null
        ? open(root.number(), path, Openat2.O_PATH, IN_ROOT)
        : open(Openat2.AT_FDCWD, own, Openat2.O_PATH, 0);
  }

  /** Opens what the caller's descriptor is open on. */
  static Fd openDescriptor(int thread, int descriptor) throws ErrnoException {
    if (descriptor < 0) {
      throw new ErrnoException("execveat", Errno.EBADF);
    }
    return open(Openat2.AT_FDCWD, "/proc/" + thread + "/fd/" + descriptor, Openat2.O_PATH, 0);
  }

  /**
   * What it is.
   *
   * @param file open on it
   * @param path by which {@link #open} found it; empty for a descriptor's
   * @throws ErrnoException with what the caller should be answered
   */
  static ProgramFile of(Fd root, int thread, Fd file, String path) throws ErrnoException {
    String real = Paths.of(file);
    List<String> names = new ArrayList<>();
    if (!path.isEmpty() && !name(real).equals(name(path)) && ownName(thread, path) == null) {
      links(root, path, names);
    }
    names.add(real);
    return of(file, names);
  }

  /** By which name this JVM finds what is the caller's own in /proc; null for other paths. */
  private static @Nullable String ownName(int thread, String path) {
    if (!path.startsWith("/proc/") && !path.startsWith("/dev/fd/")) {
      return null;
    }
    Matcher own = OWN_PROC.matcher(path);
    return own.matches()
        ? "/proc/" + thread + (own.group(1) == null ? "/" + own.group(2) : own.group(1))
        : null;
  }

  private static ProgramFile of(Fd file, List<String> names) throws ErrnoException {
    FileStatus status = FileStatus.of(file);
    if (!status.isRegular()) {
      // As the kernel: only a regular file is executed. Opening another kind could wait for ever.
      throw new ErrnoException("execve", Errno.EACCES);
    }
    return new ProgramFile(names, header(file));
  }

  /** Every name on the way along symbolic links, the target's own left out. */
  private static void links(Fd root, String path, List<String> names) throws ErrnoException {
    String current = path;
    for (int i = 0; i < MOST_LINKS; i++) {
      try (Fd link = open(root.number(), current, Openat2.O_PATH | Openat2.O_NOFOLLOW, IN_ROOT)) {
        if (!FileStatus.of(link).isLink()) {
          return;
        }
        names.add(current);
        String target = Paths.target(link);
        current =
            target.startsWith("/")
                ? target
                : current.substring(0, current.lastIndexOf('/') + 1) + target;
      }
    }
    throw new ErrnoException("execve", Errno.ELOOP);
  }

  private static String header(Fd file) throws ErrnoException {
    long opened =
        Openat2.openat2(
            Openat2.AT_FDCWD,
            "/proc/thread-self/fd/" + file.number(),
            Openat2.O_RDONLY | Openat2.O_NONBLOCK,
            0);
    try (Fd content = Fd.own(Errno.check(CONTENT, opened));
        Arena arena = Arena.ofConfined()) {
      MemorySegment buffer = arena.allocate(HEADER_BYTES);
      long length = Errno.check(CONTENT, content.read(buffer));
      byte[] bytes = buffer.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE);
      return length > 2 && bytes[0] == '#' && bytes[1] == '!' ? NativeString.decode(bytes) : "";
    }
  }

  static Fd open(int dir, String path, int flags, int resolve) throws ErrnoException {
    long opened = Openat2.openat2(dir, path, flags, resolve);
    for (int tries = 1; opened == -Errno.EAGAIN && tries < MOST_TRIES; tries++) {
      opened = Openat2.openat2(dir, path, flags, resolve);
    }
    return Fd.own(Errno.check("open", opened));
  }

  static String name(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
