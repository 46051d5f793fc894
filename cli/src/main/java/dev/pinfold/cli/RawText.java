package dev.pinfold.cli;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/**
 * Bytes of the operating system as text, and back without loss.
 *
 * <p>What is UTF-8 is decoded as such; any other byte {@code b} becomes the lone surrogate U+DC00 +
 * b, which no UTF-8 decodes to (the convention of Python's PEP 383).
 */
final class RawText {
  private static final char FIRST = '\udc80';
  private static final char LAST = '\udcff';
  private static final int OFFSET = 0xdc00;

  private RawText() {}

  static String decode(byte[] bytes) {
    CharsetDecoder utf8 = StandardCharsets.UTF_8.newDecoder();
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length); // no byte makes more than one char
    for (CoderResult result = utf8.decode(in, out, true);
        result.isError();
        result = utf8.decode(in, out, true)) {
      for (int i = 0; i < result.length(); i++) {
        out.put((char) (OFFSET + (in.get() & 0xff)));
      }
    }
    return out.flip().toString();
  }

  /** A lone surrogate that stands for no byte becomes {@code ?}. */
  static byte[] encode(String text) {
    var bytes = new ByteArrayOutputStream(text.length() + 16);
    int start = 0;
    for (int i = 0; i < text.length(); i++) {
      if (isRawByte(text, i)) {
        bytes.writeBytes(text.substring(start, i).getBytes(StandardCharsets.UTF_8));
        bytes.write(text.charAt(i) - OFFSET);
        start = i + 1;
      }
    }
    bytes.writeBytes(text.substring(start).getBytes(StandardCharsets.UTF_8));
    return bytes.toByteArray();
  }

  /** True if the char at {@code i} stands for a byte that is no UTF-8. */
  static boolean isRawByte(String text, int i) {
    char c = text.charAt(i);
    return c >= FIRST && c <= LAST && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
  }
}
