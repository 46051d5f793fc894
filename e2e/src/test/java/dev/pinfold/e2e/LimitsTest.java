package dev.pinfold.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Limits hold from the first instruction of a command, can't be raised again, and are never
 * pretended.
 */
class LimitsTest {
  private static final String IDENTITIES = "dev.pinfold.e2e.Identity#all";

  @Tag("L006")
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void theLimitOfOpenFilesCannotBeRaised(Identity identity) {
    try (Stage stage = new Stage(identity)) {
      Script run =
          new Pen(stage)
              .execText(
                  "ulimit -Sn; ulimit -Hn; ulimit -n 65; echo $?; ulimit -n 63 && ulimit -n",
                  "--limit",
                  "open-files=64");
      assertThat(run.out())
          .as("%s", run)
          .startsWith("64\n64\n")
          .endsWith("63\n")
          .doesNotContain("65");
    }
  }

  @Tag("L006")
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void aLimitAboveTheCallersDoesNotRaiseIt(Identity identity) {
    try (Stage stage = new Stage(identity)) {
      Pen pen = new Pen(stage);
      List<String> words =
          pen.execWords(List.of("--limit", "open-files=2000"), List.of("sh", "-c", "ulimit -Hn"));
      Script run =
          Script.run(
              List.of("sh", "-c", "ulimit -n 1000; exec " + Pen.quote(pen.command(words))),
              stage.workspace(),
              stage.environment());
      assertThat(run.out()).as("%s", run).isEqualTo("1000\n");
    }
  }

  @Tag("L007")
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void aFileCannotGrowBeyondItsLimit(Identity identity) throws Exception {
    try (Stage stage = new Stage(identity)) {
      Script run =
          new Pen(stage)
              .execText("head -c 2097152 /dev/zero > big; echo $?", "--limit", "file-size=1M");
      assertThat(run.out()).as("%s", run).isNotEqualTo("0\n");
      assertThat(Files.size(stage.workspace().resolve("big"))).isEqualTo(1 << 20);
    }
  }

  /**
   * Forty short-lived processes and no more: a limit that isn't there must not cost the machine.
   */
  @Tag("L004")
  @Tag("L011")
  @Tag("D023")
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void theLimitOfProcessesHoldsOrTheRunIsRefused(Identity identity) {
    try (Stage stage = new Stage(identity)) {
      String forty = "n=0; while [ $n -lt 40 ]; do n=$((n + 1)); sleep 5 & done; echo all forty";
      Script control = new Pen(stage).execText(forty);
      assertThat(control.out()).as("%s", control).contains("all forty");
      Script run = new Pen(stage).execText(forty, "--limit", "processes=20");
      assertThat(run.out()).as("%s", run).doesNotContain("all forty");
      if (run.exit() == 125) {
        assertThat(run.err()).contains("process-limit").contains("hint:");
      }
    }
  }

  @Tag("L008")
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void aFloodOverTheOutputLimitNeitherBlocksNorFills(Identity identity) throws Exception {
    try (Stage stage = new Stage(identity)) {
      Path report = stage.outside().resolve("report.json");
      Script run =
          new Pen(stage)
              .execText(
                  "head -c 10485760 /dev/zero; echo end",
                  "--limit",
                  "output=4096",
                  "--report",
                  report.toString());
      assertThat(run.out()).as("streamed in full").endsWith("end\n");
      assertThat(Files.size(report)).isLessThan(100_000);
    }
  }
}
