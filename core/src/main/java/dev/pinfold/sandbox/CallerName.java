package dev.pinfold.sandbox;

import dev.pinfold.linux.Errno;
import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.NativeString;
import dev.pinfold.linux.Openat2;
import dev.pinfold.linux.Paths;
import dev.pinfold.linux.ProcessMemory;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A path as a call of another process names it, which may exist or not.
 *
 * @param thread the calling thread
 * @param dir a folder's descriptor of the caller's, or AT_FDCWD
 * @param text what stood in its memory, without slashes at its end, never empty
 */
record CallerName(int thread, int dir, String text) {
  /**
   * Reads it once.
   *
   * @throws ErrnoException with what the kernel will answer for a path that is none
   */
  static CallerName read(int thread, int dir, long address) throws ErrnoException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment copy = ProcessMemory.readString(arena, thread, address, Paths.PATH_MAX);
      if (copy == null || copy.byteSize() == 1) {
        throw new ErrnoException("path", copy == null ? Errno.EFAULT : Errno.ENOENT);
      }
      String text =
          NativeString.decode(copy.asSlice(0, copy.byteSize() - 1).toArray(ValueLayout.JAVA_BYTE));
      int end = text.length();
      while (end > 1 && text.charAt(end - 1) == '/') {
        end--;
      }
      return new CallerName(thread, dir, translated(thread, text.substring(0, end)));
    }
  }

  /** "self" would be this JVM here; the number is the one in the caller's own tree. */
  private static String translated(int thread, String text) throws ErrnoException {
    for (String self : new String[] {"/proc/self", "/proc/thread-self"}) {
      if (text.equals(self) || text.startsWith(self + "/")) {
        String process = "/proc/" + inside(thread, "NStgid:");
        String rest = text.substring(self.length());
        return self.equals("/proc/self")
            ? process + rest
            : process + "/task/" + inside(thread, "NSpid:") + rest;
      }
    }
    return text;
  }

  /** The last number of a line of /proc/PID/status is that of the innermost namespace. */
  private static String inside(int thread, String key) throws ErrnoException {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/" + thread + "/status"))) {
        if (line.startsWith(key)) {
          return line.substring(line.lastIndexOf('\t') + 1).strip();
        }
      }
    } catch (IOException _) {
      // Gone meanwhile.
    }
    throw new ErrnoException("open(/proc/" + thread + "/status)", Errno.ESRCH);
  }

  /** Opens what it names as the caller would: an O_PATH descriptor, or a negated errno. */
  long open(boolean noFollow) {
    return CallerPath.open(thread, dir, text, noFollow);
  }

  /** Opens the folder in which the last part of it is looked up. */
  long openFolder() {
    int slash = text.lastIndexOf('/');
    return CallerPath.open(
        thread, dir, slash < 0 ? "." : slash == 0 ? "/" : text.substring(0, slash), false);
  }

  /** The last part: what the folder is asked for. */
  String last() {
    return text.substring(text.lastIndexOf('/') + 1);
  }

  /** The whole path, links not followed. */
  String absolute() throws ErrnoException {
    if (text.startsWith("/")) {
      return text;
    }
    String base =
        Paths.readlink("/proc/" + thread + (dir == Openat2.AT_FDCWD ? "/cwd" : "/fd/" + dir));
    if (!base.startsWith("/")) {
      throw new ErrnoException("open", Errno.ENOTDIR);
    }
    return base + "/" + text;
  }
}
