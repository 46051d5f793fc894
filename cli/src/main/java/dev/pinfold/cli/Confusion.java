package dev.pinfold.cli;

import dev.pinfold.policy.Decision;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;

/** How often each decision was given where each was expected. */
final class Confusion {
  private final long[][] counts = new long[Decision.values().length][Decision.values().length];

  void add(Decision expected, Decision given) {
    counts[expected.ordinal()][given.ordinal()]++;
  }

  /** A refusal is right where a question was expected: neither runs silently. */
  static boolean isRight(Decision expected, Decision given) {
    return expected == given || (expected == Decision.ASK && given == Decision.DENY);
  }

  long total() {
    long sum = 0;
    for (long[] row : counts) {
      for (long count : row) {
        sum += count;
      }
    }
    return sum;
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
        out.append(String.format(Locale.ROOT, "%10d", counts[expected.ordinal()][given.ordinal()]));
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
        json.writeNumberProperty(
            CheckJson.label(given), counts[expected.ordinal()][given.ordinal()]);
      }
      json.writeEndObject();
    }
    json.writeEndObject();
  }
}
