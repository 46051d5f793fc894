package dev.pinfold.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A run starts in a pen or doesn't start. Kernels that lack a feature are made by a filter under
 * which the call fails, as {@code pinfold} would meet it there.
 */
class StartTest {
  private static final String IDENTITIES = "dev.pinfold.e2e.Identity#all";

  /** Numbers of errors: EPERM 1, E2BIG 7, EINVAL 22, ENOSYS 38, EOPNOTSUPP 95. */
  @Tag("S002")
  @Tag("S004")
  @Tag("R097")
  @Tag("R100")
  @Tag("R193")
  @Tag("R217")
  @Tag("R218")
  @Tag("R220")
  @Tag("R221")
  @ParameterizedTest
  @CsvSource({
    "landlock_create_ruleset, 38",
    "landlock_create_ruleset, 95",
    "landlock_restrict_self, 1",
    "landlock_restrict_self, 7",
    "seccomp, 22",
    "seccomp, 1",
    "seccomp/1/8, 22"
  })
  void withoutAFeatureOfTheKernelNothingRuns(String call, int errno) {
    for (Identity identity : Identity.all().toList()) {
      try (Stage stage = new Stage(identity)) {
        Script run = deprived(stage, call, errno, List.of(), "echo ran > ran; echo ran");
        assertThat(run.exit()).as("%s %s", identity, run).isEqualTo(125);
        assertThat(run.out()).doesNotContain("ran");
        assertThat(run.err()).contains("pinfold: ").contains("hint: ");
        assertThat(stage.workspace().resolve("ran")).doesNotExist();
      }
    }
  }

  /**
   * The same filter with a call that nobody makes: it is not the filter that keeps the run from
   * starting.
   */
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void underAFilterThatTakesNothingAwayItRuns(Identity identity) {
    try (Stage stage = new Stage(identity)) {
      Script run = deprived(stage, "acct", 38, List.of(), "echo ran");
      assertThat(run.out()).as("%s", run).isEqualTo("ran\n");
    }
  }

  /** A priority can only be lowered by an ordinary user: Pinfold lowers the one that it has. */
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void aLowPriorityIsLoweredFurther(Identity identity) {
    for (String nice : List.of("0 5", "10 15", "17 19", "19 19")) {
      String given = nice.substring(0, nice.indexOf(' '));
      try (Stage stage = new Stage(identity)) {
        Pen pen = new Pen(stage);
        List<String> words = new ArrayList<>(List.of("nice", "-n", given));
        words.addAll(pen.command(pen.execWords(List.of(), List.of("nice"))));
        Script run = Script.run(words, stage.workspace(), stage.environment());
        assertThat(run.out()).as("%s", run).isEqualTo(nice.substring(given.length() + 1) + "\n");
      }
    }
  }

  @Tag("R190")
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void switchedOffItRunsAnywhereAndSaysSo(Identity identity) throws Exception {
    try (Stage stage = new Stage(identity)) {
      Path report = stage.outside().resolve("report.json");
      List<String> options = List.of("--sandbox=off", "--report", report.toString());
      Script run = deprived(stage, "landlock_create_ruleset", 38, options, "echo ran");
      assertThat(run.out()).as("%s", run).isEqualTo("ran\n");
      assertThat(run.err()).containsIgnoringCase("sandbox");
      assertThat(Files.readString(report).replaceAll("\\s", "")).contains("\"sandboxed\":false");
    }
  }

  @Tag("S001")
  @Tag("R188")
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void theReportNamesTheTierAndItsProof(Identity identity) throws Exception {
    try (Stage stage = new Stage(identity)) {
      for (PenTier tier : PenTier.values()) {
        Path report = stage.outside().resolve(tier.id() + ".json");
        Script run = new Pen(stage).execText("true", tier.option(), "--report", report.toString());
        assertThat(run.exit()).as("%s", run).isEqualTo(0);
        assertThat(Files.readString(report).replaceAll("\\s", ""))
            .contains("\"sandboxed\":true", "\"tier\":\"" + tier.id() + "\"");
      }
    }
  }

  /** Nothing of the pen is a program that could be missing. */
  @Tag("R098")
  @Tag("R224")
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void anEmptyPathWeakensNothing(Identity identity) throws Exception {
    try (Stage stage = new Stage(identity)) {
      Files.writeString(stage.outside().resolve("file"), Stage.SECRET);
      stage.hand();
      Map<String, String> environment = stage.environment();
      Path nothing = Files.createDirectory(stage.base().resolve("empty"));
      environment.put("PATH", nothing.toString());
      Pen pen = new Pen(stage);
      String text = "echo in; read x < " + stage.outside().resolve("file") + " || echo held";
      List<String> words = pen.execWords(List.of(), List.of("/bin/sh", "-c", text));
      Script run = Script.run(pen.command(words), stage.workspace(), environment);
      // The launcher itself may need its tools: to refuse is right, to run unconfined is not.
      assertThat(run.exit() == 125 ? "in\nheld\n" : run.out())
          .as("%s", run)
          .isEqualTo("in\nheld\n");
    }
  }

  @Tag("S009")
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void aRunInARunWorksOrExplains(Identity identity) {
    try (Stage stage = new Stage(identity)) {
      Pen pen = new Pen(stage);
      List<String> inner =
          new ArrayList<>(List.of(Distribution.INSTANCE.launcher().toString(), "exec"));
      inner.addAll(List.of("--workspace", stage.workspace().toString(), "--", "echo", "nested"));
      Script run = pen.exec(List.of("--execute", Distribution.INSTANCE.root().toString()), inner);
      if (run.exit() == 0) {
        assertThat(run.out()).isEqualTo("nested\n");
      } else {
        assertThat(run.exit()).as("%s", run).isEqualTo(125);
        assertThat(run.err()).contains("pinfold: ").contains("hint: ");
      }
    }
  }

  /** Runs at the same time see their own folder only, and leave nothing. */
  @Tag("S010")
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void parallelRunsDoNotMeet(Identity identity) {
    try (Stage stage = new Stage(identity)) {
      Pen pen = new Pen(stage);
      pen.execText("true");
      int runs = 12;
      List<Process> processes = new ArrayList<>();
      for (int i = 0; i < runs; i++) {
        List<String> words = pen.execWords(List.of(), List.of());
        words.addAll(
            List.of(
                "-c",
                "echo "
                    + i
                    + " > ~/me; echo "
                    + i
                    + " > $TMPDIR/me; sleep 0.1; cat ~/me $TMPDIR/me; exit "
                    + i));
        processes.add(pen.start(stage.environment(), words));
      }
      for (int i = 0; i < runs; i++) {
        Script run = Script.finish(processes.get(i));
        assertThat(run.out()).as("%s", run).isEqualTo(i + "\n" + i + "\n");
        assertThat(run.exit()).isEqualTo(i);
      }
    }
  }

  static Script deprived(Stage stage, String call, int errno, List<String> options, String text) {
    Pen pen = new Pen(stage);
    List<String> pinfold = new ArrayList<>(List.of(Distribution.INSTANCE.launcher().toString()));
    pinfold.addAll(pen.execWords(options, List.of("sh", "-c", text)));
    List<String> words = new ArrayList<>(List.of("deprive", call, Integer.toString(errno)));
    words.addAll(pinfold);
    List<String> command = Attacker.command(stage.attacker(), words.toArray(String[]::new));
    return Script.run(stage.identity().command(command), stage.workspace(), stage.environment());
  }
}
