package dev.pinfold.agent.model;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.pinfold.agent.model.ModelException.Kind;
import dev.pinfold.linux.Errno;
import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.Fd;
import dev.pinfold.linux.FileStatus;
import dev.pinfold.linux.Openat2;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Reads a key from a file that nobody else can read. What is judged is the file that was opened,
 * not what its name stands for a moment later.
 */
final class KeyFile {
  private static final int FOR_OTHERS = 077;
  private static final int PERMISSIONS = 07777;

  private KeyFile() {}

  static ApiKey read(Path path) throws ModelException {
    try (Fd file =
        Fd.own(
            Errno.check(
                "open",
                Openat2.openat(
                    Openat2.AT_FDCWD,
                    path.toAbsolutePath().toString(),
                    Openat2.O_RDONLY | Openat2.O_NONBLOCK | Openat2.O_CLOEXEC)))) {
      check(path, FileStatus.of(file));
      return content(path, file);
    } catch (ErrnoException failed) {
      throw new ModelException(
          Kind.KEY, "the key can't be read from " + path + ": " + failed.getMessage());
    }
  }

  private static void check(Path path, FileStatus status) throws ModelException {
    if (!status.isRegular()) {
      throw new ModelException(
          Kind.KEY, path + " is no file, so no key is read from it; a pipe is read with stdin");
    }
    int self = self();
    if (status.owner() != self) {
      throw new ModelException(
          Kind.KEY,
          path
              + " belongs to user "
              + status.owner()
              + ", not to you ("
              + self
              + "), who can read and change the key; make a file of your own with it");
    }
    if ((status.mode() & FOR_OTHERS) != 0) {
      throw new ModelException(
          Kind.KEY,
          path
              + " has a key in it and can be used by others (mode "
              + Integer.toOctalString(status.mode() & PERMISSIONS)
              + "): chmod 600 "
              + path);
    }
  }

  private static int self() throws ModelException {
    try {
      return (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    } catch (IOException unknown) {
      throw new ModelException(
          Kind.KEY, "whose the file of the key is can't be seen without /proc: " + unknown);
    }
  }

  private static ApiKey content(Path path, Fd file) throws ErrnoException, ModelException {
    int most = ApiKey.MOST_CHARS + 3;
    char[] characters = new char[most];
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = arena.allocate(most);
      long length = 0;
      for (long n = 1; n > 0 && length < most; length += n) {
        n = Errno.check("read", file.read(bytes.asSlice(length)));
      }
      for (int i = 0; i < length; i++) {
        characters[i] = (char) (bytes.get(JAVA_BYTE, i) & 0xFF);
      }
      bytes.fill((byte) 0);
      return ApiKey.of(Arrays.copyOf(characters, (int) length), path.toString());
    } finally {
      Arrays.fill(characters, '\0');
    }
  }
}
