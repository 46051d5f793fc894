package dev.pinfold.linux;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Bytes of the kernel (paths, arguments) as Java strings and back, without loss.
 *
 * <p>Well-formed UTF-8 is decoded as such. A byte that is no part of it becomes the lone surrogate
 * {@code U+DC00 + byte}, as in Python's surrogateescape (PEP 383), and is written back as that
 * byte.
 */
public final class NativeString {
  private NativeString() {}

  /** Decodes all of {@code bytes}; never fails. */
  public static String decode(byte[] bytes) {
    if (isAscii(bytes)) {
      return new String(bytes, StandardCharsets.US_ASCII);
    }
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length + 1);
    while (true) {
      CoderResult result = decoder.decode(in, out, true);
      if (result.isUnderflow()) {
        return out.flip().toString();
      }
      for (int i = 0; i < result.length(); i++) {
        out.put((char) (0xDC00 + (in.get() & 0xFF)));
      }
      decoder.reset();
    }
  }

  /**
   * Encodes {@code text}: the exact inverse of {@link #decode}.
   *
   * @throws IllegalArgumentException when it holds a surrogate that no byte decodes to
   */
  public static byte[] encode(String text) {
    byte[] quick = text.getBytes(StandardCharsets.UTF_8);
    if (indexOf((byte) '?', quick, 0, quick.length) < 0) {
      // Nothing was put in the place of what UTF-8 has no bytes for.
      return quick;
    }
    try {
      ByteBuffer plain = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
      byte[] bytes = new byte[plain.remaining()];
      plain.get(bytes);
      return bytes;
    } catch (CharacterCodingException _) {
      return encodeEscaped(text);
    }
  }

  /**
   * A NUL-terminated copy of {@code text} in {@code arena}.
   *
   * @throws IllegalArgumentException when {@code text} holds a NUL, which no path or argument can
   */
  public static MemorySegment allocate(Arena arena, String text) {
    byte[] bytes = terminated(text);
    MemorySegment segment = arena.allocate(bytes.length);
    MemorySegment.copy(bytes, 0, segment, ValueLayout.JAVA_BYTE, 0, bytes.length);
    return segment;
  }

  /** The bytes of {@code text} and a NUL; it must not hold another. */
  static byte[] terminated(String text) {
    if (text.indexOf('\0') >= 0) {
      throw new IllegalArgumentException(
          "a NUL inside a path or argument: " + text.replace('\0', '␀'));
    }
    byte[] bytes = encode(text);
    return Arrays.copyOf(bytes, bytes.length + 1);
  }

  /** Where {@code wanted} is first, from {@code from} and before {@code end}; -1 for nowhere. */
  public static int indexOf(byte wanted, byte[] bytes, int from, int end) {
    for (int i = from; i < end; i++) {
      if (bytes[i] == wanted) {
        return i;
      }
    }
    return -1;
  }

  private static boolean isAscii(byte[] bytes) {
    for (byte b : bytes) {
      if (b < 0) {
        return false;
      }
    }
    return true;
  }

  private static byte[] encodeEscaped(String text) {
    var out = new ByteArrayOutputStream(text.length() + 16);
    for (int i = 0; i < text.length(); ) {
      int point = text.codePointAt(i);
      i += Character.charCount(point);
      if (point >= 0xDC80 && point <= 0xDCFF) {
        out.write(point - 0xDC00);
      } else if (point >= 0xD800 && point <= 0xDFFF) {
        throw new IllegalArgumentException(
            "a lone surrogate U+" + Integer.toHexString(point) + " stands for no byte");
      } else {
        out.writeBytes(Character.toString(point).getBytes(StandardCharsets.UTF_8));
      }
    }
    return out.toByteArray();
  }
}
