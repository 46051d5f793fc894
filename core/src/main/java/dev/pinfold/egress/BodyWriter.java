package dev.pinfold.egress;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.OutputStream;

/** Writes a body, in chunks of our own where its length is not known before. */
final class BodyWriter {
  private final OutputStream out;
  private final boolean chunked;

  BodyWriter(OutputStream out, boolean chunked) {
    this.out = out;
    this.chunked = chunked;
  }

  void write(byte[] bytes, int offset, int length) throws IOException {
    if (!chunked) {
      out.write(bytes, offset, length);
      return;
    }
    byte[] size = (Integer.toHexString(length) + "\r\n").getBytes(ISO_8859_1);
    byte[] chunk = new byte[size.length + length + 2];
    System.arraycopy(size, 0, chunk, 0, size.length);
    System.arraycopy(bytes, offset, chunk, size.length, length);
    chunk[chunk.length - 2] = '\r';
    chunk[chunk.length - 1] = '\n';
    out.write(chunk);
  }

  void end() throws IOException {
    if (chunked) {
      out.write("0\r\n\r\n".getBytes(ISO_8859_1));
    }
  }
}
