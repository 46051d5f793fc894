package dev.pinfold.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pinfold.policy.Explanation.Call;
import dev.pinfold.policy.Explanation.Certainty;
import dev.pinfold.policy.Explanation.Step;
import dev.pinfold.policy.Explanation.Understood;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ExplanationTest {
  private final Policy policy = Policy.builtIn(Profile.PERMISSIVE);

  private Explanation explain(String text) {
    return policy.explain(text, Corpus.CONTEXT);
  }

  /** {@code how>words{inside,…}}, joined by blanks. */
  private static String tree(List<Step> steps) {
    return steps.stream().map(ExplanationTest::tree).collect(Collectors.joining(" "));
  }

  private static String tree(Step step) {
    String what =
        step.call()
            .map(call -> "[" + words(call) + "]")
            .orElseGet(() -> step.construct().replaceAll(",.*", ""));
    return (step.how().isEmpty() ? "" : step.how() + ">")
        + what
        + (step.inside().isEmpty() ? "" : "{" + tree(step.inside()) + "}");
  }

  private static String words(Call call) {
    return call.words().stream().map(Understood::text).collect(Collectors.joining(" "));
  }

  private static Stream<Step> all(List<Step> steps) {
    return steps.stream().flatMap(step -> Stream.concat(Stream.of(step), all(step.inside())));
  }

  static List<Corpus.Row> rows() {
    return Corpus.rows();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void explainsTheAnswerThatCheckGives(Corpus.Row row) {
    Evaluation evaluation = row.policy().evaluate(row.command(), row.context());
    Explanation explanation = row.policy().explain(row.command(), row.context());

    assertThat(explanation.evaluation()).isEqualTo(evaluation);
    assertThat(all(explanation.steps()).flatMap(step -> step.matches().stream()))
        .as("what is shown at a command is part of the answer")
        .usingRecursiveFieldByFieldElementComparatorIgnoringFields("suggestion")
        .isSubsetOf(evaluation.matches());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "sudo -u x env -S 'sh -c \"ls /\"'#[sudo -u x env -S sh -c \"ls /\"]{sudo>[env -S sh -c"
            + " \"ls /\"]{env -S>[sh -c ls /]{sh -c>[ls /]}}}",
        "echo $(cat x) `cat y`#[echo <?> <?>]{$( )>[cat x] $( )>[cat y]}",
        "a && b || c; d &#[a] [b] [c] [d]",
        "a | (b; { c; })#pipeline{[a] ( ){[b] [c]}}",
        "if a; then b; else c; fi#if{[a] [b] [c]}",
        "while a; do b; done#while{[a] [b]}",
        "for x in 1 2; do a $x; done#for x{x = 1{[a 1]} x = 2{[a 2]}}",
        "f() { ls $1; }; f /#defines f() [f /]{f()>[ls /]}",
        "alias l='ls -l'; l#[alias l=ls -l] [l]{alias l>[ls -l]}",
        "find . -name x -exec rm {} +#[find . -name x -exec rm {} +]{find -exec>[rm ./*]}",
        "echo a b | xargs rm#pipeline{[echo a b] [xargs rm]{xargs>[rm a b]}}",
        "echo ls | sh#pipeline{[echo ls] [sh]{sh reading a pipe>[ls]}}",
        "sh <<< ls#[sh]{sh reading a here-string>[ls]}",
        "diff <(sort a) <(sort b)#[diff /dev/fd/63 /dev/fd/64]{<( )>[sort a] <( )>[sort b]}",
        "python3 -c 'import os; os.system(\"ls\")'"
            + "#[python3 -c import os; os.system(\"ls\")]{python3>[ls]}",
        "git -c alias.x='!ls' x#[git -c alias.x=!ls x]{git alias>[ls]}",
        "A=1#[]",
      })
  void showsHowEachCommandIsReached(String text, String tree) {
    assertThat(tree(explain(text).steps())).isEqualTo(tree);
  }

  @Test
  void aHereDocumentThatAShellReadsIsLookedInto() {
    assertThat(tree(explain("sh <<E\nls\nE\n").steps()))
        .isEqualTo("[sh]{sh reading a here-document>[ls]}");
  }

  @Test
  void saysWhyAWordIsNotKnown() {
    Explanation explanation =
        explain("rm $A *.o \"$(pwd)\" $1; read l; rm $l $?; B=x; rm $B; find . -exec rm {} +");

    List<String> reasons =
        all(explanation.steps())
            .flatMap(step -> step.call().stream())
            .flatMap(call -> call.words().stream())
            .filter(word -> word.certainty() != Certainty.CONSTANT)
            .map(Understood::why)
            .toList();
    assertThat(reasons)
        .containsExactly(
            "$A is not set in the text",
            "a pattern: the shell puts names of files in its place",
            "$1 is given from outside the text",
            "what $l holds here is known only when it runs",
            "a number that only the run knows",
            "what find -exec puts here is known only when it runs");
  }

  @Test
  void followsTheDirectory() {
    assertThat(
            all(explain("cd src; a; (cd /tmp; b); c; cd \"$X\"; d").steps())
                .flatMap(step -> step.call().stream())
                .map(call -> words(call) + "@" + call.cwd().orElse("?")))
        .containsExactly(
            "cd src@/workspace/proj",
            "a@/workspace/proj/src",
            "cd /tmp@/workspace/proj/src",
            "b@/tmp",
            "c@/workspace/proj/src",
            "cd <?>@/workspace/proj/src",
            "d@?");
  }

  @Test
  void putsAMatchWhereTheCommandStands() {
    Explanation explanation = explain("ls; sh -c 'cd / && rm -rf etc'");

    List<Step> matched =
        all(explanation.steps()).filter(step -> !step.matches().isEmpty()).toList();
    assertThat(matched).hasSize(1);
    assertThat(words(matched.getFirst().call().orElseThrow())).isEqualTo("rm -rf etc");
    assertThat(matched.getFirst().span()).isEqualTo(new dev.pinfold.shell.Span(19, 29));
    assertThat(explanation.families()).contains("deletion", "git force");
  }

  @Test
  void whatTheTreeHasNoRoomForIsJudgedAllTheSame() {
    Explanation explanation = explain("ls\n".repeat(TraceTree.MAX_STEPS + 10) + "rm -rf /etc");

    assertThat(explanation.complete()).isFalse();
    assertThat(all(explanation.steps())).hasSize(TraceTree.MAX_STEPS);
    assertThat(explanation.evaluation().decision()).isEqualTo(Decision.DENY);
    assertThat(explain("ls").complete()).isTrue();
  }

  @Test
  void explainsTheProfilesWithoutAShellAndWindows() {
    Explanation listed =
        Policy.builtIn(Profile.READ_ONLY).explain(List.of("cat", "/etc/passwd"), Corpus.CONTEXT);
    assertThat(tree(listed.steps())).isEqualTo("[cat /etc/passwd]");
    assertThat(listed.steps().getFirst().matches())
        .extracting(Match::rule)
        .containsExactly("allow.path");

    Explanation windows =
        policy.explain("cmd /c del x; rm -r .\\y", Corpus.CONTEXT.withDialect(Dialect.POWERSHELL));
    assertThat(tree(windows.steps())).isEqualTo("[cmd /c del x]{cmd /c>[del x]} [rm -r .\\y]");
    assertThat(windows.steps().getLast().call().orElseThrow().name()).isEqualTo("remove-item");
  }
}
