package dev.pinfold.e2e;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/**
 * Reads the tables beside the tests: fields apart by tabs, lines that begin with {@code #} are
 * comments.
 */
final class Table {
  private Table() {}

  /** All rows, each with exactly {@code columns} fields. */
  static List<List<String>> read(String name, int columns) {
    try (InputStream table = Objects.requireNonNull(Table.class.getResourceAsStream(name), name)) {
      return new String(table.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(line -> fields(name, line, columns))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> fields(String name, String line, int columns) {
    List<String> fields = List.of(line.split("\t", -1));
    if (fields.size() != columns) {
      throw new IllegalStateException(
          name + ": " + fields.size() + " fields, not " + columns + ": " + line);
    }
    return fields;
  }
}
