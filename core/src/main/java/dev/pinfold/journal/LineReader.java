package dev.pinfold.journal;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/** The lines of a stream as bytes, each with its place; a line takes a bounded amount of memory. */
final class LineReader {
  private final InputStream in;
  private final int maxBytes;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream(1024);
  private long number;
  private long offset;
  private long nextOffset;
  private boolean ended;
  private boolean tooLong;

  LineReader(InputStream in, int maxBytes) {
    this.in = in;
    this.maxBytes = maxBytes;
  }

  /** Reads the next line; false at the end of the stream. */
  boolean next() throws IOException {
    line.reset();
    ended = false;
    offset = nextOffset;
    number++;
    int b;
    while (!ended && !tooLong && (b = in.read()) >= 0) {
      nextOffset++;
      ended = b == '\n';
      tooLong = !ended && line.size() == maxBytes;
      if (!ended) {
        line.write(b);
      }
    }
    return nextOffset > offset;
  }

  /** The line's number, from 1. */
  long number() {
    return number;
  }

  /** Where the line starts, in bytes. */
  long offset() {
    return offset;
  }

  /** True if the stream ended before the line did. */
  boolean isTorn() {
    return !ended && !tooLong;
  }

  /** The line without its line feed. */
  byte[] whole() throws MalformedLineException {
    if (tooLong) {
      throw new MalformedLineException(
          "it is longer than " + maxBytes + " bytes, which no entry is");
    }
    if (isTorn()) {
      throw new MalformedLineException(
          "it is torn: the file ends within it, after " + line.size() + " bytes of it");
    }
    return line.toByteArray();
  }
}
