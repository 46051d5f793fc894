package dev.pinfold.policy;

import dev.pinfold.shell.ParseResult;
import dev.pinfold.shell.ShellParser;
import dev.pinfold.shell.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

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
          new OtherPushRules(),
          new GitPlaceRules(),
          new MachineRules(),
          new PublishRules(),
          new CredentialRules(),
          new ScheduleRules());

  /** The rules that exceptions of policy files may take back. */
  private static final RuleSet REPOSITORY = new RepoRules();

  private final Profile profile;
  private final Additions additions;
  private final List<RuleSet> rules;

  private Policy(Profile profile, Additions additions) {
    this.profile = profile;
    this.additions = additions;
    List<RuleSet> all = new ArrayList<>(FLOOR);
    CustomRules custom = additions.rules();
    all.add(custom.haveExceptions() ? custom.liftable(REPOSITORY) : REPOSITORY);
    if (!custom.isEmpty()) {
      all.add(custom);
    }
    this.rules = List.copyOf(all);
  }

  /**
   * This policy with what files add to it; the strictest profile that one of them names counts.
   *
   * @param now decides which rules apply
   */
  public Policy with(PolicyFiles files, Circumstances now) {
    return with(files.files(), now, _ -> true);
  }

  Policy with(List<PolicyFile> files, Circumstances now, Predicate<CustomRule> kept) {
    Profile strictest = profile;
    for (PolicyFile file : files) {
      strictest = strictest.stricter(file.content().profile().orElse(strictest));
    }
    return new Policy(strictest, additions.and(Additions.of(files, now, kept)));
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
    return new Policy(profile, additions.and(Additions.ofPrograms(names)));
  }

  private PolicyContext contextOf(PolicyContext given) {
    if (additions.protectedBranches().isEmpty()) {
      return given;
    }
    List<String> all = new ArrayList<>(given.protectedBranches());
    all.addAll(additions.protectedBranches());
    return given.withProtectedBranches(all);
  }

  /** The policy that ships with Pinfold for a profile, without any policy file. */
  public static Policy builtIn(Profile profile) {
    return new Policy(profile, Additions.NONE);
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
    PolicyContext context = contextOf(given);
    String text = Marks.literal(source);
    Verdicts verdicts = new Verdicts(RuleTable::builtIn, Trace.OFF);
    judge(text, context, verdicts);
    return verdicts.evaluation(() -> suggestions(text, context));
  }

  /** Judges an argument vector that is executed as it is, by no shell. */
  public Evaluation evaluate(List<String> argv, PolicyContext given) {
    PolicyContext context = contextOf(given);
    Verdicts verdicts = new Verdicts(RuleTable::builtIn, Trace.OFF);
    judge(argv, context, verdicts);
    return verdicts.evaluation(() -> suggestions(String.join(" ", argv), context));
  }

  /** Judges a text as {@link #evaluate(String, PolicyContext)} does, and tells how. */
  public Explanation explain(String source, PolicyContext given) {
    PolicyContext context = contextOf(given);
    String text = Marks.literal(source);
    return explanation(text, context, verdicts -> judge(text, context, verdicts));
  }

  /** Judges a vector as {@link #evaluate(List, PolicyContext)} does, and tells how. */
  public Explanation explain(List<String> argv, PolicyContext given) {
    PolicyContext context = contextOf(given);
    return explanation(String.join(" ", argv), context, verdicts -> judge(argv, context, verdicts));
  }

  private Explanation explanation(String text, PolicyContext context, Consumer<Verdicts> judging) {
    TraceTree tree = new TraceTree(text);
    Verdicts verdicts = new Verdicts(RuleTable::builtIn, tree);
    judging.accept(verdicts);
    return new Explanation(
        verdicts.evaluation(() -> suggestions(text, context)),
        tree.steps(),
        families(),
        tree.isComplete());
  }

  private List<String> families() {
    List<String> families = new ArrayList<>();
    if (profile == Profile.PERMISSIVE) {
      FLOOR.forEach(rule -> families.add(rule.family()));
      families.add(REPOSITORY.family());
    } else {
      families.add("allow list");
    }
    additions.applying().forEach(rule -> families.add(rule.rule().id()));
    return families;
  }

  private Suggestions suggestions(String text, PolicyContext context) {
    return new Suggestions(text, context.dialect(), command -> allows(command, context));
  }

  private boolean allows(String command, PolicyContext context) {
    Verdicts verdicts = new Verdicts(RuleTable::builtIn, Trace.OFF);
    judge(command, context, verdicts);
    return verdicts.isEmpty();
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
      walk.whole(script.script(), Scope.top(text));
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
      new AllowList(profile, additions, context, verdicts).vector(words, span(joined));
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
      new AllowList(profile, additions, context, verdicts)
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
