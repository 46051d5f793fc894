package dev.pinfold.egress;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** Tables of cases in the test resources: columns apart by tabs, comments by number signs. */
final class Rows {
  private Rows() {}

  static List<List<String>> of(String name) {
    try (InputStream in = Objects.requireNonNull(Rows.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> Arrays.asList(line.split("\t", -1)))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** With the escapes of Java's strings. */
  static String unescaped(String text) {
    var out = new StringBuilder();
    int i = 0;
    while (i < text.length()) {
      char plain = text.charAt(i++);
      if (plain != '\\') {
        out.append(plain);
        continue;
      }
      switch (text.charAt(i)) {
        case 'u' -> {
          out.append((char) Integer.parseInt(text.substring(i + 1, i + 5), 16));
          i += 4;
        }
        case 'r' -> out.append('\r');
        case 'n' -> out.append('\n');
        case 't' -> out.append('\t');
        default -> out.append(text.charAt(i));
      }
      i++;
    }
    return out.toString();
  }
}
