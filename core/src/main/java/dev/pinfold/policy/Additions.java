package dev.pinfold.policy;

import dev.pinfold.shell.Span;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What is added to the built-in policy.
 *
 * @param applying the rules that apply now
 * @param rules the same, to judge with
 * @param protectedBranches branches beside the built-in ones
 * @param programs names beside those of the allow lists
 * @param refusals options that the allow lists refuse, by program
 */
record Additions(
    List<CustomRule> applying,
    CustomRules rules,
    List<String> protectedBranches,
    Set<String> programs,
    Map<String, List<String>> refusals) {
  static final Additions NONE = of(List.of(), List.of(), Set.of(), Map.of());

  private static Additions of(
      List<CustomRule> rules,
      List<String> branches,
      Set<String> programs,
      Map<String, List<String>> refusals) {
    return new Additions(
        List.copyOf(rules),
        new CustomRules(rules),
        List.copyOf(branches),
        Set.copyOf(programs),
        Map.copyOf(refusals));
  }

  static Additions ofPrograms(Set<String> names) {
    return of(List.of(), List.of(), names, Map.of());
  }

  /** What files add in the given circumstances. */
  static Additions of(List<PolicyFile> files, Circumstances now, Predicate<CustomRule> kept) {
    List<CustomRule> rules = new ArrayList<>();
    List<String> branches = new ArrayList<>();
    Set<String> programs = new HashSet<>();
    Map<String, List<String>> refusals = new HashMap<>();
    for (PolicyFile file : files) {
      PolicyFile.Content content = file.content();
      content.rules().stream()
          .filter(rule -> rule.applies(now) && kept.test(rule))
          .forEach(rule -> rules.add(rule.on(now.today())));
      branches.addAll(content.protectedBranches());
      programs.addAll(content.programs());
      content.refusals().forEach((program, options) -> merge(refusals, program, options));
    }
    return of(rules, branches, programs, refusals);
  }

  private static void merge(
      Map<String, List<String>> refusals, String program, List<String> options) {
    List<String> all = new ArrayList<>(refusals.getOrDefault(program, List.of()));
    all.addAll(options);
    refusals.put(program, List.copyOf(all));
  }

  Additions and(Additions more) {
    List<CustomRule> allRules = new ArrayList<>(applying);
    allRules.addAll(more.applying);
    List<String> branches = new ArrayList<>(protectedBranches);
    branches.addAll(more.protectedBranches);
    Set<String> allPrograms = new HashSet<>(programs);
    allPrograms.addAll(more.programs);
    Map<String, List<String>> allRefusals = new HashMap<>(refusals);
    more.refusals.forEach((program, options) -> merge(allRefusals, program, options));
    return of(allRules, branches, allPrograms, allRefusals);
  }

  /** What they have against a command of a profile without a shell. */
  void judge(List<Argument> words, Span span, PolicyContext context, Verdicts verdicts) {
    String name = words.getFirst().value();
    List<String> refused = refusals.getOrDefault(name, List.of());
    if (rules.isEmpty() && refused.isEmpty()) {
      return;
    }
    Program spec = ProgramTable.builtIn().find(name);
    Invocation invocation =
        spec == null ? null : Invocation.read(spec, words.subList(1, words.size()));
    Execution execution =
        new Execution(
            words,
            List.of(),
            Map.of(),
            Input.INHERITED,
            new ShellState(context),
            Scope.top(""),
            span);
    Subject subject = new Subject(execution, name, invocation, context, verdicts);
    rules.judge(subject);
    RuleWords read = RuleWords.of(subject);
    for (Argument option : read.options()) {
      if (refused.stream()
          .anyMatch(one -> OptionWord.spells(option.value(), one, read.grammars()))) {
        verdicts.add("allow.option", option.span(), option.display());
      }
    }
  }
}
