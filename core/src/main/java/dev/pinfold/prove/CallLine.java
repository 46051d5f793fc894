package dev.pinfold.prove;

import dev.pinfold.linux.CallScript;
import dev.pinfold.linux.NativeString;
import dev.pinfold.linux.Sockets;
import dev.pinfold.linux.Sys;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * System calls as a row of {@code probes.tsv} writes them, apart by {@code "; "}: a name, then its
 * arguments apart by blanks.
 *
 * <ul>
 *   <li>{@code {name}} is a placeholder, filled first
 *   <li>{@code /path}, {@code 'text}: a text
 *   <li>{@code [/path,'text]}: texts, as execve takes them; {@code []} none
 *   <li>{@code &8}: so many bytes, all zero
 *   <li>{@code &i:1,2}: 32-bit words; {@code &w:1,2}: 64-bit words
 *   <li>{@code &in:PORT}, {@code &in6:PORT}: an address on the loopback; {@code &net:PORT}: one of
 *       192.0.2.0/24, which is nobody's (RFC 5737); {@code &un:PATH}, {@code &un:@NAME}: of a Unix
 *       socket
 *   <li>{@code =}: the last bytes again; {@code #}: how long they are
 *   <li>all else is a number, as {@link Long#decode} takes it
 * </ul>
 */
final class CallLine {
  /** 127.0.0.1 and 192.0.2.1, in network order. */
  private static final int LOOPBACK = 0x0100_007F;

  private static final int NOBODYS = 0x0102_00C0;

  private final CallScript script = new CallScript();
  private final Map<String, String> places;
  private long lastBytes;
  private int lastLength;

  private CallLine(Map<String, String> places) {
    this.places = places;
  }

  /**
   * The program that makes the calls.
   *
   * @param places values of the placeholders
   * @throws IllegalArgumentException when the text can't be read
   */
  static byte[] program(String text, Map<String, String> places) {
    CallLine line = new CallLine(places);
    for (String call : text.split("; ", -1)) {
      String[] words = call.split(" ", -1);
      long[] arguments = new long[words.length - 1];
      for (int i = 1; i < words.length; i++) {
        arguments[i - 1] = line.argument(line.filled(words[i]));
      }
      line.script.call(Sys.valueOf(words[0].toUpperCase(Locale.ROOT)), arguments);
    }
    return line.script.program();
  }

  /** Whether the last call replaces the program. */
  static boolean becomesAnother(String text) {
    return text.substring(text.lastIndexOf("; ") + 1).strip().startsWith("execve ");
  }

  private String filled(String word) {
    String filled = word;
    for (Map.Entry<String, String> place : places.entrySet()) {
      filled = filled.replace("{" + place.getKey() + "}", place.getValue());
    }
    if (filled.contains("{")) {
      throw new IllegalArgumentException("no such placeholder: " + filled);
    }
    return filled;
  }

  private long argument(String word) {
    return switch (word.charAt(0)) {
      case '/' -> script.text(word);
      case '\'' -> script.text(word.substring(1));
      case '[' -> script.vector(texts(word.substring(1, word.length() - 1)));
      case '&' -> bytes(word.substring(1));
      case '=' -> lastBytes;
      case '#' -> lastLength;
      default -> Long.decode(word);
    };
  }

  private static List<String> texts(String list) {
    return list.isEmpty() ? List.of() : List.of(list.split(",", -1));
  }

  private long bytes(String what) {
    int colon = what.indexOf(':');
    byte[] bytes =
        colon < 0
            ? new byte[Integer.parseInt(what)]
            : structure(what.substring(0, colon), what.substring(colon + 1));
    lastLength = bytes.length;
    lastBytes = script.bytes(bytes);
    return lastBytes;
  }

  /** struct sockaddr_in, sockaddr_in6, sockaddr_un: ip(7), ipv6(7), unix(7). */
  private static byte[] structure(String kind, String value) {
    return switch (kind) {
      case "i" -> words(value, 4);
      case "w" -> words(value, 8);
      case "in" -> internet(Sockets.AF_INET, value, 16).putInt(4, LOOPBACK).array();
      case "net" -> internet(Sockets.AF_INET, value, 16).putInt(4, NOBODYS).array();
      case "in6" -> internet(Sockets.AF_INET6, value, 28).put(23, (byte) 1).array();
      case "un" -> local(value);
      default -> throw new IllegalArgumentException("no such bytes: " + kind);
    };
  }

  private static byte[] words(String list, int size) {
    String[] numbers = list.split(",", -1);
    ByteBuffer bytes = ByteBuffer.allocate(numbers.length * size).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < numbers.length; i++) {
      long number = Long.decode(numbers[i]);
      if (size == 4) {
        bytes.putInt(i * size, (int) number);
      } else {
        bytes.putLong(i * size, number);
      }
    }
    return bytes.array();
  }

  private static ByteBuffer internet(int family, String port, int length) {
    return ByteBuffer.allocate(length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putShort(0, (short) family)
        .putShort(2, Short.reverseBytes((short) Integer.parseInt(port)));
  }

  private static byte[] local(String name) {
    byte[] path = NativeString.encode(name);
    ByteBuffer bytes = ByteBuffer.allocate(2 + path.length + 1).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putShort(0, (short) Sockets.AF_UNIX).put(2, path);
    if (name.startsWith("@")) {
      bytes.put(2, (byte) 0);
      return Arrays.copyOf(bytes.array(), 2 + path.length);
    }
    return bytes.array();
  }
}
