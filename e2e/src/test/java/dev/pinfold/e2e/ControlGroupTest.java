package dev.pinfold.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * A run in a control group of its own, in one that the suite makes and delegates. What the machine
 * can't do is in the test's name, and then the limit has to be refused.
 */
class ControlGroupTest {
  /** tail keeps what has no end of line: 200 MB in one process. */
  private static final String HOG = "head -c 200000000 /dev/zero | tail > /dev/null; echo done";

  private static final String FORTY =
      "n=0; while [ $n -lt 40 ]; do n=$((n + 1)); sleep 5 & done; echo all forty";

  /** A test for each identity; what it does depends on whether {@code controller} can be had. */
  private static Stream<DynamicTest> each(String controller, Trial whenPossible, Trial otherwise) {
    Optional<String> missing = Delegated.missing(controller);
    return Identity.all()
        .map(
            identity ->
                DynamicTest.dynamicTest(
                    identity + missing.map(why -> ", REFUSED: " + why).orElse(""),
                    () -> (missing.isEmpty() ? whenPossible : otherwise).with(identity)));
  }

  private interface Trial {
    void with(Identity identity) throws Exception;
  }

  private record Ended(Script script, String report) {
    long number(String name) {
      Matcher found = Pattern.compile("\"" + name + "\":(\\d+)").matcher(report);
      assertThat(found.find()).as("%s in %s", name, report).isTrue();
      return Long.parseLong(found.group(1));
    }
  }

  /** In a delegated group where one can be made. */
  private static Ended run(Stage stage, String text, String... options) throws IOException {
    if (!Delegated.isPossible()) {
      return run(stage, Optional.empty(), text, options);
    }
    try (Delegated group = Delegated.to(stage.identity())) {
      return run(stage, Optional.of(group), text, options);
    }
  }

  private static Ended run(Stage stage, Optional<Delegated> group, String text, String... options)
      throws IOException {
    Path report = stage.outside().resolve("report.json");
    Pen pen = new Pen(stage);
    List<String> words = pen.execWords(List.of(options), List.of());
    words.addAll(List.of("--report", report.toString(), "-c", text));
    List<String> command = pen.command(words);
    Script script =
        Script.run(
            group.map(one -> one.inside(command)).orElse(command),
            stage.workspace(),
            stage.environment());
    return new Ended(script, Files.exists(report) ? Files.readString(report) : "");
  }

  private static void refused(Identity identity, String text, String protection, String... options)
      throws IOException {
    try (Stage stage = new Stage(identity)) {
      Ended run = run(stage, text, options);
      assertThat(run.script.exit()).as("%s", run).isEqualTo(125);
      assertThat(run.script.err())
          .contains("nothing was run: protection '" + protection + "' is missing", "hint: ");
      assertThat(run.script.out()).isEmpty();
    }
  }

  @Tag("L002")
  @Tag("L003")
  @Tag("L011")
  @TestFactory
  Stream<DynamicTest> memoryEndsAtItsLimitAndTheWholeRunWithIt() {
    return each(
        "memory",
        identity -> {
          try (Stage stage = new Stage(identity)) {
            Ended control = run(stage, HOG, "--memory", "1G");
            assertThat(control.script.out()).as("%s", control).isEqualTo("done\n");
            assertThat(control.number("peakMemoryBytes")).isGreaterThan(150_000_000);

            Ended run = run(stage, "sleep 60 & " + HOG, "--memory", "64M");
            assertThat(run.script.exit()).as("%s", run).isEqualTo(137);
            assertThat(run.script.out()).isEmpty();
            assertThat(run.script.err()).contains("needed more than its 64 MiB of memory");
            assertThat(run.report)
                .contains("\"outcome\":{\"kind\":\"out-of-memory\",\"limitBytes\":67108864}")
                .contains("\"allProcessesGone\":true");
            assertThat(run.number("peakMemoryBytes")).isLessThanOrEqualTo(64 << 20);
          }
        },
        identity -> refused(identity, "echo ran", "memory-limit", "--memory", "64M"));
  }

