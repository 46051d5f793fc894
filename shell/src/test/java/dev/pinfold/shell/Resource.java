package dev.pinfold.shell;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.util.List;

/** Tables of behaviour: lines of tab-separated cells; comments begin with a number sign. */
final class Resource {
  private Resource() {}

  static List<List<String>> rows(String name) {
    try (var in =
        new BufferedReader(
            new InputStreamReader(Resource.class.getResourceAsStream(name), UTF_8))) {
      return in.lines()
          .filter(line -> !line.startsWith("#") && !line.isEmpty())
          .map(line -> List.of(line.split("\t", -1)))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Undoes the escapes of a cell: a backslash before a backslash, n, t, r, f or, for a NUL, 0. */
  static String unescaped(String cell) {
    var out = new StringBuilder();
    for (int i = 0; i < cell.length(); i++) {
      char c = cell.charAt(i);
      if (c == '\\') {
        i++;
        out.append(
            switch (cell.charAt(i)) {
              case 'n' -> '\n';
              case 't' -> '\t';
              case 'r' -> '\r';
              case 'f' -> '\f';
              case '0' -> '\0';
              case '\\' -> '\\';
              default -> throw new IllegalArgumentException("escape in " + cell);
            });
      } else {
        out.append(c);
      }
    }
    return out.toString();
  }
}
