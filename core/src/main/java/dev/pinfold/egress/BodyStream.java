package dev.pinfold.egress;

import java.io.EOFException;
import java.io.IOException;

/** The bytes of one message's body, whatever its framing. For one thread at a time. */
final class BodyStream {
  /** A size alone. */
  private static final int LONGEST_CHUNK_LINE = 256;

  private static final int MOST_TRAILERS = 64;
  private static final int LONGEST_TRAILER = 8 * 1024;

  private final Wire in;
  private final Framing framing;
  private byte[] before = {};
  private int beforeTaken;
  private long left;
  private boolean begun;
  private boolean ended;

  BodyStream(Wire in, Framing framing) {
    this.in = in;
    this.framing = framing;
  }

  Framing framing() {
    return framing;
  }

  boolean isEmpty() {
    return framing instanceof Framing.None || framing.equals(new Framing.Length(0));
  }

  /** Gives back what was read: {@code bytes} come again before all else. */
  void unread(byte[] bytes) {
    before = bytes;
    beforeTaken = 0;
  }

  /**
   * As an input stream's.
   *
   * @throws MalformedException for chunks that have no single reading
   * @throws EOFException if the connection ends before the body
   */
  int read(byte[] bytes, int offset, int length) throws IOException, MalformedException {
    if (beforeTaken < before.length) {
      int count = Math.min(length, before.length - beforeTaken);
      System.arraycopy(before, beforeTaken, bytes, offset, count);
      beforeTaken += count;
      return count;
    }
    if (ended) {
      return -1;
    }
    return switch (framing) {
      case Framing.None _ -> end();
      case Framing.UntilClose _ -> {
        int read = in.read(bytes, offset, length);
        yield read < 0 ? end() : read;
      }
      case Framing.Length(long total) -> {
        left = begun ? left : total;
        begun = true;
        yield left == 0 ? end() : some(bytes, offset, length);
      }
      case Framing.Chunked _ -> {
        if (left == 0 && !nextChunk()) {
          yield end();
        }
        yield some(bytes, offset, length);
      }
    };
  }

  private int end() {
    ended = true;
    return -1;
  }

  private int some(byte[] bytes, int offset, int length) throws IOException {
    int read = in.read(bytes, offset, (int) Math.min(left, length));
    if (read < 0) {
      throw new EOFException("a body ended too early");
    }
    left -= read;
    return read;
  }

  /** Whether there is another. */
  private boolean nextChunk() throws IOException, MalformedException {
    if (begun && !in.line(0).isEmpty()) {
      throw new MalformedException("a chunk that is longer than it says");
    }
    begun = true;
    String line = in.line(LONGEST_CHUNK_LINE);
    // Extensions mean nothing to anybody, and readers differ about where they end.
    if (!line.matches("[0-9A-Fa-f]{1,15}")) {
      throw new MalformedException("a chunk without a plain size");
    }
    left = Long.parseLong(line, 16);
    if (left == 0) {
      skipTrailers();
    }
    return left > 0;
  }

  /** Not passed on: nobody asked for them (RFC 9110 6.5.1). */
  private void skipTrailers() throws IOException, MalformedException {
    for (int i = 0; i <= MOST_TRAILERS; i++) {
      if (in.line(LONGEST_TRAILER).isEmpty()) {
        return;
      }
    }
    throw new MalformedException("too many trailers");
  }
}
