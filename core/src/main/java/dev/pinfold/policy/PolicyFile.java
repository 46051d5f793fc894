package dev.pinfold.policy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.tomlj.Toml;
import org.tomlj.TomlArray;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlTable;

/**
 * Rules, branches and programs that somebody adds to the built-in policy, read from TOML (schema
 * 1).
 *
 * <p>The strictest decision counts, so a rule can only tighten, and there is no {@code allow} to
 * write. A rule's examples are tried when the file is read. Patterns are globs and take linear
 * time; there are no regular expressions.
 */
public final class PolicyFile {
  /** Longest file: far above what people write. */
  public static final int MAX_LENGTH = 1 << 20;

  private static final Set<String> KEYS =
      Set.of("schema", "protected_branches", "rule", "read-only");
  private static final Set<String> RULE_KEYS =
      Set.of(
          "id",
          "decision",
          "program",
          "sub",
          "options",
          "operands",
          "reason",
          "why",
          "suggest",
          "match",
          "not_match");
  private static final Set<String> LIST_KEYS = Set.of("programs", "programs_that_run_code");

  private final String name;
  private final List<CustomRule> rules = new ArrayList<>();
  private final List<String> protectedBranches = new ArrayList<>();
  private final Set<String> programs = new HashSet<>();

  private PolicyFile(String name) {
    this.name = name;
  }

  /**
   * Reads a policy file.
   *
   * @param name the file's name for messages
   * @throws PolicyFileException for anything that is wrong with it, with the line and what to do
   */
  public static PolicyFile parse(String text, String name, PolicyLayer layer)
      throws PolicyFileException {
    PolicyFile file = new PolicyFile(name);
    if (text.length() > MAX_LENGTH) {
      throw file.wrong(1, "the file is longer than 1 MiB; split it");
    }
    TomlParseResult toml = Toml.parse(text);
    if (toml.hasErrors()) {
      throw file.wrong(
          toml.errors().getFirst().position().line(),
          String.valueOf(toml.errors().getFirst().getMessage()));
    }
    file.read(toml, layer);
    file.tryExamples();
    return file;
  }

  List<CustomRule> rules() {
    return rules;
  }

  List<String> protectedBranches() {
    return protectedBranches;
  }

  Set<String> programs() {
    return programs;
  }

  private PolicyFileException wrong(int line, String problem) {
    return new PolicyFileException(name, line, problem);
  }

  private void read(TomlTable toml, PolicyLayer layer) throws PolicyFileException {
    onlyKnown(toml, KEYS, 1);
    if (!Long.valueOf(1).equals(toml.get(List.of("schema")))) {
      throw wrong(1, "schema = 1 is missing; other schemas are not known");
    }
    protectedBranches.addAll(texts(toml, "protected_branches", 1));
    TomlTable list = toml.getTableOrEmpty(List.of("read-only"));
    onlyKnown(list, LIST_KEYS, line(toml, "read-only", 1));
    if (layer == PolicyLayer.REPOSITORY && !list.isEmpty()) {
      throw wrong(
          line(toml, "read-only", 1),
          "a repository's policy may only tighten; it can't add programs");
    }
    addPrograms(list);
    TomlArray all = toml.getArrayOrEmpty(List.of("rule"));
    for (int i = 0; i < all.size(); i++) {
      var position = all.inputPositionOf(i);
      addRule(all.getTable(i), position == null ? 1 : position.line());
    }
  }

  private void onlyKnown(TomlTable table, Set<String> known, int line) throws PolicyFileException {
    for (String key : table.keySet()) {
      if (!known.contains(key)) {
        throw wrong(
            line(table, key, line),
            "unknown key '"
                + key
                + "'; known are "
                + String.join(", ", known.stream().sorted().toList()));
      }
    }
  }

  private static int line(TomlTable table, String key, int otherwise) {
    var position = table.inputPositionOf(List.of(key));
    return position == null ? otherwise : position.line();
  }

  private void addPrograms(TomlTable list) throws PolicyFileException {
    for (String key : LIST_KEYS) {
      for (String program : texts(list, key, 1)) {
        ExtraPrograms.Judgement judgement =
            key.equals("programs")
                ? ExtraPrograms.judge(program)
                : ExtraPrograms.judgeRunningCode(program);
        if (!judgement.accepted()) {
          throw wrong(line(list, key, 1), judgement.reason());
        }
        programs.add(program);
      }
    }
  }

