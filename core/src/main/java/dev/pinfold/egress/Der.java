package dev.pinfold.egress;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Values of ASN.1 in DER (X.690), as far as certificates need them. */
final class Der {
  private static final int BOOLEAN = 0x01;
  private static final int INTEGER = 0x02;
  private static final int BIT_STRING = 0x03;
  private static final int OCTET_STRING = 0x04;
  private static final int OBJECT_IDENTIFIER = 0x06;
  private static final int UTF8_STRING = 0x0C;
  private static final int UTC_TIME = 0x17;
  private static final int SEQUENCE = 0x30;
  private static final int SET = 0x31;
  private static final int CONTEXT = 0x80;
  private static final int CONTEXT_CONSTRUCTED = 0xA0;

  /** RFC 5280 4.1.2.5.1: two digits of the year, until 2049. */
  private static final DateTimeFormatter UTC =
      DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

  private Der() {}

  static byte[] sequence(byte[]... parts) {
    return value(SEQUENCE, joined(parts));
  }

  static byte[] set(byte[]... parts) {
    return value(SET, joined(parts));
  }

  static byte[] truth() {
    return value(BOOLEAN, new byte[] {(byte) 0xFF});
  }

  static byte[] integer(BigInteger number) {
    return value(INTEGER, number.toByteArray());
  }

  static byte[] utf8(String text) {
    return value(UTF8_STRING, text.getBytes(UTF_8));
  }

  static byte[] time(Instant at) {
    return value(UTC_TIME, UTC.format(at).getBytes(US_ASCII));
  }

  static byte[] octets(byte[] content) {
    return value(OCTET_STRING, content);
  }

  /**
   * @param unused bits at the end of the last byte
   */
  static byte[] bits(int unused, byte[] content) {
    return value(BIT_STRING, joined(new byte[] {(byte) unused}, content));
  }

  /** {@code [tag] EXPLICIT}. */
  static byte[] explicit(int tag, byte[] content) {
    return value(CONTEXT_CONSTRUCTED | tag, content);
  }

  /** {@code [tag] IMPLICIT} of a simple type. */
  static byte[] implicit(int tag, byte[] content) {
    return value(CONTEXT | tag, content);
  }

  /** Written with dots. */
  static byte[] oid(String dotted) {
    String[] arcs = dotted.split("\\.", -1);
    var out = new ByteArrayOutputStream();
    out.write(Integer.parseInt(arcs[0]) * 40 + Integer.parseInt(arcs[1]));
    for (int i = 2; i < arcs.length; i++) {
      int arc = Integer.parseInt(arcs[i]);
      for (int shift = 28; shift > 0; shift -= 7) {
        if (arc >> shift != 0) {
          out.write(0x80 | (arc >> shift & 0x7F));
        }
      }
      out.write(arc & 0x7F);
    }
    return value(OBJECT_IDENTIFIER, out.toByteArray());
  }

  private static byte[] value(int tag, byte[] content) {
    var out = new ByteArrayOutputStream();
    out.write(tag);
    int length = content.length;
    if (length < 0x80) {
      out.write(length);
    } else if (length < 0x100) {
      out.write(0x81);
      out.write(length);
    } else {
      out.write(0x82);
      out.write(length >> 8);
      out.write(length);
    }
    out.writeBytes(content);
    return out.toByteArray();
  }

  private static byte[] joined(byte[]... parts) {
    var out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }
}
