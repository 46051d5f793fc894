package dev.pinfold.cli;

import dev.pinfold.policy.Decision;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import tools.jackson.core.JsonGenerator;

/** How often each decision was given where each was expected. */
final class Confusion {
  private final Map<Decision, Map<Decision, Long>> counts = new EnumMap<>(Decision.class);

  void add(Decision expected, Decision given) {
    counts
        .computeIfAbsent(expected, _ -> new EnumMap<>(Decision.class))
        .merge(given, 1L, Long::sum);
  }

  private long count(Decision expected, Decision given) {
    return counts.getOrDefault(expected, Map.of()).getOrDefault(given, 0L);
  }

  /** A refusal is right where a question was expected: neither runs silently. */
  static boolean isRight(Decision expected, Decision given) {
    return expected == given || (expected == Decision.ASK && given == Decision.DENY);
  }

  long total() {
    return counts.values().stream()
        .flatMap(row -> row.values().stream())
        .mapToLong(Long::longValue)
        .sum();
  }

  String table() {
    StringBuilder out = new StringBuilder("expected \\ given");
    for (Decision given : Decision.values()) {
      out.append(String.format(Locale.ROOT, "%10s", CheckJson.label(given)));
    }
    out.append('\n');
    for (Decision expected : Decision.values()) {
      out.append(String.format(Locale.ROOT, "%-16s", CheckJson.label(expected)));
      for (Decision given : Decision.values()) {
        out.append(String.format(Locale.ROOT, "%10d", count(expected, given)));
      }
      out.append('\n');
    }
    return out.toString();
  }

  /** The member {@code table}: {@code {"deny":{"allow":0,…},…}}, expected outside. */
  void write(JsonGenerator json) {
    json.writeObjectPropertyStart("table");
    for (Decision expected : Decision.values()) {
      json.writeObjectPropertyStart(CheckJson.label(expected));
      for (Decision given : Decision.values()) {
        json.writeNumberProperty(CheckJson.label(given), count(expected, given));
      }
      json.writeEndObject();
    }
    json.writeEndObject();
  }
}
