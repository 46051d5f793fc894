package dev.pinfold.policy;

import dev.pinfold.policy.ExampleResult.Claim;
import dev.pinfold.policy.PolicySection.Located;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** What the rules of a file say about themselves, to be tried against the policy that they make. */
final class PolicyExamples {
  /**
   * The place that examples are written for: {@code /workspace/proj}, home {@code /home/dev}. A
   * repository of the user's, so that exceptions have something to take back.
   */
  private static final PolicyContext CONTEXT =
      PolicyContext.existingRepository("/workspace/proj", "/home/dev", "dev");

  private static final PolicyContext OWN_FOLDER = CONTEXT.withExistingRepo(false);

  private record Examples(
      CustomRule rule,
      List<Located> lifts,
      List<Located> match,
      List<Located> notMatch,
      Optional<Located> suggest) {}

  private final List<Examples> all = new ArrayList<>();

  void add(
      CustomRule rule,
      List<Located> lifts,
      List<Located> match,
      List<Located> notMatch,
      Optional<Located> suggest) {
    all.add(new Examples(rule, lifts, match, notMatch, suggest));
  }

  /**
   * Tries all of them.
   *
   * @param file the name of the file that they stand in
   * @param layer the files of the layer: what the rules are tried in
   */
  List<ExampleResult> results(String file, List<PolicyFile> layer) {
    Ground ground = new Ground(layer);
    List<ExampleResult> results = new ArrayList<>();
    all.forEach(one -> new Trial(one, ground).run(file, results));
    return results;
  }

  /** Rules that no command of theirs matches, and names that exceptions give in vain. */
  void check(List<PolicyFile> layer, Problems problems) {
    Ground ground = new Ground(layer);
    for (Examples one : all) {
      if (one.match().isEmpty()) {
        new Trial(one, ground).neverMatches(problems);
      }
      lifts(one, layer, problems);
    }
  }

  private static void lifts(Examples one, List<PolicyFile> layer, Problems problems) {
    List<String> known = new ArrayList<>();
    RuleTable.builtIn().all().stream()
        .map(Rule::id)
        .filter(id -> id.startsWith("repo."))
        .forEach(known::add);
    layer.stream()
        .flatMap(file -> file.content().rules().stream())
        .filter(rule -> !rule.isException())
        .forEach(rule -> known.add(rule.rule().id()));
    for (Located lifted : one.lifts()) {
      if (!known.contains(lifted.text())) {
        problems.error(
            lifted.line(),
            "there is no rule '" + lifted.text() + "' that an exception of this layer could lift",
            PolicySection.suggestion(lifted.text(), known));
      }
    }
  }

  /** The policies of a layer before any rule has expired. */
  private static final class Ground {
    private final List<PolicyFile> layer;
    private final Map<Boolean, Policy> policies = new HashMap<>();

    Ground(List<PolicyFile> layer) {
      this.layer = layer;
    }

    Policy policy(boolean attended) {
      return policies.computeIfAbsent(attended, _ -> made(attended, _ -> true));
    }

    Policy without(CustomRule rule, boolean attended) {
      return made(attended, other -> !other.rule().id().equals(rule.rule().id()));
    }

    private Policy made(boolean attended, Predicate<CustomRule> kept) {
      Circumstances now = new Circumstances(LocalDate.EPOCH, attended);
      return Policy.builtIn(Profile.PERMISSIVE).with(layer, now, kept);
    }
  }

  /** One rule, in the policy of its layer, in the circumstances that it is for. */
  private static final class Trial {
    private final Examples examples;
    private final CustomRule rule;
    private final Policy policy;
    private final Policy without;

    Trial(Examples examples, Ground ground) {
      this.examples = examples;
      this.rule = examples.rule();
      boolean attended = rule.attended().orElse(false);
      this.policy = ground.policy(attended);
      this.without = rule.isException() ? ground.without(rule, attended) : policy;
    }

    void run(String file, List<ExampleResult> results) {
      for (Located example : examples.match()) {
        results.add(result(file, example, matches(example.text()), Claim.MATCH));
      }
      for (Located example : examples.notMatch()) {
        results.add(result(file, example, !matches(example.text()), Claim.NOT_MATCH));
      }
      examples
          .suggest()
          .ifPresent(
              text ->
                  results.add(
                      result(
                          file,
                          text,
                          policy.evaluate(text.text(), OWN_FOLDER).decision() == Decision.ALLOW,
                          Claim.SUGGEST)));
    }

    private ExampleResult result(String file, Located example, boolean right, Claim claim) {
      return new ExampleResult(
          file, example.line(), rule.rule().id(), claim, example.text(), right);
    }

    /** Whether the rule is found; of an exception, whether it takes something back. */
    private boolean matches(String command) {
      if (!rule.isException()) {
        return policy.evaluate(command, CONTEXT).matches().stream()
            .anyMatch(match -> match.rule().equals(rule.rule().id()));
      }
      Set<Match> taken = new HashSet<>(without.evaluate(command, CONTEXT).matches());
      policy.evaluate(command, CONTEXT).matches().forEach(taken::remove);
      return !taken.isEmpty();
    }

    /** A command made of what the rule asks for, where that can be made up. */
    void neverMatches(Problems problems) {
      RuleCondition condition = rule.condition();
      if (rule.isException()
          || !condition.anyOperand().isEmpty()
          || !condition.allOperands().isEmpty()) {
        return;
      }
      for (String program : condition.programs()) {
        List<String> words = new ArrayList<>(List.of(program));
        words.addAll(condition.sub());
        words.addAll(condition.allOptions());
        condition.anyOption().stream().limit(1).forEach(words::add);
        boolean found =
            policy.evaluate(words, CONTEXT).matches().stream()
                .anyMatch(match -> match.rule().equals(rule.rule().id()));
        if (!found && !matches(String.join(" ", words))) {
          problems.error(
              rule.line(),
              "rule '"
                  + rule.rule().id()
                  + "' can never match: not even "
                  + String.join(" ", words),
              "Give an example with match = […] that shows what it should match.");
        }
      }
    }
  }
}
