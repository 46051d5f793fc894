package dev.pinfold.shell;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Decodes the inside of {@code $'…'} (POSIX.1-2024 2.2.4; bash manual, "ANSI-C Quoting"). */
final class AnsiEscapes {
  /** First and last of the lone surrogates that stand for the bytes 0x80..0xFF. */
  private static final char FIRST_BYTE = '\uDC80';

  private static final char LAST_BYTE = '\uDCFF';

  private final String raw;
  private final StringBuilder out = new StringBuilder();
  private int pos;
  private boolean bytes;
  private boolean ended;

  private AnsiEscapes(String raw) {
    this.raw = raw;
  }

  static String decode(String raw) {
    if (raw.indexOf('\\') < 0) {
      return raw;
    }
    var escapes = new AnsiEscapes(raw);
    while (escapes.pos < raw.length() && !escapes.ended) {
      escapes.next();
    }
    return escapes.bytes ? joinBytes(escapes.out) : escapes.out.toString();
  }

  private void next() {
    char c = raw.charAt(pos++);
    if (c != '\\' || pos == raw.length()) {
      out.append(c);
      return;
    }
    char escape = raw.charAt(pos++);
    switch (escape) {
      case 'a' -> out.append('\u0007');
      case 'b' -> out.append('\b');
      case 'e', 'E' -> out.append('\u001b');
      case 'f' -> out.append('\f');
      case 'n' -> out.append('\n');
      case 'r' -> out.append('\r');
      case 't' -> out.append('\t');
      case 'v' -> out.append('\u000b');
      case '\\', '\'', '"', '?' -> out.append(escape);
      case '0', '1', '2', '3', '4', '5', '6', '7' -> octal();
      case 'x' -> hexByte();
      case 'u' -> codePoint(escape, 4);
      case 'U' -> codePoint(escape, 8);
      case 'c' -> control();
      default -> out.append('\\').append(escape);
    }
  }

  private void octal() {
    pos--;
    appendByte((int) digits(3, 8) & 0xff);
  }

  private void hexByte() {
    boolean braced = pos < raw.length() && raw.charAt(pos) == '{';
    pos += braced ? 1 : 0;
    int start = pos;
    long value = digits(braced ? Integer.MAX_VALUE : 2, 16);
    if (pos == start && !braced) {
      out.append("\\x");
      return;
    }
    if (braced && pos < raw.length() && raw.charAt(pos) == '}') {
      pos++;
    }
    appendByte((int) value & 0xff);
  }

  private void codePoint(char escape, int most) {
    int start = pos;
    long value = digits(most, 16);
    if (pos == start) {
      out.append('\\').append(escape);
    } else if (value == 0) {
      ended = true;
    } else if (value <= Character.MAX_CODE_POINT) {
      out.appendCodePoint((int) value);
    } else {
      out.append('\uFFFD');
    }
  }

  private void control() {
    if (pos == raw.length()) {
      out.append("\\c");
      return;
    }
    char c = raw.charAt(pos++);
    if (c == '\\' && pos < raw.length() && raw.charAt(pos) == '\\') {
      pos++;
    }
    appendByte(c == '?' ? 0x7f : Character.toUpperCase(c) & 0x1f);
  }

  private long digits(int most, int radix) {
    long value = 0;
    for (int n = 0; n < most && pos < raw.length(); n++) {
      char c = raw.charAt(pos);
      int digit = c < 0x80 ? Character.digit(c, radix) : -1;
      if (digit < 0) {
        break;
      }
      value = (value * radix + digit) & 0xffff_ffffL;
      pos++;
    }
    return value;
  }

  private void appendByte(int value) {
    if (value == 0) {
      ended = true;
    } else if (value < 0x80) {
      out.append((char) value);
    } else {
      bytes = true;
      out.append((char) (FIRST_BYTE + value - 0x80));
    }
  }

  /** Bytes that together are UTF-8 become characters; the others stay lone surrogates. */
  private static String joinBytes(CharSequence text) {
    var result = new StringBuilder(text.length());
    int i = 0;
    while (i < text.length()) {
      int end = i;
      while (end < text.length()
          && text.charAt(end) >= FIRST_BYTE
          && text.charAt(end) <= LAST_BYTE) {
        end++;
      }
      if (end == i) {
        result.append(text.charAt(i++));
      } else {
        decodeRun(text, i, end, result);
        i = end;
      }
    }
    return result.toString();
  }

  private static void decodeRun(CharSequence text, int from, int to, StringBuilder result) {
    ByteBuffer in = ByteBuffer.allocate(to - from);
    for (int i = from; i < to; i++) {
      in.put((byte) (text.charAt(i) - FIRST_BYTE + 0x80));
    }
    in.flip();
    CharBuffer decoded = CharBuffer.allocate(to - from);
    CharsetDecoder utf8 =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    while (true) {
      CoderResult outcome = utf8.decode(in, decoded, true);
      if (!outcome.isError()) {
        break;
      }
      for (int k = 0; k < outcome.length(); k++) {
        decoded.put((char) (FIRST_BYTE + (in.get() & 0x7f)));
      }
    }
    result.append(decoded.flip());
  }
}