  @Tag("L004")
  @Tag("D023")
  @TestFactory
  Stream<DynamicTest> processesEndAtTheirLimitForRootToo() {
    return each(
        "pids",
        identity -> {
          try (Stage stage = new Stage(identity)) {
            Ended control = run(stage, FORTY);
            assertThat(control.script.out()).as("%s", control).contains("all forty");
            Ended run = run(stage, FORTY, "--processes", "20");
            assertThat(run.script.exit()).as("%s", run).isNotIn(0, 125);
            assertThat(run.script.out()).doesNotContain("all forty");
          }
        },
        identity -> {
          if (identity.isRoot()) {
            refused(identity, "echo ran", "process-limit", "--processes", "20");
          } else {
            try (Stage stage = new Stage(identity)) {
              Ended run = run(stage, FORTY, "--processes", "20");
              assertThat(run.script.out()).as("%s", run).doesNotContain("all forty");
            }
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> processorTimeIsHeldBackToItsLimit() {
    return each(
        "cpu",
        identity -> {
          try (Stage stage = new Stage(identity)) {
            Ended run = run(stage, "timeout 3 sh -c 'while :; do :; done'", "--cpu", "0.2");
            assertThat(run.number("cpuMillis"))
                .as("%s", run)
                .isPositive()
                .isLessThan(run.number("tookMillis") * 35 / 100);
          }
        },
        identity -> refused(identity, "echo ran", "cpu-limit", "--cpu", "0.2"));
  }

  /** What needs no controller, only a group. */
  private static Stream<DynamicTest> eachWithAGroup(Trial trial) {
    return Identity.all()
        .map(
            identity ->
                Delegated.isPossible()
                    ? DynamicTest.dynamicTest(identity.toString(), () -> trial.with(identity))
                    : DynamicTest.dynamicTest(
                        identity + ", WITHOUT: no control group can be made on this machine",
                        () -> theReportNamesWhatIsMissing(identity)));
  }

  private static void theReportNamesWhatIsMissing(Identity identity) throws IOException {
    try (Stage stage = new Stage(identity)) {
      Ended run = run(stage, Optional.empty(), "echo ran");
      assertThat(run.script.out()).as("%s", run).isEqualTo("ran\n");
      assertThat(run.report)
          .containsPattern("\"protection\":\"memory-limit\",\"status\":\"missing\"")
          .contains("\"cpuOf\":\"command\"");
      refused(identity, "echo ran", "memory-limit", "--memory", "64M");
    }
  }

  @TestFactory
  Stream<DynamicTest> everyProcessOfARunIsInItsGroupAndCannotLeaveIt() {
    return eachWithAGroup(
        identity -> {
          try (Stage stage = new Stage(identity);
              Delegated group = Delegated.to(identity)) {
            String leave = "echo 0 > " + group.caller() + "/cgroup.procs";
            Script control =
                Script.run(
                    group.inside(identity.command(List.of("sh", "-c", leave + " && echo moved"))),
                    stage.workspace(),
                    stage.environment());
            assertThat(control.out()).as("%s", control).isEqualTo("moved\n");
            // In a file: the policy would not let the text pass.
            new Pen(stage)
                .script(
                    "grep ^0: /proc/self/cgroup; setsid grep ^0: /proc/self/cgroup\n"
                        + "("
                        + leave
                        + ") || grep ^0: /proc/self/cgroup");
            Ended run = run(stage, Optional.of(group), "sh ./script.sh");
            assertThat(run.script.out().lines())
                .as("%s", run)
                .hasSize(3)
                .allMatch(line -> line.matches("0::/(.*/)?pinfold-[0-9a-f]{16}"));
            assertThat(run.report).contains("\"cpuOf\":\"run\"");
            assertThat(group.runs()).as("removed with the run").isEmpty();
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> whatAKilledPinfoldLeavesTheNextRunRemovesAndNothingElse() {
    return eachWithAGroup(
        identity -> {
          try (Stage stage = new Stage(identity);
              Delegated group = Delegated.to(identity)) {
            Pen pen = new Pen(stage);
            Process killed = start(stage, group, pen);
            Path left = await(group);
            killed.destroyForcibly().waitFor();
            while (Delegated.isPopulated(left)) {
              Thread.sleep(10);
            }
            assertThat(left).exists();

            Process living = start(stage, group, pen);
            while (group.runs().size() != 1 || group.runs().contains(left)) {
              assertThat(living.isAlive()).isTrue();
              Thread.sleep(10);
            }
            Path kept = await(group);
            assertThat(run(stage, Optional.of(group), "echo ran").script.out()).isEqualTo("ran\n");
            assertThat(group.runs()).containsExactly(kept);
            Script.run(List.of("kill", Long.toString(living.pid()))).expectSuccess();
            Script.finish(living);
            assertThat(group.runs()).isEmpty();
          }
        });
  }

  private static Process start(Stage stage, Delegated group, Pen pen) throws IOException {
    List<String> words = pen.execWords(List.of(), List.of("sleep", "60"));
    return Script.start(group.inside(pen.command(words)), stage.workspace(), stage.environment());
  }

  /** Until a command is in a run's group. */
  private static Path await(Delegated group) throws IOException, InterruptedException {
    while (true) {
      for (Path run : group.runs()) {
        if (Delegated.isPopulated(run)) {
          return run;
        }
      }
      Thread.sleep(10);
    }
  }
}
