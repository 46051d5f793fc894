package dev.pinfold.cli;

import dev.pinfold.linux.NativeString;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * The lines of a batch: {@code \\}, {@code \n} and {@code \t} are escapes, any other backslash is
 * one.
 */
final class BatchLines {
  /**
   * What the kernel takes for a whole argument vector by default (execve(2), a quarter of an 8 MiB
   * stack).
   */
  private static final int MAX_BYTES = 2 << 20;

  private final InputStream in;
  private long number;

  BatchLines(InputStream in) {
    this.in = in;
  }

  /** True if the next line can probably be read without waiting. */
  boolean isMoreReady() throws IOException {
    return in.available() > 0;
  }

  /** The next line with its escapes replaced, or nothing at the end. */
  Optional<String> next() throws IOException {
    return nextRaw().map(BatchLines::unescape);
  }

  /** The next line as it is, or nothing at the end. */
  Optional<String> nextRaw() throws IOException {
    var line = new ByteArrayOutputStream();
    number++;
    int b;
    while ((b = in.read()) >= 0 && b != '\n') {
      if (line.size() == MAX_BYTES) {
        throw new IOException("line " + number + " is longer than " + MAX_BYTES + " bytes");
      }
      line.write(b);
    }
    return b < 0 && line.size() == 0
        ? Optional.empty()
        : Optional.of(NativeString.decode(line.toByteArray()));
  }

  static String unescape(String line) {
    var text = new StringBuilder(line.length());
    for (int i = 0; i < line.length(); i++) {
      char next = i + 1 < line.length() ? line.charAt(i + 1) : '\0';
      if (line.charAt(i) == '\\' && (next == '\\' || next == 'n' || next == 't')) {
        text.append(next == 'n' ? '\n' : next == 't' ? '\t' : '\\');
        i++;
      } else {
        text.append(line.charAt(i));
      }
    }
    return text.toString();
  }
}
