package dev.pinfold.protect;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.pinfold.linux.Directory;
import dev.pinfold.linux.Errno;
import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.Fd;
import dev.pinfold.linux.FileStatus;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** The bytes of a file that somebody else may be writing, replacing or removing. */
final class FileContent {
  private static final int CHUNK = 1 << 16;

  private FileContent() {}

  /** All of it; null when it is no file, can't be opened, or holds more than {@code most} bytes. */
  static byte @Nullable [] read(Directory folder, String name, long most) throws ErrnoException {
    long opened = folder.openFile(name);
    if (opened < 0) {
      return null;
    }
    try (Fd fd = Fd.own(opened)) {
      FileStatus status = FileStatus.of(fd);
      if (!status.isRegular() || status.size() > most) {
        return null;
      }
      return read(fd, status.size(), most);
    }
  }

  private static byte @Nullable [] read(Fd fd, long size, long most) throws ErrnoException {
    try (Arena arena = Arena.ofConfined()) {
      // One byte more than it has: its end is found without another call.
      MemorySegment buffer = arena.allocate(Math.min(CHUNK, size + 1));
      var bytes = new ByteArrayOutputStream((int) size);
      long n = Errno.check("read", fd.read(buffer));
      while (n > 0 && bytes.size() <= most) {
        bytes.writeBytes(buffer.asSlice(0, n).toArray(JAVA_BYTE));
        n = n < buffer.byteSize() ? 0 : Errno.check("read", fd.read(buffer));
      }
      return bytes.size() > most ? null : bytes.toByteArray();
    }
  }

  /** SHA-256, in hexadecimal. */
  static String hash(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError("every JDK has it", impossible);
    }
  }
}
