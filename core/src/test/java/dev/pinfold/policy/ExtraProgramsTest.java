package dev.pinfold.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ExtraProgramsTest {
  record Case(String name, String expected) {}

  static List<Case> cases() {
    return Stream.of("names.tsv", "names-own.tsv")
        .flatMap(file -> Corpus.lines(file).stream())
        .filter(line -> !line.startsWith("#") && !line.startsWith("name\t"))
        .map(line -> line.split("\t", -1))
        .filter(field -> !field[1].equals("decide"))
        .map(field -> new Case(field[0], field[1]))
        .toList();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void judgesEveryName(Case name) {
    ExtraPrograms.Judgement judgement = ExtraPrograms.judge(name.name());

    assertThat(judgement.accepted())
        .as(judgement.reason())
        .isEqualTo(name.expected().equals("accept"));
  }

  @Test
  void programsThatRunCodeNeedTheirOwnKey() {
    assertThat(ExtraPrograms.judge("java").accepted()).isFalse();
    assertThat(ExtraPrograms.judge("java").reason()).contains("programs_that_run_code");
    assertThat(ExtraPrograms.judgeRunningCode("java").accepted()).isTrue();
    assertThat(ExtraPrograms.judgeRunningCode("bash").accepted()).isFalse();
  }

  @Test
  void digitsThatBelongToANameAreNoVersion() {
    for (String name :
        List.of("base64", "ed25519-check", "sha256sum", "timeline", "shfmt", "b2sum")) {
      assertThat(ExtraPrograms.judge(name).accepted()).as(name).isTrue();
    }
  }

  @Test
  void readsTheListOfTheEnvironmentVariable() {
    assertThat(ExtraPrograms.parse(" sbt, java\tscala-cli "))
        .containsExactly("sbt", "java", "scala-cli");
    assertThat(ExtraPrograms.parse("  ")).isEmpty();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ExtraPrograms.parse("cloc, nohup"))
        .withMessageContaining("nohup");
  }
}
