package dev.pinfold.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code pinfold agent}, from a task to a branch of the user's repository. */
class AgentTest {
  private static final String IDENTITIES = "dev.pinfold.e2e.Identity#all";

  /** In two parts, so that a command that looks for it does not hold it itself. */
  private static final List<String> KEY = List.of("sk-e2e-", "0123456789abcdefghij");

  /** A watchdog needs milliseconds; machines of CI are slow. */
  private static final long PATIENCE_SECONDS = 60;

  private static final int KILLS = "large".equals(System.getProperty("pinfold.numbers")) ? 10 : 2;

  /** Repeating it changes nothing, so it does not matter where the run was killed. */
  private static final String REPAIR =
      "sed -i s/total=1/total=0/ sum.sh; git commit -qam Repaired; git commit -q --allow-empty -m";

  private static String git(Stage stage, Path folder, String text) {
    Map<String, String> environment = stage.environment();
    environment.put("GIT_CONFIG_GLOBAL", "/dev/null");
    return Script.run(
            stage.identity().command(List.of("/bin/sh", "-ec", text)), folder, environment)
        .expectSuccess()
        .out();
  }

  private static Path repository(Stage stage) throws IOException {
    stage.write(
        stage.workspace().resolve("sum.sh"),
        "total=1\nfor n; do total=$((total + n)); done\necho $total\n");
    stage.write(stage.workspace().resolve("test.sh"), "[ \"$(sh ./sum.sh 2 3)\" = 5 ]\n");
    stage.hand();
    git(
        stage,
        stage.workspace(),
        "git init -q -b main; git config user.name Someone; git config user.email"
            + " someone@example.org; git add *.sh; printf '.attacker\\n' >"
            + " .git/info/exclude; git commit -qm First");
    return stage.workspace();
  }

