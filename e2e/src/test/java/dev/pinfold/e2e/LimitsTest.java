package dev.pinfold.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

  @Tag("L007")
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void aRunThatCouldNotLeaveEnoughOfItsDiskFreeIsNotStarted(Identity identity) {
    try (Stage stage = new Stage(identity)) {
      Script run = new Pen(stage).execText("touch ran", "--min-free-disk", "4000T");
      assertThat(run.exit()).as("%s", run).isEqualTo(125);
      assertThat(run.err())
          .contains(
              "nothing was run: only ", " are free on the file system of " + stage.workspace())
          .contains("hint: Make room there, or set another floor: --min-free-disk");
      assertThat(stage.workspace().resolve("ran")).doesNotExist();
    }
  }

  /** A disk of 64 MiB, which only root can make; the run then belongs to the identity. */
  @TestFactory
  Stream<DynamicTest> aDiskThatFillsUpEndsTheRunWithTheReason() {
    return Identity.all()
        .map(
            identity ->
                isSuiteRoot()
                    ? DynamicTest.dynamicTest(identity.toString(), () -> fillDisk(identity))
                    : DynamicTest.dynamicTest(
                        identity + ", ONLY BEFORE THE START: a small disk takes root to make",
                        () -> aRunThatCouldNotLeaveEnoughOfItsDiskFreeIsNotStarted(identity)));
  }

  private static boolean isSuiteRoot() {
    return Identity.all().anyMatch(Identity::isRoot);
  }

  private static void fillDisk(Identity identity) throws Exception {
    try (Stage stage = new Stage(identity)) {
      String disk = stage.outside().resolve("disk").toString();
      Files.createDirectory(Path.of(disk));
      String options = "size=64m,mode=0700,uid=" + identity.uid();
      Script.run(List.of("mount", "-t", "tmpfs", "-o", options, "tmpfs", disk)).expectSuccess();
      try {
        String fill = "head -c 50M /dev/zero > " + disk + "/big; sleep 60";
        Script run = new Pen(stage).execText(fill, "--write", disk, "--min-free-disk", "32M");
        assertThat(run.exit()).as("%s", run).isEqualTo(124);
        assertThat(run.err())
            .contains("free on the file system of " + disk + ", and it has to leave 32 MiB")
            .contains("hint: --min-free-disk sets another floor");

        Script next = new Pen(stage).execText("true", "--write", disk, "--min-free-disk", "32M");
        assertThat(next.exit()).as("%s", next).isEqualTo(125);

        // Switched off, a full disk is the program's own trouble, and the run comes to its end.
        Script off =
            new Pen(stage)
                .execText(
                    "head -c 90M /dev/zero > " + disk + "/more; echo $?",
                    "--write",
                    disk,
                    "--min-free-disk",
                    "0");
        assertThat(off.exit()).as("%s", off).isZero();
        assertThat(off.out()).isEqualTo("1\n");
      } finally {
        Script.run(List.of("umount", disk)).expectSuccess();
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "--memory=0, must be more than 0",
    "--memory=-1G, no number",
    "--memory=1Q, no amount",
    "--memory=1K, no program starts in 1 KiB",
    "--memory=99999999999T, too much",
    "--memory=, no number",
    "--processes=0, must be more than 0",
    "--processes=many, no number",
    "--cpu=0, must be 0.01 or more",
    "--cpu=-1, no number of processors",
    "--cpu=1e3, no number of processors",
    "--cpu=two, no number of processors",
    "--min-free-disk=-5, no number",
    "--min-free-disk=5X, no amount",
  })
  void aLimitThatMakesNoSenseIsExplained(String option, String why) {
    try (Stage stage = new Stage(Identity.all().findFirst().orElseThrow())) {
      Script run = new Pen(stage).execText("echo ran", option);
      assertThat(run.exit()).as("%s", run).isEqualTo(2);
      assertThat(run.err()).contains(why).contains("hint: ");
      assertThat(run.out()).isEmpty();
    }
  }
}
