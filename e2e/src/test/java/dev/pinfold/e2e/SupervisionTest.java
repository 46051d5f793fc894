package dev.pinfold.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Nothing survives a run, however it ends, and whatever its processes do to stay. */
class SupervisionTest {
  private static final String IDENTITIES = "dev.pinfold.e2e.Identity#all";
  private static final long PATIENCE_SECONDS = 30;
  private static final int KILLS = "large".equals(System.getProperty("pinfold.numbers")) ? 100 : 10;

  @Tag("D014")
  @Tag("D017")
  @Tag("R073")
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void aRunEndsWithItsMainCommandAndNothingSurvives(Identity identity) throws IOException {
    try (Stage stage = new Stage(identity)) {
      Hydra hydra = new Hydra(stage);
      Script run = new Pen(stage).execText(hydra.release() + "; exit 7");
      assertThat(run.exit()).as("%s", run).isEqualTo(7);
      assertThat(hydra.isLoose()).isTrue();
      assertThat(hydra.survivors()).isEmpty();
      assertThat(hydra.late()).isEmpty();
    }
  }

  @Tag("R076")
  @Tag("R077")
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void aTimeOutEndsTheWholeTree(Identity identity) throws IOException {
    try (Stage stage = new Stage(identity)) {
      Hydra hydra = new Hydra(stage);
      String text = hydra.release() + "; trap '' TERM; " + hydra.linger();
      Script run = new Pen(stage).execText(text, "--timeout", "3s");
      assertThat(run.exit()).as("%s", run).isEqualTo(124);
      assertThat(hydra.isLoose()).isTrue();
      assertThat(hydra.survivors()).isEmpty();
      assertThat(hydra.late()).isEmpty();
    }
  }

  @Tag("D015")
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void aTimeOutFirstAsksTheCommandToEnd(Identity identity) throws IOException {
    try (Stage stage = new Stage(identity)) {
      String text = "trap 'echo cleaned > cleaned; exit 3' TERM; sleep 62 & wait";
      Script run = new Pen(stage).execText(text, "--timeout", "2s");
      assertThat(run.exit()).as("%s", run).isEqualTo(124);
      assertThat(stage.workspace().resolve("cleaned")).exists();
    }
  }

  @Tag("D034")
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void nothingSurvivesTheKillOfPinfoldItself(Identity identity) throws Exception {
    try (Stage stage = new Stage(identity)) {
      Hydra hydra = new Hydra(stage);
      Process pinfold = startLoose(stage, hydra);
      assertThat(hydra.survivors()).as("positive control: they are there").isNotEmpty();
      pinfold.destroyForcibly().waitFor();
      await("all ended after SIGKILL of Pinfold", () -> hydra.survivors().isEmpty());
      assertThat(hydra.late()).isEmpty();
    }
  }

  /**
   * Every shape, again and again, in turn as each user; the property {@code pinfold.numbers=large}
   * asks for a hundred times.
   */
  @Tag("D034")
  @ParameterizedTest
  @EnumSource(PenTier.class)
  void howeverOftenPinfoldIsKilledNothingSurvives(PenTier tier) throws Exception {
    List<Identity> identities = Identity.all().toList();
    for (int round = 0; round < KILLS; round++) {
      try (Stage stage = new Stage(identities.get(round % identities.size()))) {
        Hydra hydra = new Hydra(stage);
        Process pinfold = startLoose(stage, hydra, tier.option());
        pinfold.destroyForcibly().waitFor();
        await("all ended, round " + round, () -> hydra.survivors().isEmpty());
        assertThat(hydra.late()).isEmpty();
      }
    }
  }

  /** What holds a run of tier full may be killed by somebody outside, or for want of memory. */
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void whenBubblewrapIsKilledAllEndsAndTheReasonIsSaid(Identity identity) throws Exception {
    try (Stage stage = new Stage(identity)) {
      Hydra hydra = new Hydra(stage);
      Process pinfold = startLoose(stage, hydra, "--sandbox=full");
      ProcessHandle holder =
          pinfold
              .descendants()
              .filter(p -> p.info().command().orElse("").endsWith("/bwrap"))
              .findFirst()
              .orElseThrow();
      Script.run(List.of("kill", "-9", Long.toString(holder.pid()))).expectSuccess();
      Script run = Script.finish(pinfold);
      assertThat(run.exit()).as("%s", run).isEqualTo(137);
      assertThat(run.err()).contains("bubblewrap, which held this run, was killed by somebody");
      assertThat(hydra.survivors()).isEmpty();
      assertThat(hydra.late()).isEmpty();
    }
  }

