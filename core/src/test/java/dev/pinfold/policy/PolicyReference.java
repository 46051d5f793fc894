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
      is only printed, searched for or committed is data. `pinfold check` exits with 0 (allow), 10 (ask), 20 (deny) or 2 (wrong usage, or a policy file that can't be used).

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

      A policy file adds to the built-in policy. It is TOML 1.0 in UTF-8 (numbers whole and decimal, dates without a time), at
      most 256 KiB long. Everything that it says, but `allow` in `[network]`, is a **bound**: of all files and the command line the strictest decision, the
      strictest profile and the smallest limit count. The built-in floor stays whatever is written.

      | layer | file | its standing |
      |---|---|---|
      | organisation | `/etc/pinfold/policy.toml` | file, folder and what it includes must be root's, writable by nobody else |
      | user | `$XDG_CONFIG_HOME/pinfold/policy.toml` (`~/.config` by default), and each `--policy FILE` | must not be writable by every user |
      | repository | `.pinfold/policy.toml` in the workspace | may only tighten: programs and exceptions in it are left out, with a warning, and a host that it opens is an error; no links, no includes from outside `.pinfold` |

      `exec`, `check` and `explain` read all of them each time; `exec` writes their names and hashes into the journal and the
      report. No run is let into the folder of the user's file; the repository's lies in the workspace, which a run can write,
      so it guards against accidents of those who leave it alone. Who can change the environment or the command line of
      `pinfold` itself chooses the user's layer; the other two can't be left out.

      **A file that can't be used is never "no policy"**: nothing is judged or run, and the exit status is 2. These are errors,
      each with file, line and what to do: an unknown key (with the nearest one), a value of another type, an id that two rules
      of any file have, an example that does not come out, a suggestion that is not allowed itself, a rule that can never
      match, a regular expression that is not linear, a limit out of range, a name of the never-list, a file that is missing
      (when it was named), unreadable, a folder, pipe or device, too long, not UTF-8, or includes itself; includes deeper than
      8, more than 32 files or 512 KiB in a layer. `pinfold policy lint` shows all problems of a file at once.

      ```toml
      schema = 1
      include = ["cloud.toml"]                    # same layer, relative to this file
      profile = "permissive"
      protected_branches = ["trunk"]

      [[rule]]
      id = "team.no-destroy"
      decision = "deny"
      program = ["terraform", "tofu"]
      sub = ["destroy"]
      options.any = ["--auto-approve"]
      operands.any = { glob = ["prod*"] }
      when = { attended = false }
      reason = "destroys live resources"
      suggest = "terraform plan"
      match = ["terraform destroy --auto-approve prod"]
      not_match = ["terraform plan", "echo terraform destroy"]

      [[rule]]
      id = "team.push-topics"                     # an exception
      decision = "allow"
      lifts = ["repo.push"]
      program = "git"
      sub = "push"
      options.only = ["-u"]
      operands.all = { glob = ["origin", "topic/*"] }
      expires = 2027-01-31
      reason = "topics are reviewed before they are merged"
      match = ["git push -u origin topic/1"]
      not_match = ["git push origin main", "git push"]

      [read-only]
      programs = ["cloc"]
      programs_that_run_code = ["java"]
      [read-only.options.rg]
      refuse = ["--hidden"]

      [limits]
      timeout_seconds = 600

      [network]
      allow = ["registry:npm", "git.example.com:443"]
      deny = ["*.paste.example"]
      ```

      ### How rules match

      A rule looks at every command that is found in a text, through wrappers and substitutions, as the built-in rules do. All
      its conditions must hold; one that is left out asks nothing. In one table of operand classes all classes must fit the
      same word, and of a list one entry must. Options are found in any spelling: abbreviated, with `=value`, in a cluster, with
      one dash or two, and as what the program's grammar knows as the same option. Where the grammar is not known, a word
      after an option may be its value and is passed over when `sub` is looked for. Redirections and values of options are no
      operands.

      What only the run knows makes a rule ask: a word such as `$X` as sub-command, as operand whose beginning does not rule a
      class out, and, unquoted, as any option. A word too long for a pattern does so, too (20,000,000 steps).

      **Exceptions** (`decision = "allow"`) take back the rules that `lifts` names, for the commands that they describe: `repo.*`
      and rules of the same layer, never `floor.*`. They match more narrowly than refusals: every word of the command must be
      known, and options must be among `options.only` as they are written there (none, if that is left out).

      **`expires`**: an exception applies through that day (UTC), then no longer. A rule that refuses or asks outlives its date:
      nothing gets weaker because time has passed; from then on it says so. Both are reported by every `exec`, `check` and
      `lint` as a warning.

      **`when = { attended = … }`**: `exec` and `check` take a run as unattended unless `--attended` says that a person watches.

      Examples are tried when the file is read, in the policy that the files of its layer make, for the user's own repository
      `/workspace/proj` with home `/home/dev`, before any date has passed; suggestions for a folder of the run's own.

      ### The network

      `[network]` has the words of `exec`: `allow` those of `--allow-host` and `--net`, `deny` those of `--deny-host`. What any
      layer or the command line denies is closed, whoever allows it. What the organisation's and the user's files allow is open
      to **every** run that reads them, those of agents too, besides what the run itself is given; `--net none` leaves it out.
      So this is the one part that is no bound: it opens, and does so without asking. A repository's file may deny; an `allow`
      in it is an error, and nothing is run. `open` and `none` are no words here: `open` is said where a run is started, and an
      empty list opens nothing. There is no way to say "these hosts and no others": a run given `--net open` reaches all that is
      not denied. At most 500 words in all files of a run. A credential of `--inject` needs its host on the command line.
      `pinfold explain host` tells what decides, and in which file and line it stands.

      ### Keys
      """;

  private static final String VERBS =
      """

      ### Verbs

      | verb | tells | exit status |
      |---|---|---|
      | `pinfold policy test FILE…` | whether the examples of policy files hold, and which rows of corpora are wrong, with a confusion table | 0 all right, 1 something is wrong, 2 |
      | `pinfold policy lint FILE…` | all problems of policy files | 0 usable, 2 not |
      | `pinfold policy diff OLD NEW --over CASES` | which verdicts change between two policies (files, or `built-in`) over a corpus or recorded runs | 0 none, 1 some, 2 |
      | `pinfold policy replay RUN…` | which recorded runs would be judged otherwise now, or `--under` another policy | 0 none, 1 some, 2 |

      2 is wrong usage or a file that can't be used. A **corpus** is a file that ends in `.tsv`: comments start with `#`; a header
      names the columns, of which `command` and `expected` (allow, ask, deny) are required; `id` names a row; `mode` is `floor`,
      `existing-repo`, `permissive`, `read-only`, `read-write` or `locked`; a `kind` that starts with `win-cmd` or `win-ps` chooses the
      dialect. In a command `\\\\` is a backslash, `\\n` a line feed, `\\t` a tab. Where ask is expected, deny is right too.
      Rows are judged by the built-in policy and the files named beside the corpus, for `/workspace/proj`, home `/home/dev`
      and user `dev` unless options say otherwise.

      A run is judged again for the workspace, home, dialect, profile and attendance that its journal names. Runs whose command
      was too long for the journal, whose journal was changed, or that an older Pinfold recorded are named and left out.

      With `--json` each verb prints JSON Lines:

      | verb | members |
      |---|---|
      | `test` | `type` (`example`, `row`, `summary`); `place` (`FILE:LINE`), `id`, `command`, `right`; of an example `claim` (`match`, `not_match`, `suggest`); of a row `expected`, `decision`, `rules`; of the summary `right`, `wrong`, `table` (expected, then given) |
      | `lint` | `file`, `line`, `severity` (`error`, `warning`), `problem`, `next` |
      | `diff`, `replay` | `type` (`change`, `summary`); of a change `place`, `id`, `command`, `before`, `after`, `rules`; of the summary `judged`, `changed`, `leftOut` |
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
    out.append(FILES);
    keys(out);
    return out.append(VERBS).toString();
  }

  private static void keys(StringBuilder out) {
    String section = "-";
    for (PolicyKey key : PolicyKey.values()) {
      if (!key.section().equals(section)) {
        section = key.section();
        out.append(
            section.isEmpty()
                ? "\nAt the top:\n"
                : "\nIn `" + section + "`" + also(section) + ":\n");
        out.append("\n| key | value | meaning |\n|---|---|---|\n");
      }
      out.append("| `")
          .append(key.label())
          .append("` | ")
          .append(key.kind())
          .append(" | ")
          .append(key.meaning())
          .append(" |\n");
    }
  }

  private static String also(String section) {
    return section.equals("rule.operands.any") ? " and `rule.operands.all`" : "";
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
