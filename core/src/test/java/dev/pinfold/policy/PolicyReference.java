package dev.pinfold.policy;

import java.util.List;
import java.util.Locale;

/** The reference of the built-in rules as a document. */
final class PolicyReference {
  private static final String INTRODUCTION =
      """
      # The command policy: reference

      Made from `core/src/main/resources/dev/pinfold/policy/rules.txt`; a test fails when the two differ
      (`mvn -pl core test -Dtest=PolicyReferenceTest -Dsurefire.argLine=-Dpolicy.reference=write` writes it anew).

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

  private static final String FILES =
      """

      ## Policy files

      TOML, schema 1. A file can only tighten: the strictest decision counts, so `decision` is `deny` or `ask`, and the
      built-in rules stay. Files are read in the order organisation, user, repository; a repository's file can't add programs.
      A file that is wrong is an error with its line, never "no policy".

      ```toml
      schema = 1
      protected_branches = ["trunk"]              # in addition to the built-in ones

      [[rule]]
      id = "team.no-destroy"                      # own prefix; floor, repo, allow and locked are taken
      decision = "deny"                           # or "ask"
      program = ["terraform", "tofu"]             # without directory, version and letter case
      sub = ["destroy"]                           # the first operands
      options.any = ["--auto-approve"]            # in any spelling: abbreviated, with =value, in a cluster
      operands.any = { glob = ["prod*"], path = "outside-workspace" }
      reason = "destroys live resources"
      suggest = "terraform plan"                  # must be allowed itself
      match = ["terraform destroy --auto-approve prod"]   # must match, or the file is refused
      not_match = ["terraform plan"]              # must not match

      [read-only]                                 # names that the allow-list profiles accept in addition
      programs = ["cloc"]
      programs_that_run_code = ["java"]           # these can do anything; they are named apart on purpose
      ```

      An empty condition fits everything; `program` and `reason` are required. Patterns are globs over a whole operand.
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
    return out.append(FILES).toString();
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