  @Tag("R079")
  @ParameterizedTest
  @CsvSource({"TERM, 143", "INT, 130", "HUP, 129"})
  void anInterruptEndsTheWholeTree(String signal, int status) throws Exception {
    for (Identity identity : Identity.all().toList()) {
      try (Stage stage = new Stage(identity)) {
        Hydra hydra = new Hydra(stage);
        Process pinfold = startLoose(stage, hydra);
        Script.run(List.of("kill", "-" + signal, Long.toString(pinfold.pid()))).expectSuccess();
        Script run = Script.finish(pinfold);
        assertThat(run.exit()).as("%s %s", identity, run).isEqualTo(status);
        assertThat(hydra.survivors()).isEmpty();
        assertThat(hydra.late()).isEmpty();
      }
    }
  }

  @Tag("D003")
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void aSignalToEverybodyReachesThePenOnly(Identity identity) throws IOException {
    try (Stage stage = new Stage(identity);
        Targets targets = new Targets(stage)) {
      List<String> before = targets.processes();
      String attack =
          Pen.quote(
              Attacker.command(stage.attacker(), "kill-all", Long.toString(targets.victim())));
      // kill(2) fails with ESRCH when it reaches nobody: that it is ok means that it reached the
      // sleeper.
      Script run = new Pen(stage).execText("sleep 63 & exec " + attack);
      assertThat(run.out()).as("%s", run).isEqualTo("kill-all ok\n");
      assertThat(targets.processes()).isEqualTo(before);
    }
  }

  @Tag("D018")
  @ParameterizedTest
  @CsvSource({
    "exit 0, 0",
    "exit 1, 1",
    "exit 42, 42",
    "exit 127, 127",
    "kill -9 $$, 137",
    "kill -TERM $$, 143"
  })
  void theStatusIsTheCommands(String text, int status) {
    for (Identity identity : Identity.all().toList()) {
      try (Stage stage = new Stage(identity)) {
        Script run = new Pen(stage).execText(text);
        assertThat(run.exit()).as("%s %s", identity, run).isEqualTo(status);
      }
    }
  }

  @Tag("D019")
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void aMissingProgramIsAnErrorOfItsOwn(Identity identity) {
    try (Stage stage = new Stage(identity)) {
      Script missing = new Pen(stage).exec(List.of(), List.of("no-such-program-here"));
      assertThat(missing.exit()).as("%s", missing).isEqualTo(127);
      assertThat(missing.err()).contains("no-such-program-here");
      assertThat(new Pen(stage).execText("no-such-program-here").exit()).isEqualTo(127);
    }
  }

  @Tag("R074")
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void aChildThatHoldsThePipesDoesNotHoldTheRun(Identity identity) throws IOException {
    try (Stage stage = new Stage(identity)) {
      Hydra hydra = new Hydra(stage);
      Script run =
          new Pen(stage)
              .execText(
                  "(sh -c 'sleep 61; :' background " + hydra.mark() + " &); printf '\\377\\376'");
      assertThat(run.exit()).as("%s", run).isEqualTo(0);
      assertThat(run.outBytes()).containsExactly(0xff, 0xfe);
      assertThat(hydra.survivors()).isEmpty();
    }
  }

  private static Process startLoose(Stage stage, Hydra hydra, String... options)
      throws IOException {
    Pen pen = new Pen(stage);
    List<String> words = new ArrayList<>(pen.execWords(List.of(options), List.of()));
    words.addAll(List.of("-c", hydra.release() + "; echo loose; " + hydra.linger()));
    Process pinfold = pen.start(stage.environment(), words);
    BufferedReader out = pinfold.inputReader();
    for (String line = out.readLine(); !"loose".equals(line); line = out.readLine()) {
      if (line == null) {
        throw new AssertionError("ended early: " + Script.finish(pinfold));
      }
    }
    return pinfold;
  }

  private static void await(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as(what).isLessThan(end);
      Thread.onSpinWait();
    }
  }
}
