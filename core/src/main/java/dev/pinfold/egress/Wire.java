package dev.pinfold.egress;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What comes from one side, read as strictly as it can be. For one thread at a time. */
final class Wire {
  /** Several times what servers accept as a head (8 KiB to 16 KiB are usual). */
  static final int LONGEST_HEAD = 64 * 1024;

  /** Holds the longest record of TLS (RFC 8446 5.1) with its neighbours. */
  private static final int BUFFER = 20 * 1024;

  private final InputStream in;
  private final byte[] buffer = new byte[BUFFER];
  private int next;
  private int end;

  Wire(InputStream in) {
    this.in = in;
  }

  /** The next byte, which stays; -1 at the end. */
  int peek() throws IOException {
    return fill() ? buffer[next] & 0xFF : -1;
  }

  /**
   * The next bytes, which stay: {@code count} of them unless the end comes before.
   *
   * @param count no more than fit into the buffer
   */
  byte[] peek(int count) throws IOException {
    if (buffer.length - next < count) {
      System.arraycopy(buffer, next, buffer, 0, end - next);
      end -= next;
      next = 0;
    }
    while (end - next < count) {
      int read = in.read(buffer, end, buffer.length - end);
      if (read < 0) {
        break;
      }
      end += read;
    }
    return Arrays.copyOfRange(buffer, next, Math.min(end, next + count));
  }

  int read() throws IOException {
    return fill() ? buffer[next++] & 0xFF : -1;
  }

  int readByte() throws IOException {
    int value = read();
    if (value < 0) {
      throw new EOFException("the connection ended too early");
    }
    return value;
  }

  /** As {@link InputStream#read(byte[], int, int)}. */
  int read(byte[] bytes, int offset, int length) throws IOException {
    if (next == end) {
      return in.read(bytes, offset, length);
    }
    int count = Math.min(length, end - next);
    System.arraycopy(buffer, next, bytes, offset, count);
    next += count;
    return count;
  }

  /** What has been read from the connection and not been taken. */
  byte[] takeBuffered() {
    byte[] rest = Arrays.copyOfRange(buffer, next, end);
    next = end;
    return rest;
  }

  /**
   * A head with the empty line at its end; null if the connection ended before it.
   *
   * @throws MalformedException for line ends other than CR LF, a NUL, or too long a head
   */
  byte @Nullable [] head() throws IOException, MalformedException {
    if (peek() < 0) {
      return null;
    }
    var head = new byte[1024];
    int length = 0;
    while (true) {
      if (length == LONGEST_HEAD) {
        throw new MalformedException("a head of more than " + LONGEST_HEAD + " bytes");
      }
      if (length == head.length) {
        head = Arrays.copyOf(head, 2 * length);
      }
      head[length++] = (byte) readByte();
      checkLineEnds(head, length);
      if (endsHead(head, length)) {
        return Arrays.copyOf(head, length);
      }
    }
  }

  /** At once, so that a client that ends its lines otherwise gets an answer instead of a wait. */
  private static void checkLineEnds(byte[] head, int length) throws MalformedException {
    byte last = head[length - 1];
    boolean afterReturn = length > 1 && head[length - 2] == '\r';
    if ((last == '\n') != afterReturn) {
      throw new MalformedException("a line that does not end in CR LF");
    }
    if (last == 0) {
      throw new MalformedException("a NUL in the head");
    }
  }

  private static boolean endsHead(byte[] head, int length) {
    return head[length - 1] == '\n' && (length == 2 || (length >= 4 && head[length - 3] == '\n'));
  }

  /** A line without its CR LF, of at most {@code longest} bytes. */
  String line(int longest) throws IOException, MalformedException {
    var line = new StringBuilder();
    while (true) {
      int value = readByte();
      if (value == '\r') {
        if (readByte() != '\n') {
          throw new MalformedException("a CR without LF");
        }
        return line.toString();
      }
      if (value == '\n' || value == 0 || line.length() == longest) {
        throw new MalformedException("a line that is too long, or does not end in CR LF");
      }
      line.append(new String(new byte[] {(byte) value}, ISO_8859_1));
    }
  }

  private boolean fill() throws IOException {
    if (next < end) {
      return true;
    }
    next = 0;
    end = Math.max(0, in.read(buffer, 0, buffer.length));
    return end > 0;
  }
}
