package dev.pinfold.policy;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.pinfold.policy.PolicySection.Located;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** Reads the rules of a policy file; what can never match, or must not be written, is a problem. */
final class PolicyRuleReader {
  private static final List<String> DECISIONS = List.of("deny", "ask", "allow");
  private static final List<String> PLACES =
      List.of("workspace", "outside-workspace", "temporary", "home", "system");

  /** Far above what people write; with {@link OperandClass#MAX_STEPS} it bounds matching. */
  private static final int MAX_PATTERN = 1000;

  private final PolicyLayer layer;
  private final Problems problems;
  private final PolicyExamples examples;

  PolicyRuleReader(PolicyLayer layer, Problems problems, PolicyExamples examples) {
    this.layer = layer;
    this.problems = problems;
    this.examples = examples;
  }

  /** The rule of one table; empty when it is wrong, or a repository's exception. */
  Optional<CustomRule> read(PolicySection section) {
    String id = id(section);
    Decision decision = decision(section);
    RuleCondition condition = condition(section, decision);
    List<Located> lifts = lifts(section, decision);
    PolicySection when = section.section(PolicyKey.WHEN, "rule.when");
    List<Located> match = section.texts(PolicyKey.MATCH);
    List<Located> notMatch = section.texts(PolicyKey.NOT_MATCH);
    Optional<Located> suggest = section.located(PolicyKey.SUGGEST);
    Rule rule =
        new Rule(
            id,
            decision,
            required(section, PolicyKey.REASON).map(Located::text).orElse(""),
            section.text(PolicyKey.WHY).orElse(""),
            suggest.map(Located::text),
            match.stream().map(Located::text).toList(),
            notMatch.stream().map(Located::text).toList());
    CustomRule custom =
        new CustomRule(
            rule,
            condition,
            lifts.stream().map(Located::text).toList(),
            section.day(PolicyKey.EXPIRES),
            when.flag(PolicyKey.ATTENDED),
            section.line());
    if (layer == PolicyLayer.REPOSITORY && custom.isException()) {
      problems.warning(
          section.line(),
          "a repository's policy may only tighten: exception '" + id + "' is left out",
          "Write it into your own policy file.");
      return Optional.empty();
    }
    examples.add(custom, lifts, match, notMatch, suggest);
    return Optional.of(custom);
  }

  private String id(PolicySection section) {
    Optional<Located> given = required(section, PolicyKey.ID);
    if (given.isEmpty()) {
      return "?";
    }
    String id = given.get().text();
    boolean built = id.matches("(floor|repo|allow|locked)(\\..*)?");
    if (built || id.length() > 100 || !id.matches("[a-z0-9]+([.-][a-z0-9]+){1,8}")) {
      problems.error(
          given.get().line(),
          built
              ? "'" + id + "' is the name of a built-in rule, which stays as it is"
              : "'" + id + "' is no id for a rule",
          "Write team.what-it-refuses: lower case, digits, dots and dashes.");
    }
    return id;
  }

  private Decision decision(PolicySection section) {
    String text = section.text(PolicyKey.DECISION).orElse("deny");
    if (!DECISIONS.contains(text)) {
      problems.error(
          section.line(PolicyKey.DECISION),
          "unknown decision '" + text + "'",
          PolicySection.suggestion(text, DECISIONS));
      return Decision.DENY;
    }
    return Decision.valueOf(text.toUpperCase(Locale.ROOT));
  }

  private Optional<Located> required(PolicySection section, PolicyKey key) {
    Optional<Located> given = section.located(key);
    if (given.isEmpty() && !section.has(key)) {
      problems.error(
          section.line(), "a rule without " + key.label(), "Write " + key.label() + " = \"…\".");
    }
    return given;
  }

  private List<Located> lifts(PolicySection section, Decision decision) {
    List<Located> lifts = section.texts(PolicyKey.LIFTS);
    if (decision != Decision.ALLOW && section.has(PolicyKey.LIFTS)) {
      problems.error(
          section.line(PolicyKey.LIFTS),
          "lifts stands in a rule that refuses",
          "Write decision = \"allow\" for an exception.");
    } else if (decision == Decision.ALLOW && lifts.isEmpty()) {
      problems.error(
          section.line(),
          "an exception that takes no rule back has no effect: the strictest rule counts",
          "Write lifts = [\"repo.push\"] or other rules.");
    }
    for (Located lifted : lifts) {
      if (lifted.text().matches("(floor|allow|locked)\\..*")) {
        problems.error(
            lifted.line(),
            "'" + lifted.text() + "' can't be lowered",
            "Exceptions take back repo.* and rules of the same policy; --profile chooses the"
                + " profile.");
      }
    }
    return lifts;
  }

  private RuleCondition condition(PolicySection section, Decision decision) {
    PolicySection options = section.section(PolicyKey.OPTIONS, "rule.options");
    PolicySection operands = section.section(PolicyKey.OPERANDS, "rule.operands");
    RuleCondition condition =
        new RuleCondition(
            programs(section),
            sub(section),
            options(options, PolicyKey.OPTIONS_ANY),
            options(options, PolicyKey.OPTIONS_ALL),
            options(options, PolicyKey.OPTIONS_ONLY),
            options.has(PolicyKey.OPTIONS_ONLY) || decision == Decision.ALLOW,
            classes(operands.section(PolicyKey.OPERANDS_ANY, "rule.operands.any")),
            classes(operands.section(PolicyKey.OPERANDS_ALL, "rule.operands.any")));
    if (condition.limited()) {
      contradiction(condition, section.line());
    }
    return condition;
  }

