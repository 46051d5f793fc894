package dev.pinfold.policy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One policy file as it was read: rules, branches, programs, hosts and bounds that somebody adds to
 * the built-in policy. TOML, schema 1; docs/reference/policy.md has every key.
 *
 * <p>The built-in floor stays whatever is written here. Immutable; safe for use by several threads.
 */
public final class PolicyFile {
  /** Longest file in bytes: a thousand rules, far above what people write. */
  public static final int MAX_BYTES = 256 << 10;

  private final String name;
  private final PolicyLayer layer;
  private final String sha256;
  private final Content content;

  private PolicyFile(String name, PolicyLayer layer, String sha256, Content content) {
    this.name = name;
    this.layer = layer;
    this.sha256 = sha256;
    this.content = content;
  }

  /** What is in it. */
  record Content(
      List<CustomRule> rules,
      List<String> protectedBranches,
      Set<String> programs,
      Map<String, List<String>> refusals,
      Optional<Profile> profile,
      PolicyLimits limits,
      PolicyNetwork network,
      List<PolicySection.Located> includes,
      List<PolicyProblem> warnings,
      PolicyExamples examples) {}

  /**
   * Reads the text of a file, without what it includes and without trying its examples.
   *
   * @param name the file's name for messages
   */
  static PolicyFile read(PolicyText text, String name, PolicyLayer layer)
      throws PolicyFileException {
    Problems problems = new Problems(name);
    TomlValue.Table toml;
    try {
      toml = TomlReader.read(text.text());
    } catch (TomlSyntaxException e) {
      problems.error(e.line(), String.valueOf(e.getMessage()), "");
      throw new PolicyFileException(problems.all());
    }
    Content content = new FileReader(layer, problems).read(toml);
    problems.stopIfAny();
    return new PolicyFile(name, layer, text.sha256(), content);
  }

  /** The file, as it was named. */
  public String name() {
    return name;
  }

  /** Whose it is. */
  public PolicyLayer layer() {
    return layer;
  }

  /** The hash of its bytes, in lower-case hex. */
  public String sha256() {
    return sha256;
  }

  Content content() {
    return content;
  }

  /** From the tables of a file to what they mean. */
  private static final class FileReader {
    private final PolicyLayer layer;
    private final Problems problems;

    FileReader(PolicyLayer layer, Problems problems) {
      this.layer = layer;
      this.problems = problems;
    }

    Content read(TomlValue.Table toml) {
      PolicySection top = new PolicySection("", toml, problems);
      if (!top.isWhole(PolicyKey.SCHEMA, 1)) {
        problems.error(
            top.line(PolicyKey.SCHEMA),
            top.has(PolicyKey.SCHEMA) ? "another schema than 1 is not known" : "no schema",
            "Write schema = 1 at the top.");
      }
      PolicyExamples examples = new PolicyExamples();
      PolicyRuleReader reader = new PolicyRuleReader(layer, problems, examples);
      List<CustomRule> rules = new ArrayList<>();
      for (PolicySection rule : top.sections(PolicyKey.RULES, "rule")) {
        reader.read(rule).ifPresent(rules::add);
      }
      PolicySection lists = top.section(PolicyKey.LISTS, "read-only");
      return new Content(
          List.copyOf(rules),
          branches(top),
          programs(lists),
          refusals(lists),
          profile(top),
          PolicyLimits.read(top.section(PolicyKey.LIMITS, "limits")),
          PolicyNetwork.read(top.section(PolicyKey.NETWORK, "network"), layer, problems),
          top.texts(PolicyKey.INCLUDE),
          problems.all(),
          examples);
    }

    private List<String> branches(PolicySection top) {
      for (PolicySection.Located branch : top.texts(PolicyKey.BRANCHES)) {
        if (branch.text().isBlank() || branch.text().matches(".*[\\s~^:\\\\].*")) {
          problems.error(
              branch.line(),
              "'" + branch.text() + "' is no name of a branch",
              "Write main or release/*.");
        }
      }
      return top.plainTexts(PolicyKey.BRANCHES);
    }

    private Optional<Profile> profile(PolicySection top) {
      Optional<PolicySection.Located> given = top.located(PolicyKey.PROFILE);
      try {
        return given.map(text -> Profile.named(text.text()));
      } catch (IllegalArgumentException e) {
        problems.error(
            top.line(PolicyKey.PROFILE),
            "unknown profile '" + given.get().text() + "'",
            PolicySection.suggestion(given.get().text(), Profile.labels()));
        return Optional.empty();
      }
    }

    private Set<String> programs(PolicySection lists) {
      Set<String> programs = new LinkedHashSet<>();
      for (PolicyKey key : List.of(PolicyKey.PROGRAMS, PolicyKey.CODE_PROGRAMS)) {
        for (PolicySection.Located program : lists.texts(key)) {
          if (layer == PolicyLayer.REPOSITORY) {
            problems.warning(
                program.line(),
                "a repository's policy may only tighten: '" + program.text() + "' is not added",
                "Write it into your own policy file.");
          } else if (add(key, program)) {
            programs.add(program.text());
          }
        }
      }
      return programs;
    }

    private boolean add(PolicyKey key, PolicySection.Located program) {
      boolean code = key == PolicyKey.CODE_PROGRAMS;
      ExtraPrograms.Judgement judgement =
          code
              ? ExtraPrograms.judgeRunningCode(program.text())
              : ExtraPrograms.judge(program.text());
      if (!judgement.accepted()) {
        problems.error(
            program.line(),
            judgement.reason(),
            "pinfold policy names tells which names may be added.");
      } else if (code) {
        problems.warning(
            program.line(), judgement.reason(), "It is on the list because this file names it.");
      }
      return judgement.accepted();
    }

    private Map<String, List<String>> refusals(PolicySection lists) {
      Map<String, List<String>> refusals = new HashMap<>();
      lists
          .named(PolicyKey.LIST_OPTIONS)
          .forEach(
              (program, value) -> {
                if (value instanceof TomlValue.Table table) {
                  PolicySection section =
                      new PolicySection("read-only.options.PROGRAM", table, problems);
                  section
                      .texts(PolicyKey.REFUSE)
                      .forEach(option -> PolicyRuleReader.checkOption(option, problems));
                  refusals.put(program, section.plainTexts(PolicyKey.REFUSE));
                } else {
                  problems.error(
                      value.line(),
                      "options of " + program + ": " + value.kind(),
                      "Write [read-only.options." + program + "] and refuse = [\"--option\"].");
                }
              });
      return refusals;
    }
  }
}
