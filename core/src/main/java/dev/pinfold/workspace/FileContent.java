package dev.pinfold.workspace;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.pinfold.linux.Errno;
import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.Fd;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Bytes of open files. */
final class FileContent {
  /** What one read(2) asks for at the most. */
  private static final int CHUNK_BYTES = 65_536;

  /** A NUL among so many first bytes makes a file binary; buffer_is_binary of git's xdiff. */
  private static final int LOOKED_AT = 8000;

  private FileContent() {}

  /** Takes pieces of a file until it has enough. */
  interface Taker {
    /** Whether more is wanted after the first {@code length} bytes of {@code bytes}. */
    boolean take(byte[] bytes, int length) throws FileToolException;
  }

  /** Reads a file from where it is, piece by piece. */
  static void read(Fd fd, long expectedBytes, Taker taker)
      throws ErrnoException, FileToolException {
    int size = Math.clamp(expectedBytes + 1, 1024, CHUNK_BYTES);
    byte[] bytes = new byte[size];
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment buffer = arena.allocate(size);
      while (true) {
        int length = (int) Errno.check("read", fd.read(buffer));
        MemorySegment.copy(buffer, JAVA_BYTE, 0, bytes, 0, length);
        if (length == 0 || !taker.take(bytes, length)) {
          return;
        }
      }
    }
  }

  /** All of a file; empty when it has more than {@code most} bytes. */
  static Optional<byte[]> whole(Fd fd, long expectedBytes, int most)
      throws ErrnoException, FileToolException {
    var all = new ByteArrayOutputStream(Math.clamp(expectedBytes, 16, most));
    read(
        fd,
        expectedBytes,
        (bytes, length) -> {
          all.write(bytes, 0, length);
          return all.size() <= most;
        });
    return all.size() > most ? Optional.empty() : Optional.of(all.toByteArray());
  }

  /** Whether nobody wrote this to be read as text. */
  static boolean isBinary(byte[] bytes, int length) {
    for (int i = 0; i < Math.min(length, LOOKED_AT); i++) {
      if (bytes[i] == 0) {
        return true;
      }
    }
    return false;
  }

  static String decode(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** UTF-8; a lone surrogate, which stands for nothing, is an error and no question mark. */
  static byte[] encode(String text, String doing) throws FileToolException {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
      } else if (Character.isSurrogate(c)) {
        throw new FileToolException(
            FileErrorCode.INVALID_ARGUMENT,
            doing + ": the text holds half of a character (U+" + Integer.toHexString(c) + ")",
            "send whole characters");
      }
    }
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static FileToolException tooLarge(String doing, long bytes, long most, String hint) {
    return new FileToolException(
        FileErrorCode.SIZE_LIMIT_EXCEEDED,
        doing + ": it has " + bytes + " bytes, the limit is " + most,
        hint);
  }
}
