package dev.pinfold.policy;

import dev.pinfold.shell.ParseResult;
import dev.pinfold.shell.ShellParser;
import dev.pinfold.shell.Span;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Judges commands. Immutable; safe for use by any number of threads. It never throws for any text,
 * and its time is linear in the text up to fixed bounds; what exceeds a bound is answered by {@link
 * Decision#ASK} or {@link Decision#DENY}.
 */
public final class Policy {
  private static final List<RuleSet> FLOOR =
      List.of(
          new DeletionRules(),
          new WriteRules(),
          new DeviceRules(),
          new PowerRules(),
          new GitForceRules(),
          new GitPlaceRules(),
          new MachineRules(),
          new PublishRules(),
          new CredentialRules(),
          new ScheduleRules(),
          new RepoRules());

  private final Profile profile;

  private final Set<String> extraPrograms;
  private final List<CustomRule> custom;
  private final List<String> protectedBranches;
  private final List<RuleSet> rules;

  private Policy(
      Profile profile,
      Set<String> extraPrograms,
      List<CustomRule> custom,
      List<String> protectedBranches) {
    this.profile = profile;
    this.extraPrograms = extraPrograms;
    this.custom = custom;
    this.protectedBranches = protectedBranches;
    List<RuleSet> all = new ArrayList<>(FLOOR);
    all.addAll(custom);
    this.rules = List.copyOf(all);
  }

  /** This policy with the rules, protected branches and programs of a file added. */
  public Policy with(PolicyFile file) {
    List<CustomRule> allRules = new ArrayList<>(custom);
    allRules.addAll(file.rules());
    List<String> allBranches = new ArrayList<>(protectedBranches);
    allBranches.addAll(file.protectedBranches());
    Set<String> allPrograms = new HashSet<>(extraPrograms);
    allPrograms.addAll(file.programs());
    return new Policy(
        profile, Set.copyOf(allPrograms), List.copyOf(allRules), List.copyOf(allBranches));
  }

  /**
   * This policy with programs added to an allow list.
   *
   * @throws IllegalArgumentException for a name that {@link ExtraPrograms} refuses
   */
  public Policy withExtraPrograms(Set<String> names) {
    for (String name : names) {
      ExtraPrograms.Judgement judgement = ExtraPrograms.judgeRunningCode(name);
      if (!judgement.accepted()) {
        throw new IllegalArgumentException(judgement.reason());
      }
    }
    Set<String> all = new HashSet<>(extraPrograms);
    all.addAll(names);
    return new Policy(profile, Set.copyOf(all), custom, protectedBranches);
  }

  private RuleTable table() {
    return custom.isEmpty()
        ? RuleTable.builtIn()
        : RuleTable.builtIn().with(custom.stream().map(CustomRule::rule).toList());
  }

  private PolicyContext contextOf(PolicyContext given) {
    if (protectedBranches.isEmpty()) {
      return given;
    }
    List<String> all = new ArrayList<>(given.protectedBranches());
    all.addAll(protectedBranches);
    return given.withProtectedBranches(all);
  }

  /** The policy that ships with Pinfold for a profile, without any policy file. */
  public static Policy builtIn(Profile profile) {
    return new Policy(profile, Set.of(), List.of(), List.of());
  }

  /** The profile that this policy holds a run to. */
  public Profile profile() {
    return profile;
  }

  /**
   * Judges a text for the shell of the context's dialect.
   *
   * <p>A text without commands (empty, blanks, comments) does nothing and is allowed by {@link
   * Profile#PERMISSIVE} once it is parsed; the other profiles execute one command, so they refuse
   * it.
   */
  public Evaluation evaluate(String source, PolicyContext given) {
    Verdicts verdicts = new Verdicts(this::table, Trace.OFF);
    judge(Marks.literal(source), contextOf(given), verdicts);
    return verdicts.evaluation();
  }

  /** Judges an argument vector that is executed as it is, by no shell. */
  public Evaluation evaluate(List<String> argv, PolicyContext given) {
    Verdicts verdicts = new Verdicts(this::table, Trace.OFF);
    judge(argv, contextOf(given), verdicts);
    return verdicts.evaluation();
  }

  /** Judges a text as {@link #evaluate(String, PolicyContext)} does, and tells how. */
  public Explanation explain(String source, PolicyContext given) {
    String text = Marks.literal(source);
    return explanation(text, verdicts -> judge(text, contextOf(given), verdicts));
  }

  /** Judges a vector as {@link #evaluate(List, PolicyContext)} does, and tells how. */
  public Explanation explain(List<String> argv, PolicyContext given) {
    return explanation(String.join(" ", argv), verdicts -> judge(argv, contextOf(given), verdicts));
  }

  private Explanation explanation(String text, Consumer<Verdicts> judging) {
    TraceTree tree = new TraceTree(text);
    Verdicts verdicts = new Verdicts(this::table, tree);
    judging.accept(verdicts);
    List<String> families =
        profile == Profile.PERMISSIVE
            ? rules.stream().map(RuleSet::family).toList()
            : List.of("allow list");
    return new Explanation(verdicts.evaluation(), tree.steps(), families, tree.isComplete());
  }

  private void judge(String text, PolicyContext context, Verdicts verdicts) {
    if (text.indexOf('\0') >= 0) {
      verdicts.add("floor.parse", span(text), "a NUL character");
      return;
    }
    if (profile != Profile.PERMISSIVE) {
      withoutShell(text, context, verdicts);
      return;
    }
    ScriptWalk walk = new ScriptWalk(text, context, verdicts, rules);
    if (context.dialect() == Dialect.CMD || context.dialect() == Dialect.POWERSHELL) {
      walk.windows(text);
      return;
    }
    ParseResult parsed = ShellParser.parse(text, walk.shellDialect());
    // No pattern switch on the way of every command: the first one costs a JVM 10 ms (JDK 25
    // generates a class for it).
    if (parsed instanceof ParseResult.Parsed script) {
      walk.run(script.script(), new ShellState(context), Scope.top(text));
    } else if (parsed instanceof ParseResult.Failure failure) {
      verdicts.add("floor.parse", ScriptWalk.clip(failure.span(), text), failure.message());
      walk.salvage(text);
    }
  }

  private void judge(List<String> argv, PolicyContext context, Verdicts verdicts) {
    StringBuilder text = new StringBuilder();
    List<Argument> words = new ArrayList<>(argv.size());
    for (String word : argv) {
      // Nothing after the last: a match of the whole vector must not reach beyond the text.
      text.append(words.isEmpty() ? "" : " ");
      int start = text.length();
      text.append(word);
      words.add(new Argument(Marks.literal(word), new Span(start, text.length())));
    }
    String joined = text.toString();
    if (profile == Profile.LOCKED || words.isEmpty()) {
      verdicts.add(words.isEmpty() ? "allow.empty" : "locked.command", span(joined), "");
    } else if (profile != Profile.PERMISSIVE) {
      new AllowList(profile, extraPrograms, context, verdicts).vector(words, span(joined));
    } else {
      ScriptWalk walk = new ScriptWalk(joined, context, verdicts, rules);
      walk.vector(words, new ShellState(context), Scope.top(joined));
    }
  }

  private void withoutShell(String text, PolicyContext context, Verdicts verdicts) {
    if (profile == Profile.LOCKED) {
      verdicts.add("locked.command", span(text), "");
    } else if (context.dialect() == Dialect.CMD || context.dialect() == Dialect.POWERSHELL) {
      verdicts.add("allow.syntax", span(text), "a Windows command line");
    } else {
      new AllowList(profile, extraPrograms, context, verdicts)
          .text(
              text,
              context.dialect() == Dialect.SH
                  ? dev.pinfold.shell.Dialect.SH
                  : dev.pinfold.shell.Dialect.BASH);
    }
  }

  private static Span span(String text) {
    return new Span(0, text.length());
  }
}
