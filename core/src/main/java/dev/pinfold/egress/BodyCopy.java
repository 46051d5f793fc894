package dev.pinfold.egress;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;

/** Carries a message's body on, byte for byte, with chunks of our own making. */
final class BodyCopy {
  private static final int PIECE = 64 * 1024;

  /** A size, and an extension that nobody uses. */
  private static final int LONGEST_CHUNK_LINE = 256;

  private static final int MOST_TRAILERS = 64;
  private static final int LONGEST_TRAILER = 8 * 1024;

  /** Counts what passes, or stops it. */
  interface Meter {
    void count(long bytes) throws IOException;
  }

  private final Wire in;
  private final OutputStream out;
  private final Meter meter;
  private final byte[] piece = new byte[PIECE];

  BodyCopy(Wire in, OutputStream out, Meter meter) {
    this.in = in;
    this.out = out;
    this.meter = meter;
  }

  /**
   * @throws MalformedException for chunks that have no single reading
   * @throws EOFException if it ends before its end
   */
  void copy(Framing framing) throws IOException, MalformedException {
    switch (framing) {
      case Framing.None _ -> {}
      case Framing.Length(long bytes) -> exactly(bytes);
      case Framing.Chunked _ -> chunks(true);
      case Framing.UntilClose _ -> rest();
    }
  }

  /** A chunked body for a reader that does not know chunks. */
  void copyUnchunked() throws IOException, MalformedException {
    chunks(false);
  }

  private void exactly(long bytes) throws IOException {
    for (long left = bytes; left > 0; ) {
      int read = in.read(piece, 0, (int) Math.min(left, piece.length));
      if (read < 0) {
        throw new EOFException("a body ended too early");
      }
      meter.count(read);
      out.write(piece, 0, read);
      left -= read;
    }
  }

  private void rest() throws IOException {
    int read = in.read(piece, 0, piece.length);
    while (read >= 0) {
      meter.count(read);
      out.write(piece, 0, read);
      read = in.read(piece, 0, piece.length);
    }
  }

  private void chunks(boolean framed) throws IOException, MalformedException {
    for (long size = chunkSize(); size > 0; size = chunkSize()) {
      if (framed) {
        out.write((Long.toHexString(size) + "\r\n").getBytes(ISO_8859_1));
      }
      exactly(size);
      if (!in.line(0).isEmpty()) {
        throw new MalformedException("a chunk that is longer than it says");
      }
      if (framed) {
        out.write(new byte[] {'\r', '\n'});
      }
    }
    skipTrailers();
    if (framed) {
      out.write("0\r\n\r\n".getBytes(ISO_8859_1));
    }
  }

  private long chunkSize() throws IOException, MalformedException {
    String line = in.line(LONGEST_CHUNK_LINE);
    // Extensions mean nothing to anybody, and readers differ about where they end.
    if (!line.matches("[0-9A-Fa-f]{1,15}")) {
      throw new MalformedException("a chunk without a plain size");
    }
    return Long.parseLong(line, 16);
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