  private void contradiction(RuleCondition condition, int line) {
    List<String> only = condition.onlyOptions();
    boolean any =
        condition.anyOption().isEmpty() || condition.anyOption().stream().anyMatch(only::contains);
    if (!any || !only.containsAll(condition.allOptions())) {
      problems.error(
          line,
          "the rule can never match: an option that it asks for is not in options.only",
          "Add it to options.only.");
    }
  }

  private List<String> programs(PolicySection section) {
    List<Located> programs = section.texts(PolicyKey.PROGRAM);
    if (programs.isEmpty()) {
      problems.error(
          section.line(PolicyKey.PROGRAM),
          "the rule can never match: it names no program",
          "Write program = \"name\".");
    }
    for (Located program : programs) {
      String name = program.text();
      if (name.isBlank() || name.matches("(?s).*[\\s/\\\\*?].*")) {
        problems.error(
            program.line(),
            "the rule can never match: '" + name + "' is no program's name",
            "Write the bare name, without directory and pattern: names are compared without them.");
      }
    }
    return programs.stream().map(Located::text).toList();
  }

  private List<String> sub(PolicySection section) {
    List<Located> sub = section.texts(PolicyKey.SUB);
    for (Located word : sub) {
      if (word.text().isEmpty() || word.text().startsWith("-")) {
        problems.error(
            word.line(),
            "the rule can never match: '" + word.text() + "' is no word of a sub-command",
            "Options belong into options.any.");
      }
    }
    return sub.stream().map(Located::text).toList();
  }

  private List<String> options(PolicySection section, PolicyKey key) {
    List<Located> options = section.texts(key);
    options.forEach(option -> checkOption(option, problems));
    return options.stream().map(Located::text).toList();
  }

  static void checkOption(Located option, Problems problems) {
    if (!option.text().matches("-[^\\s=]+")) {
      problems.error(
          option.line(),
          "the rule can never match: '" + option.text() + "' is no option",
          "Write it with its dashes and without a value: --force.");
    }
  }

  private List<RuleCondition.AnyOf> classes(PolicySection section) {
    List<RuleCondition.AnyOf> all = new ArrayList<>();
    add(all, section, PolicyKey.GLOB, text -> new OperandClass.Glob(pattern(text)));
    add(all, section, PolicyKey.REGEX, this::regex);
    add(all, section, PolicyKey.PATH, this::path);
    add(all, section, PolicyKey.REF, text -> new OperandClass.Ref(pattern(text)));
    add(
        all,
        section,
        PolicyKey.URL,
        text -> new OperandClass.Url(pattern(text).toLowerCase(Locale.ROOT)));
    return all;
  }

  private static void add(
      List<RuleCondition.AnyOf> all,
      PolicySection section,
      PolicyKey key,
      Function<Located, OperandClass> reader) {
    List<OperandClass> classes = section.texts(key).stream().map(reader).toList();
    if (!classes.isEmpty()) {
      all.add(new RuleCondition.AnyOf(classes));
    }
  }

  private String pattern(Located text) {
    if (text.text().isEmpty() || text.text().length() > MAX_PATTERN) {
      problems.error(
          text.line(),
          text.text().isEmpty()
              ? "the rule can never match: an empty pattern"
              : "a pattern of more than " + MAX_PATTERN + " characters",
          "Write a pattern such as prod-*.");
    }
    return text.text();
  }

  private OperandClass path(Located text) {
    String path = pattern(text);
    return switch (path) {
      case "workspace" -> new OperandClass.At(List.of(Place.WORKSPACE, Place.WORKSPACE_ROOT));
      case "outside-workspace" ->
          new OperandClass.At(List.of(Place.HOME, Place.SYSTEM, Place.ELSEWHERE));
      case "temporary" -> new OperandClass.At(List.of(Place.TEMPORARY));
      case "home" -> new OperandClass.At(List.of(Place.HOME));
      case "system" -> new OperandClass.At(List.of(Place.SYSTEM));
      default -> {
        if (path.indexOf('/') < 0) {
          problems.error(
              text.line(),
              "unknown place '" + path + "'",
              PolicySection.suggestion(path, PLACES)
                  + "; or write a pattern with a slash: ./"
                  + path);
        }
        yield new OperandClass.Under(path);
      }
    };
  }

  private OperandClass regex(Located text) {
    String source = pattern(text);
    try {
      if (source.length() <= MAX_PATTERN && repeats(source) <= OperandClass.Regex.MAX_PROGRAM) {
        Pattern pattern = Pattern.compile(source);
        if (pattern.programSize() <= OperandClass.Regex.MAX_PROGRAM) {
          return new OperandClass.Regex(pattern);
        }
      }
      problems.error(
          text.line(),
          "the regular expression takes too long: its counts multiply to too many states",
          "Use + or * instead of counts such as {100}.");
    } catch (PatternSyntaxException e) {
      problems.error(
          text.line(),
          "no regular expression of RE2 (which has no back-references and no look-around, so that"
              + " matching takes linear time): "
              + e.getDescription()
              + ": "
              + e.getPattern(),
          "Several patterns of a list are alternatives; glob matches whole words.");
    }
    return new OperandClass.Glob(source);
  }

  /**
   * The product of all counts, before anything is compiled: {@code ((a{100}){100}){100}} compiles
   * to a million instructions.
   */
  private static long repeats(String source) {
    long product = 1;
    var counts = java.util.regex.Pattern.compile("\\{[0-9]*,?([0-9]{1,9})\\}").matcher(source);
    while (counts.find() && product < Integer.MAX_VALUE) {
      product *= Math.max(1, Long.parseLong(counts.group(1)));
    }
    return product;
  }
}