  private void addRule(TomlTable table, int line) throws PolicyFileException {
    onlyKnown(table, RULE_KEYS, line);
    String id = text(table, "id", line).orElseThrow(() -> wrong(line, "a rule needs an id"));
    if (!id.matches("[a-z0-9]+([.-][a-z0-9]+){1,8}")
        || id.matches("(floor|repo|allow|locked)\\..*")) {
      throw wrong(
          line(table, "id", line),
          "'" + id + "' is no id for an own rule: write team.what-it-refuses");
    }
    if (rules.stream().anyMatch(rule -> rule.rule().id().equals(id))) {
      throw wrong(line(table, "id", line), "two rules have the id '" + id + "'");
    }
    String decision = text(table, "decision", line).orElse("deny");
    if (!decision.equals("deny") && !decision.equals("ask")) {
      throw wrong(
          line(table, "decision", line),
          "decision is deny or ask: the strictest rule counts, so none can allow");
    }
    TomlTable operands = table.getTableOrEmpty(List.of("operands")).getTableOrEmpty(List.of("any"));
    onlyKnown(operands, Set.of("path", "glob"), line);
    List<String> programNames = texts(table, "program", line);
    if (programNames.isEmpty()) {
      throw wrong(line, "rule '" + id + "' names no program, so it can never match");
    }
    Rule rule =
        new Rule(
            id,
            Decision.valueOf(decision.toUpperCase(Locale.ROOT)),
            text(table, "reason", line)
                .orElseThrow(() -> wrong(line, "rule '" + id + "' gives no reason")),
            text(table, "why", line).orElse(""),
            text(table, "suggest", line),
            texts(table, "match", line),
            texts(table, "not_match", line));
    rules.add(
        new CustomRule(
            rule,
            programNames,
            texts(table, "sub", line),
            texts(table.getTableOrEmpty(List.of("options")), "any", line),
            texts(operands, "glob", line),
            text(operands, "path", line).filter("outside-workspace"::equals).isPresent()));
  }

  private Optional<String> text(TomlTable table, String key, int line) throws PolicyFileException {
    Object value = table.get(List.of(key));
    if (value == null || value instanceof String) {
      return Optional.ofNullable((String) value);
    }
    throw wrong(line(table, key, line), key + " must be a text");
  }

  private List<String> texts(TomlTable table, String key, int line) throws PolicyFileException {
    Object value = table.get(List.of(key));
    if (value == null) {
      return List.of();
    }
    if (value instanceof String one) {
      return List.of(one);
    }
    if (value instanceof TomlArray array
        && array.toList().stream().allMatch(String.class::isInstance)) {
      return array.toList().stream().map(String.class::cast).toList();
    }
    throw wrong(line(table, key, line), key + " must be a text or a list of texts");
  }

  /**
   * What a rule says it matches must match, what it says it leaves alone must pass, what it
   * suggests must be allowed.
   */
  private void tryExamples() throws PolicyFileException {
    Policy policy = Policy.builtIn(Profile.PERMISSIVE).with(this);
    PolicyContext context = PolicyContext.ownFolder("/workspace/proj", "/home/dev", "dev");
    for (CustomRule custom : rules) {
      Rule rule = custom.rule();
      for (String example : rule.blocks()) {
        if (!matches(policy.evaluate(example, context), rule)) {
          throw wrong(1, "rule '" + rule.id() + "' does not match its example: " + example);
        }
      }
      for (String example : rule.permits()) {
        if (matches(policy.evaluate(example, context), rule)) {
          throw wrong(1, "rule '" + rule.id() + "' matches what it says it does not: " + example);
        }
      }
      if (rule.suggestion()
          .filter(text -> policy.evaluate(text, context).decision() != Decision.ALLOW)
          .isPresent()) {
        throw wrong(
            1,
            "what rule '"
                + rule.id()
                + "' suggests is not allowed itself: "
                + rule.suggestion().get());
      }
    }
  }

  private static boolean matches(Evaluation evaluation, Rule rule) {
    return evaluation.matches().stream().anyMatch(match -> match.rule().equals(rule.id()));
  }
}
