package dev.pinfold.policy;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A table of a policy file, read key by key. What has the wrong type or an unknown name becomes a
 * problem and reads as missing.
 */
final class PolicySection {
  /** Nobody mistypes a longer name by a letter. */
  private static final int MAX_NAME = 64;

  /** A text and its line. */
  record Located(String text, int line) {}

  private final String name;
  private final TomlValue.Table table;
  private final Problems problems;

  /**
   * @param name which {@linkplain PolicyKey#section() table} it is
   */
  PolicySection(String name, TomlValue.Table table, Problems problems) {
    this.name = name;
    this.table = table;
    this.problems = problems;
    onlyKnown(PolicyKey.labels(name));
  }

  private void onlyKnown(List<String> known) {
    table
        .values()
        .forEach(
            (key, value) -> {
              if (!known.contains(key)) {
                problems.error(
                    value.line(),
                    "unknown key '" + key + "'" + (name.isEmpty() ? "" : " in " + name),
                    suggestion(key, known));
              }
            });
  }

  /** What an unknown name may have meant, and what there is. */
  static String suggestion(String name, List<String> known) {
    Optional<String> nearest =
        name.length() > MAX_NAME ? Optional.empty() : NearestName.to(name, known);
    return nearest.map(near -> "Did you mean " + near + "? ").orElse("")
        + "There are: "
        + String.join(", ", known);
  }

  int line() {
    return table.line();
  }

  /** Where a key's value starts; where the table does when there is none. */
  int line(PolicyKey key) {
    TomlValue value = value(key);
    return value == null ? table.line() : value.line();
  }

  boolean has(PolicyKey key) {
    return value(key) != null;
  }

  private @Nullable TomlValue value(PolicyKey key) {
    return table.values().get(key.label());
  }

  private void mistyped(PolicyKey key, TomlValue value) {
    problems.error(
        value.line(), key.label() + " is " + value.kind(), "Write " + key.kind() + " there.");
  }

  Optional<String> text(PolicyKey key) {
    return located(key).map(Located::text);
  }

  Optional<Located> located(PolicyKey key) {
    TomlValue value = value(key);
    if (value instanceof TomlValue.Text(String text, int line)) {
      return Optional.of(new Located(text, line));
    }
    if (value != null) {
      mistyped(key, value);
    }
    return Optional.empty();
  }

  /** The texts of a list; one text counts as a list of it. */
  List<Located> texts(PolicyKey key) {
    TomlValue value = value(key);
    List<TomlValue> all =
        value == null
            ? List.of()
            : value instanceof TomlValue.Items items ? items.items() : List.of(value);
    List<Located> texts = new ArrayList<>();
    for (TomlValue one : all) {
      if (one instanceof TomlValue.Text(String text, int line)) {
        texts.add(new Located(text, line));
      } else {
        mistyped(key, one);
      }
    }
    return texts;
  }

  List<String> plainTexts(PolicyKey key) {
    return texts(key).stream().map(Located::text).toList();
  }

  Optional<LocalDate> day(PolicyKey key) {
    TomlValue value = value(key);
    if (value instanceof TomlValue.Day(LocalDate day, _)) {
      return Optional.of(day);
    }
    if (value != null) {
      mistyped(key, value);
    }
    return Optional.empty();
  }

  Optional<Boolean> flag(PolicyKey key) {
    TomlValue value = value(key);
    if (value instanceof TomlValue.Flag(boolean flag, _)) {
      return Optional.of(flag);
    }
    if (value != null) {
      mistyped(key, value);
    }
    return Optional.empty();
  }

  /** A number from 1 to {@code max}. */
  OptionalLong positive(PolicyKey key, long max) {
    TomlValue value = value(key);
    if (value instanceof TomlValue.Whole(long number, int line)) {
      if (number >= 1 && number <= max) {
        return OptionalLong.of(number);
      }
      problems.error(
          line,
          key.label() + " is " + number,
          max == Long.MAX_VALUE ? "It must be positive." : "It must be from 1 to " + max + ".");
    } else if (value != null) {
      mistyped(key, value);
    }
    return OptionalLong.empty();
  }

  boolean isWhole(PolicyKey key, long number) {
    return value(key) instanceof TomlValue.Whole(long found, _) && found == number;
  }

  /** A table within; one without keys when there is none. */
  PolicySection section(PolicyKey key, String section) {
    TomlValue value = value(key);
    if (value instanceof TomlValue.Table below) {
      return new PolicySection(section, below, problems);
    }
    if (value != null) {
      mistyped(key, value);
    }
    return new PolicySection(
        section, new TomlValue.Table(TomlValue.Table.Origin.INLINE, line(key)), problems);
  }

  /** The tables of {@code [[key]]}. */
  List<PolicySection> sections(PolicyKey key, String section) {
    TomlValue value = value(key);
    List<PolicySection> found = new ArrayList<>();
    List<TomlValue> all = value instanceof TomlValue.Items items ? items.items() : List.of();
    for (TomlValue one : all) {
      if (one instanceof TomlValue.Table below) {
        found.add(new PolicySection(section, below, problems));
      } else {
        mistyped(key, one);
      }
    }
    if (value != null && !(value instanceof TomlValue.Items)) {
      problems.error(
          value.line(), key.label() + " is " + value.kind(), "Write [[" + key.label() + "]].");
    }
    return found;
  }

  /** The tables within a table whose keys are names: name, and its table. */
  Map<String, TomlValue> named(PolicyKey key) {
    TomlValue value = value(key);
    if (value instanceof TomlValue.Table below) {
      return below.values();
    }
    if (value != null) {
      mistyped(key, value);
    }
    return Map.of();
  }
}
