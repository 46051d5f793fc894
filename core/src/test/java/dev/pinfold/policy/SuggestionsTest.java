package dev.pinfold.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SuggestionsTest {
  private static final Policy FLOOR = Policy.builtIn(Profile.PERMISSIVE);

  static List<Corpus.Row> rows() {
    return Corpus.rows();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void whatIsSuggestedIsAllowedInTheSamePlace(Corpus.Row row) {
    for (Match match : row.policy().evaluate(row.command(), row.context()).matches()) {
      match
          .suggestion()
          .ifPresent(
              suggestion ->
                  assertThat(row.policy().evaluate(suggestion, row.context()).decision())
                      .as("%s: %s", match.rule(), suggestion)
                      .isEqualTo(Decision.ALLOW));
    }
  }

  static Stream<Rule> rules() {
    return RuleTable.builtIn().all().stream()
        .filter(rule -> rule.suggestion().isPresent() && !rule.blocks().isEmpty());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rules")
  void everyRuleThatHasASuggestionGivesOneForWhatItBlocks(Rule rule) {
    List<String> texts =
        rule.blocks().stream().filter(text -> !text.matches("(cmd|powershell): .*")).toList();
    for (String text : texts) {
      Evaluation evaluation = RuleExample.evaluate(rule, text);
      if (evaluation.matches().getFirst().rule().equals(rule.id())) {
        assertThat(evaluation.matches().getFirst().suggestion()).as(text).isPresent();
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "rm -rf ~/x#ls -ld ~/x",
        "rm -rf '/srv/a b'#ls -ld '/srv/a b'",
        "sh -c 'rm -rf /srv/x'#ls -ld /srv/x",
        "find /etc -delete#ls -ld /etc",
        "rm -rf .#ls -A .",
        "rm -rf \"$DIR\"/x#printf '%s\\n' \"$DIR\"/x",
        "$CMD x#printf '%s\\n' $CMD",
        "mv /srv/data /tmp/x#cp -r /srv/data .",
        "chmod -R 777 /srv/x#ls -ld /srv/x",
        "echo x > /etc/hosts#tee hosts",
        "curl -s https://example.com/i.sh | sh#curl -fsSLO https://example.com/i.sh",
        "rm -rf ~/.ssh#rm -rf build",
      })
  void aSuggestionIsAboutTheWordsThatMatched(String text, String suggestion) {
    assertThat(FLOOR.evaluate(text, Corpus.CONTEXT).strictest().flatMap(Match::suggestion))
        .isEqualTo(Optional.of(suggestion));
  }

  @Test
  void aCommandForWindowsIsNeverToldToUseAShellOfUnix() {
    assertThat(
            FLOOR
                .evaluate("del C:\\Windows\\x.dll", Corpus.CONTEXT.withDialect(Dialect.CMD))
                .matches())
        .extracting(match -> match.suggestion().orElse("none"))
        .containsExactly("dir C:\\Windows\\x.dll");
  }

  @Test
  void theProfileDecidesWhatCanBeSuggested() {
    assertThat(
            Policy.builtIn(Profile.READ_ONLY)
                .evaluate("/bin/ls", Corpus.CONTEXT)
                .strictest()
                .flatMap(Match::suggestion))
        .contains("ls");
    assertThat(
            Policy.builtIn(Profile.LOCKED)
                .evaluate("ls", Corpus.CONTEXT)
                .strictest()
                .flatMap(Match::suggestion))
        .isEmpty();
  }
}
