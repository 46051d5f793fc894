package dev.pinfold.policy;

import java.util.List;
import java.util.Locale;

/** The reference of the built-in rules as a document. */
final class PolicyReference {
  private static final String INTRODUCTION =
      """
      # The command policy: reference

      Made from `core/src/main/resources/dev/pinfold/policy/rules.txt`; a test fails when the two differ
      (`mvn -pl core test -Dtest=PolicyReferenceTest -DargLine=-Dpolicy.reference=write` writes it anew).

      Decisions are ordered **allow < ask < deny**; of everything that is found in a text the strictest counts. Rules look at
      the argument vectors of parsed commands, through wrappers, substitutions, here-documents, pipes and functions; text that
      is only printed, searched for or committed is data. `pinfold check` exits with 0 (allow), 10 (ask) or 20 (deny).

      | rules | apply |
      |---|---|
      | `floor.*` | in profile `permissive` |
      | `repo.*` | in addition, when the workspace is the user's own repository |
      | `allow.*` | in profiles `read-only` and `read-write`: there is no shell, and what no rule refuses is on the list |
      | `locked.*` | in profile `locked` |

      The run's own places are the workspace (not its root itself) and what is below `/tmp` and `/var/tmp`. Protected branches
      are `main`, `master`, `release`, `release/*` and `production`, unless a context names others. An empty text does nothing
      and is allowed where a shell would read it.
      """;

  private PolicyReference() {}

  static String text(RuleTable table) {
    StringBuilder out = new StringBuilder(INTRODUCTION);
    String family = "";
    for (Rule rule : table.all()) {
      String own = rule.id().substring(0, rule.id().indexOf('.'));
      if (!own.equals(family)) {
        out.append("\n## `").append(own).append(".*`\n");
        family = own;
      }
      rule(rule, out);
    }
    return out.toString();
  }

  private static void rule(Rule rule, StringBuilder out) {
    out.append("\n### `")
        .append(rule.id())
        .append("`: ")
        .append(rule.decision().name().toLowerCase(Locale.ROOT))
        .append("\n\n");
    out.append("What it says: ")
        .append(rule.reason().replace("{}", "…"))
        .append(".  \nWhy: ")
        .append(rule.why())
        .append("\n\n");
    rule.suggestion().ifPresent(text -> out.append("Suggests: ").append(code(text)).append("\n\n"));
    examples("Blocks", rule.blocks(), out);
    examples("Permits", rule.permits(), out);
  }

  private static void examples(String title, List<String> examples, StringBuilder out) {
    if (!examples.isEmpty()) {
      out.append("- ")
          .append(title)
          .append(": ")
          .append(String.join(" · ", examples.stream().map(PolicyReference::code).toList()))
          .append('\n');
    }
  }

  /** A code span whose fence is longer than any run of backquotes inside. */
  private static String code(String text) {
    return text.indexOf('`') >= 0 ? "`` " + text + " ``" : "`" + text + "`";
  }
}
