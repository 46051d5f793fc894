package dev.pinfold.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RuleTableTest {
  static List<Rule> rules() {
    return RuleTable.builtIn().all();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rules")
  void aRuleMatchesWhatItSaysItBlocks(Rule rule) {
    for (String example : rule.blocks()) {
      assertThat(RuleExample.evaluate(rule, example).matches())
          .as(example)
          .extracting(Match::rule)
          .contains(rule.id());
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rules")
  void aRuleLeavesAloneWhatItSaysItPermits(Rule rule) {
    for (String example : rule.permits()) {
      assertThat(RuleExample.evaluate(rule, example).decision())
          .as(example)
          .isEqualTo(Decision.ALLOW);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rules")
  void whatARuleSuggestsIsAllowed(Rule rule) {
    rule.suggestion()
        .ifPresent(
            suggestion ->
                assertThat(RuleExample.evaluate(rule, suggestion))
                    .as(suggestion)
                    .extracting(Evaluation::decision)
                    .isEqualTo(Decision.ALLOW));
  }
}
