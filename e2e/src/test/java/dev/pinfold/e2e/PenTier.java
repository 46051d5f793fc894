package dev.pinfold.e2e;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The tiers, and what each must answer to an attack. */
enum PenTier {
  LANDLOCK,
  FULL;

  /**
   * How a refusal may look when what is outside does not exist: no such name, a read-only mount, no
   * such process, a name on another file system, no way into the network, nobody on the own
   * loopback.
   */
  private static final Set<String> ABSENT =
      Set.of("ENOENT", "EROFS", "ESRCH", "EXDEV", "ENETUNREACH", "ECONNREFUSED");

  /** What differs otherwise; the key is the act and its arguments. */
  private static final Map<String, Set<String>> DIFFERENT = different();

  String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  String option() {
    return "--sandbox=" + id();
  }

  /** What may come of {@code row}. */
  Set<String> held(AttackRow row) {
    if (this == LANDLOCK) {
      return row.held();
    }
    Set<String> listed = DIFFERENT.get(key(row.act(), String.join(" ", row.arguments())));
    if (listed != null) {
      return listed;
    }
    Set<String> held = new HashSet<>(row.held());
    if (row.isAttack()) {
      held.addAll(ABSENT);
    }
    return held;
  }

  private static String key(String act, String arguments) {
    return (act + " " + arguments).strip();
  }

  /** Columns: act, arguments, answers in tier full, why. */
  private static Map<String, Set<String>> different() {
    Map<String, Set<String>> all = new HashMap<>();
    for (List<String> line : Table.read("full.tsv", 4)) {
      all.put(key(line.get(0), line.get(1)), Set.of(line.get(2).split(",", -1)));
    }
    return all;
  }
}
