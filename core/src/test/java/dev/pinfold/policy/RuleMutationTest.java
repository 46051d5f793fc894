package dev.pinfold.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The corpora would notice a rule that is gone, and one that is turned round: each rule decides a
 * row alone, and a row of the same program passes because the rule leaves it alone.
 */
class RuleMutationTest {
  /** A row as the policy judges it, and the programs that it runs. */
  private record Judged(Corpus.Row row, List<Match> matches, Set<String> programs) {
    static Judged of(Corpus.Row row) {
      Evaluation evaluation = row.policy().evaluate(row.command(), row.context());
      return new Judged(
          row,
          evaluation.matches(),
          evaluation.commands().stream()
              .flatMap(command -> command.words().stream().limit(1))
              .map(Argument::value)
              .collect(Collectors.toSet()));
    }

    boolean matches(String rule) {
      return matches.stream().anyMatch(match -> match.rule().equals(rule));
    }

    boolean rightWithout(String rule) {
      return row.accepts(
          matches.stream()
              .filter(match -> !match.rule().equals(rule))
              .map(Match::decision)
              .max(Decision::compareTo)
              .orElse(Decision.ALLOW));
    }
  }

  private static final List<Judged> ROWS = Corpus.rows().stream().map(Judged::of).toList();

  static List<Rule> rules() {
    return RuleTable.builtIn().all();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rules")
  void withoutTheRuleARowOrAnExampleIsWrong(Rule rule) {
    boolean noticed =
        ROWS.stream().anyMatch(row -> !row.rightWithout(rule.id()))
            || rule.blocks().stream()
                .map(text -> RuleExample.evaluate(rule, text))
                .anyMatch(example -> decidedBy(rule, example));

    assertThat(noticed).as("something that only %s decides", rule.id()).isTrue();
  }

  private static boolean decidedBy(Rule rule, Evaluation example) {
    return example.decision() != Decision.ALLOW
        && example.matches().stream().allMatch(match -> match.rule().equals(rule.id()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rules")
  void aRuleThatIsTurnedRoundRefusesWhatMustPass(Rule rule) {
    Set<String> programs = new HashSet<>();
    ROWS.stream()
        .filter(row -> row.matches(rule.id()))
        .forEach(row -> programs.addAll(row.programs()));
    boolean noticed =
        ROWS.stream()
            .filter(row -> row.row().expected().equals("allow"))
            .anyMatch(row -> row.programs().stream().anyMatch(programs::contains));

    // Nothing passes in the locked profile; it is enough that its rule is not gone.
    assertThat(noticed || !rule.permits().isEmpty() || rule.id().equals("locked.command"))
        .as("a row of the same program, or an example, that %s leaves alone", rule.id())
        .isTrue();
  }
}
