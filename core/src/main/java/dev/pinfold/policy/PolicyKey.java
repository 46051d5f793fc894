package dev.pinfold.policy;

import java.util.Arrays;
import java.util.List;

/**
 * Every key that a policy file may hold. The reader knows no others, and the reference lists them.
 */
enum PolicyKey {
  SCHEMA("", "schema", "number", "`1`; required in every file"),
  INCLUDE(
      "",
      "include",
      "list of texts",
      "other files of the same layer, relative to this one; a repository's must lie below its"
          + " `.pinfold`"),
  PROFILE(
      "",
      "profile",
      "text",
      "`permissive`, `read-write`, `read-only` or `locked`; the strictest that the layers name"
          + " counts"),
  BRANCHES(
      "",
      "protected_branches",
      "list of texts",
      "in addition to the built-in ones; `name/*` is allowed"),
  RULES("", "rule", "tables", "the rules, each below `[[rule]]`"),
  LISTS("", "read-only", "table", "what the profiles without a shell accept in addition"),
  LIMITS("", "limits", "table", "upper bounds for each run"),
  NETWORK("", "network", "table", "hosts that each run may reach, and that none may"),

  ID("rule", "id", "text", "`team.what-it-refuses`; required, unique in all files of a run"),
  DECISION("rule", "decision", "text", "`deny` (default), `ask`, or `allow` for an exception"),
  PROGRAM(
      "rule",
      "program",
      "text or list",
      "names without directory, version and letter case; required"),
  SUB("rule", "sub", "text or list", "the first words after the program that are no options"),
  OPTIONS("rule", "options", "table", "conditions on the options"),
  OPERANDS("rule", "operands", "table", "conditions on the words after `sub` that are no options"),
  REASON("rule", "reason", "text", "shown to whoever wrote the command; required"),
  WHY("rule", "why", "text", "for the people who maintain the file"),
  SUGGEST(
      "rule", "suggest", "text", "a command that does the harmless part; must be allowed itself"),
  MATCH("rule", "match", "text or list", "commands that the rule must match"),
  NOT_MATCH("rule", "not_match", "text or list", "commands that it must not match"),
  EXPIRES(
      "rule",
      "expires",
      "date",
      "the last day (UTC) of an exception; of other rules, when to look again"),
  WHEN("rule", "when", "table", "circumstances in which the rule applies"),
  LIFTS(
      "rule",
      "lifts",
      "text or list",
      "of an exception: the rules that it takes back; required there"),

  OPTIONS_ANY(
      "rule.options", "any", "text or list", "at least one of these is there, in any spelling"),
  OPTIONS_ALL("rule.options", "all", "text or list", "each of these is there, in any spelling"),
  OPTIONS_ONLY(
      "rule.options",
      "only",
      "text or list",
      "no others are there; for an exception the default is none"),
  OPERANDS_ANY("rule.operands", "any", "table", "at least one operand is of this class"),
  OPERANDS_ALL("rule.operands", "all", "table", "there are operands, and each is of this class"),

  GLOB(
      "rule.operands.any",
      "glob",
      "text or list",
      "the whole word matches a pattern; `*` matches `/` too"),
  REGEX(
      "rule.operands.any",
      "regex",
      "text or list",
      "some part of the word matches (RE2 syntax, linear time); `^` and `$` anchor"),
  PATH(
      "rule.operands.any",
      "path",
      "text or list",
      "where it leads: `workspace`, `outside-workspace` (and not below /tmp), `temporary`, `home`,"
          + " `system`, or a pattern with a `/`, relative to the workspace"),
  REF(
      "rule.operands.any",
      "ref",
      "text or list",
      "the branch that a revision or refspec names: `protected`, or a pattern"),
  URL(
      "rule.operands.any",
      "url",
      "text or list",
      "it is a URL (or `user@host:path`) whose host matches the pattern"),

  ATTENDED("rule.when", "attended", "true or false", "whether a person watches: `--attended`"),

  PROGRAMS("read-only", "programs", "text or list", "names to add to the allow lists"),
  CODE_PROGRAMS(
      "read-only",
      "programs_that_run_code",
      "text or list",
      "the same for `java`, `javaw`, `sbt` and `scala-cli`, which can do anything"),
  LIST_OPTIONS("read-only", "options", "table", "a table for each program"),
  REFUSE(
      "read-only.options.PROGRAM",
      "refuse",
      "text or list",
      "options that are refused, in any spelling"),

  TIMEOUT("limits", "timeout_seconds", "number", "from 1 to 3600"),
  PROCESSES("limits", "processes", "number", "as `--limit processes`"),
  OPEN_FILES("limits", "open_files", "number", "as `--limit open-files`"),
  FILE_SIZE("limits", "file_size_bytes", "number", "as `--limit file-size`"),
  OUTPUT("limits", "output_bytes", "number", "as `--limit output`"),

  ALLOW_HOSTS(
      "network",
      "allow",
      "text or list",
      "as `--allow-host` and `--net`, without `open` and `none`; an error in a repository's file"),
  DENY_HOSTS("network", "deny", "text or list", "as `--deny-host`; no layer takes it back");

  private final String section;
  private final String label;
  private final String kind;
  private final String meaning;

  PolicyKey(String section, String label, String kind, String meaning) {
    this.section = section;
    this.label = label;
    this.kind = kind;
    this.meaning = meaning;
  }

  /** The table that it stands in; empty for the top. */
  String section() {
    return section;
  }

  /** Its name in the file. */
  String label() {
    return label;
  }

  /** What kind of value it has. */
  String kind() {
    return kind;
  }

  /** What it means, in Markdown. */
  String meaning() {
    return meaning;
  }

  /** The names of a table's keys. */
  static List<String> labels(String section) {
    return Arrays.stream(values())
        .filter(key -> key.section.equals(section))
        .map(PolicyKey::label)
        .toList();
  }
}