  private static Map<String, String> content(Path folder) throws IOException {
    Map<String, String> all = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.toList()) {
        all.put(
            file.toString(),
            Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                ? Files.readString(file, StandardCharsets.ISO_8859_1)
                : "folder");
      }
    }
    return all;
  }

  private static List<String> words(Stage stage, ModelServer server) throws IOException {
    Path key = stage.write(stage.home().resolve("model.key"), String.join("", KEY) + "\n");
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    stage.hand();
    return new ArrayList<>(
        List.of(
            "agent",
            "run",
            "--model",
            "anthropic:some-model",
            "--base-url",
            server.baseUrl(),
            "--key",
            "file:" + key,
            "--price",
            "3,15",
            "--check",
            "sh test.sh",
            "Repair it."));
  }

  private static String command(String text) {
    return "{\"command\":\"" + text + "\"}";
  }

  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void theDemoRefusesWhatItMustAndItsBranchIsClaimed(Identity identity) throws Exception {
    try (Stage stage = new Stage(identity)) {
      Pen pen = new Pen(stage);
      Path folder = stage.work().resolve("demo");
      List<String> demo = new ArrayList<>(List.of("agent", "demo", folder.toString(), "--json"));
      // One identity sees the weaker tier, so that both are seen.
      if (!identity.isRoot()) {
        demo.add("--sandbox=landlock");
      }
      Script run = pen.run(stage.environment(), demo);
      assertThat(run.exit()).as("%s", run).isZero();
      assertThat(run.out())
          .contains(
              "\"state\":\"completed\"",
              "\"rule\":\"PATH_ESCAPE_ATTEMPT\"",
              "\"rule\":\"floor.credential.path\"",
              "\"rule\":\"floor.delete.outside\"",
              "\"rule\":\"PROTECTED\"",
              "\"rule\":\"fs.write.outside\"",
              "\"proven\":true");
      assertThat(stage.home().resolve("taken-over")).doesNotExist();
      assertThat(git(stage, folder, "git log --all --format=%s; sh sum.sh 2 3"))
          .isEqualTo("A sum, and a test of it\n6\n");
      pen.run(stage.environment(), List.of("claim", "--merge")).expectSuccess();
      assertThat(git(stage, folder, "git log --format=%s -1; sh test.sh"))
          .isEqualTo("A sum starts at nothing\nok: 2 + 3 = 5\n");
      // The control: outside a pen the same words do what they say.
      git(stage, folder, "echo 'mine now' > " + stage.home().resolve("taken-over"));
      assertThat(stage.home().resolve("taken-over")).exists();
    }
  }

  /**
   * The key is nowhere in the run: no file that is kept, no process, nothing that a command sees.
   */
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void theKeyOfTheModelIsOutsideOfTheRun(Identity identity) throws Exception {
    try (Stage stage = new Stage(identity)) {
      // By a pattern from standard input, so that the search does not find itself. In a script, and
      // without the exec guard: the policy must not be what finds nothing.
      String key = String.join("", KEY);
      String look =
          "printf '%s%s\\n' "
              + KEY.get(0)
              + " "
              + KEY.get(1)
              + " | grep -a -l -f - "
              + stage.home()
              + "/* /proc/*/environ /proc/*/cmdline || true; env > environment; echo looked";
      stage.write(stage.workspace().resolve("look.sh"), look + "\n");
      Map<String, String> before = content(repository(stage));
      Pen pen = new Pen(stage);
      Script run;
      try (ModelServer server =
          new ModelServer(
              List.of(
                  "say I look for a key.",
                  "call run_command " + command("sh look.sh"),
                  "say I do the task.",
                  "call run_command " + command("rm environment; " + REPAIR + " two"),
                  "say It is done.",
                  "call done {\"summary\":\"repaired\"}"))) {
        List<String> words = words(stage, server);
        words.addAll(List.of("--exec-guard", "off"));
        run = pen.run(stage.environment(), words);
      }
      assertThat(run.exit()).as("%s", run).isZero();
      assertThat(run.err()).contains("| looked").doesNotContain("| " + stage.home(), "| /proc/");
      assertThat(run.out() + run.err()).doesNotContain(key);
      for (Path kept : List.of(stage.state(), stage.home().resolve(".local"))) {
        content(kept).forEach((file, text) -> assertThat(text).as(file).doesNotContain(key));
      }
      assertThat(content(stage.workspace())).isEqualTo(before);
      pen.run(stage.environment(), List.of("claim", "--merge")).expectSuccess();
      git(stage, stage.workspace(), "sh test.sh");
      // The control: outside a pen the same search finds it.
      assertThat(git(stage, stage.work(), look)).contains("/model.key\n");
    }
  }

  /** Whenever it is killed: nothing of it is left running, and what it has committed is there. */
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void aKilledRunLosesNothingAndIsFinishedByResume(Identity identity) throws Exception {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int kill = 0; kill < KILLS; kill++) {
      List<String> script = new ArrayList<>();
      for (int turn = 0; turn < 4; turn++) {
        script.addAll(
            List.of(
                "say I repair it.",
                "call run_command " + command(REPAIR + " turn-" + turn),
                "say I look at it.",
                "call read_file {\"path\":\"sum.sh\"}",
                "say It is done.",
                "call done {\"summary\":\"repaired\"}"));
      }
      try (Stage stage = new Stage(identity);
          ModelServer server = new ModelServer(script)) {
        repository(stage);
        Pen pen = new Pen(stage);
        Process run = pen.start(stage.environment(), words(stage, server));
        long bytes = 1500L + random.nextInt(6000);
        Path journal = awaitJournal(stage, run, bytes);
        run.destroyForcibly().waitFor();
        awaitNoProcess(stage);
        if (!Files.exists(journal.resolveSibling("transcript.jsonl"))) {
          continue; // it had not begun, or had ended
        }
        Path clone = only(clones(stage));
        Path tree = only(clone.resolve("tree"));
        String branch = "pinfold/" + clone.getFileName();
        String committed = git(stage, tree, "git rev-parse " + branch).strip();
        Script resumed = pen.run(stage.environment(), List.of("agent", "resume"));
        assertThat(resumed.exit()).as("seed %d, %d bytes: %s", seed, bytes, resumed).isZero();
        pen.run(stage.environment(), List.of("claim", "--merge")).expectSuccess();
        git(
            stage,
            stage.workspace(),
            "sh test.sh; git merge-base --is-ancestor " + committed + " HEAD");
        // Its own: that of a command which was cut off with it has no end, and verify says so.
        Path own = Objects.requireNonNull(journal.getParent()).getFileName();
        pen.run(stage.environment(), List.of("log", "verify", String.valueOf(own))).expectSuccess();
      }
    }
  }

  private static Path clones(Stage stage) {
    return stage.home().resolve(".local/share/pinfold/clones");
  }

  private static Path only(Path folder) throws IOException {
    try (Stream<Path> names = Files.list(folder)) {
      return names.findFirst().orElseThrow();
    }
  }

  /** The agent's journal, the first that there is, when it is so long or the run has ended. */
  private static Path awaitJournal(Stage stage, Process run, long bytes) throws Exception {
    Path runs = stage.state().resolve("pinfold/runs");
    while (true) {
      boolean alive = run.isAlive();
      if (Files.isDirectory(runs)) {
        try (Stream<Path> folders = Files.list(runs)) {
          var first = folders.sorted().map(folder -> folder.resolve("journal.jsonl")).findFirst();
          if (first.isPresent()
              && Files.exists(first.get())
              && (Files.size(first.get()) >= bytes || !alive)) {
            return first.get();
          }
        }
      }
      assertThat(alive).as("a run that is alive or has a journal").isTrue();
      Thread.sleep(5);
    }
  }

  /** Waits until no process works in a clone. */
  private static void awaitNoProcess(Stage stage) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (System.nanoTime() < end) {
      try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
        if (processes.noneMatch(process -> isIn(process, clones(stage)))) {
          return;
        }
      } catch (UncheckedIOException e) {
        continue; // one ended while it was looked at
      }
      Thread.sleep(5);
    }
    throw new AssertionError("a process of the run still works in " + clones(stage));
  }

  private static boolean isIn(Path process, Path folder) {
    try {
      return Files.readSymbolicLink(process.resolve("cwd")).startsWith(folder);
    } catch (IOException e) {
      return false; // no process, or it has ended
    }
  }
}
