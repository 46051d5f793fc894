package dev.pinfold.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pinfold.shell.Span;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PolicyTest {
  private final Policy floor = Policy.builtIn(Profile.PERMISSIVE);

  static List<Corpus.Row> rows() {
    return Corpus.rows();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void judgesEveryRowOfTheCorpus(Corpus.Row row) {
    Evaluation evaluation = row.policy().evaluate(row.command(), row.context());

    assertThat(row.accepts(evaluation.decision()))
        .as("%s: expected %s, but %s", row, row.expected(), evaluation.matches())
        .isTrue();
  }

  @Test
  void namesTheRuleAndTheWordsThatMatched() {
    Match match = floor.evaluate("cd src && rm -rf /etc", Corpus.CONTEXT).strictest().orElseThrow();

    assertThat(match.rule()).isEqualTo("floor.delete.outside");
    assertThat(match.span()).isEqualTo(new Span(17, 21));
    assertThat(match.reason()).contains("/etc");
  }

  @Test
  void findsTheWordsThatMatchedInTheTextOfAnInnerShell() {
    String text = "sh -c 'rm -rf /etc'";

    Span span = floor.evaluate(text, Corpus.CONTEXT).strictest().orElseThrow().span();

    assertThat(text.substring(span.start(), span.end())).isEqualTo("/etc");
  }

  @Test
  void aVariableThatIsSetAndEmptyHasItsDefaultWithAColonOnly() {
    assertThat(floor.evaluate("e=; rm -rf \"${e-/tmp/x}/\"", Corpus.CONTEXT).decision())
        .isEqualTo(Decision.DENY);
    assertThat(floor.evaluate("e=; rm -rf \"${e:-/tmp/x}/\"", Corpus.CONTEXT).decision())
        .isEqualTo(Decision.ALLOW);
    assertThat(floor.evaluate("e=; rm -rf \"${e+/etc}\"", Corpus.CONTEXT).decision())
        .isEqualTo(Decision.DENY);
    assertThat(floor.evaluate("unset e; rm -rf \"${e-/tmp/x}/\"", Corpus.CONTEXT).decision())
        .isEqualTo(Decision.ALLOW);
  }

  /** Found by fuzzing: the places of a body are in the text that defines the function. */
  @Test
  void theWordsOfAFunctionThatAnInnerTextCallsAreWhereItIsDefined() {
    String text = "f() { rm -rf /etc; }; eval f";

    Span span = floor.evaluate(text, Corpus.CONTEXT).strictest().orElseThrow().span();

    assertThat(text.substring(span.start(), span.end())).isEqualTo("/etc");
  }

  @Test
  void aHugeWordIsCutWhereAReasonNamesIt() {
    String huge = "x".repeat(100_000);

    Match match = floor.evaluate("\"$y/" + huge + "\" a", Corpus.CONTEXT).strictest().orElseThrow();

    assertThat(match.rule()).isEqualTo("floor.program.unknown");
    assertThat(match.reason()).hasSizeLessThan(400).contains("xxx…");
    assertThat(match.span().end()).isGreaterThan(100_000);
  }

  @Test
  void saysWhatItUnwrapped() {
    Evaluation evaluation = floor.evaluate("sudo env A=1 make", Corpus.CONTEXT);

    assertThat(evaluation.commands().getLast().display()).isEqualTo("make");
    assertThat(evaluation.commands().getLast().via()).containsExactly("sudo", "env");
  }

  @Test
  void aTextThatIsNoCommandIsNeverAllowed() {
    assertThat(floor.evaluate("echo 'open", Corpus.CONTEXT).decision()).isEqualTo(Decision.ASK);
    assertThat(Policy.builtIn(Profile.READ_ONLY).evaluate("echo 'open", Corpus.CONTEXT).decision())
        .isEqualTo(Decision.DENY);
    assertThat(floor.evaluate("ls\0", Corpus.CONTEXT).decision()).isEqualTo(Decision.ASK);
  }

  @Test
  void aTextThatDoesNothingIsAllowedOnlyWhereAShellReadsIt() {
    for (String nothing : List.of("", "  \n", "# only a comment")) {
      assertThat(floor.evaluate(nothing, Corpus.CONTEXT))
          .isEqualTo(new Evaluation(Decision.ALLOW, List.of(), List.of()));
      assertThat(Policy.builtIn(Profile.READ_WRITE).evaluate(nothing, Corpus.CONTEXT).decision())
          .isEqualTo(Decision.DENY);
    }
  }

  @Test
  void judgesAVectorAsItIs() {
    assertThat(floor.evaluate(List.of("rm", "-rf", "$HOME"), Corpus.CONTEXT).decision())
        .isEqualTo(Decision.ALLOW);
    assertThat(floor.evaluate(List.of("rm", "-rf", "/home/dev"), Corpus.CONTEXT).decision())
        .isEqualTo(Decision.DENY);
    assertThat(floor.evaluate(List.of(), Corpus.CONTEXT).decision()).isEqualTo(Decision.DENY);
  }

  @Test
  void theVectorThatMayBeExecutedIsTheOneThatWasJudged() {
    Evaluation evaluation =
        Policy.builtIn(Profile.READ_ONLY).evaluate("grep -n 'a  b' \"x y\"", Corpus.CONTEXT);

    assertThat(evaluation.commands().getFirst().constant())
        .contains(List.of("grep", "-n", "a  b", "x y"));
  }

  @Test
  void aWorkspaceIsNotItsNamesake() {
    assertThat(floor.evaluate("rm -rf /workspace/proj2/x", Corpus.CONTEXT).decision())
        .isEqualTo(Decision.DENY);
    assertThat(floor.evaluate("rm -rf /workspace/proj*", Corpus.CONTEXT).decision())
        .isEqualTo(Decision.DENY);
    assertThat(floor.evaluate("rm -rf /workspace/proj/x", Corpus.CONTEXT).decision())
        .isEqualTo(Decision.ALLOW);
  }

  @Test
  void theLockedProfileRunsNothing() {
    assertThat(Policy.builtIn(Profile.LOCKED).evaluate("ls", Corpus.CONTEXT).decision())
        .isEqualTo(Decision.DENY);
  }
}
