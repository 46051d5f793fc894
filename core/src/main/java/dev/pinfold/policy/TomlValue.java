package dev.pinfold.policy;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A value of a TOML document, with the line (from 1) on which it starts. */
sealed interface TomlValue {
  int line();

  /** A string of any of the four kinds. */
  record Text(String text, int line) implements TomlValue {}

  /** A whole number. */
  record Whole(long number, int line) implements TomlValue {}

  /** True or false. */
  record Flag(boolean flag, int line) implements TomlValue {}

  /** A date without a time. */
  record Day(LocalDate day, int line) implements TomlValue {}

  /**
   * An array.
   *
   * @param tables whether it was made by {@code [[…]]} headers, so that more may follow
   */
  record Items(List<TomlValue> items, boolean tables, int line) implements TomlValue {
    static Items ofTables(int line) {
      return new Items(new ArrayList<>(), true, line);
    }
  }

  /** A table; filled while the document is read. */
  final class Table implements TomlValue {
    /** How a table came to be, which says what may still be added to it (TOML 1.0, Table). */
    enum Origin {
      /** Named on the way to another one, {@code a} in {@code [a.b]}: may get its own header. */
      IMPLICIT,
      /** Has its header. */
      HEADER,
      /** Made by a dotted key: more dotted keys may follow. */
      DOTTED,
      /** Written on one line: complete. */
      INLINE
    }

    private final Map<String, TomlValue> values = new LinkedHashMap<>();
    private final int line;
    private Origin origin;

    Table(Origin origin, int line) {
      this.origin = origin;
      this.line = line;
    }

    @Override
    public int line() {
      return line;
    }

    Map<String, TomlValue> values() {
      return values;
    }

    Origin origin() {
      return origin;
    }

    void close(Origin last) {
      origin = last;
    }
  }

  /** What it is called in messages. */
  default String kind() {
    return switch (this) {
      case Text _ -> "a text";
      case Whole _ -> "a number";
      case Flag _ -> "true or false";
      case Day _ -> "a date";
      case Items _ -> "a list";
      case Table _ -> "a table";
    };
  }
}
