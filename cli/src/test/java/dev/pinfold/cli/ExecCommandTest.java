package dev.pinfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExecCommandTest {
  @TempDir Path folder;
  private Path home;
  private Path workspace;

  @BeforeEach
  void makeAHomeAndAWorkspace() throws IOException {
    home = Files.createDirectory(folder.resolve("home"));
    workspace = Files.createDirectory(folder.resolve("work space"));
  }

  private Pinfold inWorkspace() {
    return new Pinfold(home).in(workspace);
  }

  private Finished exec(String... arguments) throws Exception {
    return inWorkspace()
        .run(Stream.concat(Stream.of("exec"), Stream.of(arguments)).toArray(String[]::new));
  }

  @Test
  void runsACommandAndLetsItChangeTheWorkspace() throws Exception {
    Finished built = exec("-c", "echo built > out.txt; cat out.txt; echo to-err >&2");
    assertThat(built).isEqualTo(new Finished(0, "built\n", "to-err\n"));
    assertThat(workspace.resolve("out.txt")).hasContent("built");
  }

  @Test
  void keepsTheHomeClosedAndSaysWhatWasRefused() throws Exception {
    Path secret = Files.writeString(home.resolve(".profile"), "secret");
    assertThat(inWorkspace().script("cat \"$HOME/.profile\"").out())
        .as("outside it can be read")
        .isEqualTo("secret");
    Finished held = exec("-c", "cat " + secret + "; touch " + home + "/escaped; echo built");
    assertThat(held.out()).isEqualTo("built\n");
    assertThat(held.err())
        .contains("pinfold: refused: read " + secret + ": ")
        .contains("hint: --read " + secret + " would allow it.");
    assertThat(home.resolve("escaped")).doesNotExist();
    assertThat(exec("--read", secret.toString(), "--", "cat", secret.toString()).out())
        .isEqualTo("secret");
  }

  /** coreutils write such a name in pieces; the first piece is another path. */
  @Test
  void aNameWithControlCharactersIsNeitherShownRawNorTakenForAnother() throws Exception {
    Path outside = Files.createDirectory(home.resolve("outside"));
    Path odd = Files.writeString(outside.resolve("a\033[31m\nb\u202ec"), "secret");
    Path plain = Files.writeString(outside.resolve("plain"), "secret");
    Finished held = exec("-c", "cat '" + odd + "'; cat " + plain);
    assertThat(held.out()).isEmpty();
    assertThat(held.err())
        .doesNotContain("pinfold: refused: write " + outside + "/a:")
        .doesNotContain("pinfold: refused: read " + outside + "/a:")
        .as("a whole name is found as before")
        .contains("pinfold: refused: read " + plain + ": ");
  }

  @Test
  void saysOnRequestWhatWasTriedOfThePenAndHowLongItTook() throws Exception {
    Finished told = exec("--verbose", "--", "true");
    assertThat(told.err())
        .containsPattern(
            "pinfold: tier \\w+: \\d+ attempts to leave the pen failed in \\d+\\.\\d ms: ")
        .contains("read a file outside (EACCES)", "signal a process outside (EPERM)");
    assertThat(exec("--", "true").err()).doesNotContain("attempts");
    assertThat(inWorkspace().run("log", "last").out())
        .containsPattern("proof_micros: \\d+")
        .contains("fs.read.outside EACCES");
    assertThat(exec("--sandbox=off", "--verbose", "--", "true").err())
        .as("nothing held it")
        .doesNotContain("attempts");
  }

  @Test
  void whatThePolicyRefusesNeverStarts() throws Exception {
    Finished refused = exec("-c", "touch started; rm -rf /usr/no-such-pinfold");
    assertThat(refused.status()).isEqualTo(126);
    assertThat(refused.out()).isEmpty();
    assertThat(refused.err())
        .startsWith("pinfold: blocked by policy: floor.delete.outside: ")
        .contains("\nhint: ");
    assertThat(workspace).isEmptyDirectory();
    assertThat(exec("--yes", "-c", "rm -rf /usr/no-such-pinfold").status())
        .as("--yes is no answer to a refusal")
        .isEqualTo(126);
  }

  @Test
  void whatThePolicyAsksRunsOnlyOnAPersonsWord() throws Exception {
    Files.createDirectories(workspace.resolve("build/x"));
    Files.writeString(workspace.resolve("name"), "build/x");
    String command = "rm -rf \"$(cat name)\"";
    Finished asked = exec("-c", command);
    assertThat(asked.status()).isEqualTo(126);
    assertThat(asked.err()).contains("pinfold: the policy asks a person: ", "--yes");
    assertThat(workspace.resolve("build/x")).exists();

    Finished answered = exec("--yes", "-c", command);
    assertThat(answered.status()).as(answered.err()).isZero();
    assertThat(answered.err()).contains("pinfold: run on your word (--yes): ");
    assertThat(workspace.resolve("build/x")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({"exit 0, 0", "exit 7, 7", "exit 255, 255", "kill -9 $$, 137", "kill -TERM $$, 143"})
  void theExitStatusIsTheCommandsOwn(String text, int status) throws Exception {
    assertThat(exec("-c", text).status()).isEqualTo(status);
  }

  @Test
  void aProgramThatIsNotThereIsNotFound() throws Exception {
    Finished missing = exec("--", "no-such-program");
    assertThat(missing.status()).isEqualTo(127);
    assertThat(missing.err())
        .contains("could not start no-such-program: not found in any folder of PATH");
  }

  @Test
  void aCommandThatTakesTooLongIsEnded() throws Exception {
    Finished late = exec("--timeout", "300ms", "--", "sleep", "600");
    assertThat(late.status()).isEqualTo(124);
    assertThat(late.err())
        .isEqualTo(
            "pinfold: ended after 300 ms: the time limit\nhint: --timeout sets another one.\n");
  }

  @Test
  void standardInputIsEmptyUnlessItIsGiven() throws Exception {
    assertThat(inWorkspace().fed("line\n", "exec", "--", "cat").out()).isEmpty();
    assertThat(inWorkspace().fed("line\n", "exec", "--stdin", "--", "cat").out())
        .isEqualTo("line\n");
  }

  @Test
  void argumentsAndOutputKeepTheirBytes() throws Exception {
    Finished raw =
        inWorkspace()
            .script(
                "\"$@\" \"$(printf 'a\\351b')\" '' 'c d' | od -An -c",
                "exec",
                "--",
                "printf",
                "%s|%s|%s");
    assertThat(raw.out().replaceAll("\\s+", " ")).isEqualTo(" a 351 b | | c d ");
  }

  @Test
  void variablesAreThoseThatAreNamed() throws Exception {
    Finished set =
        inWorkspace()
            .script(
                "OTHER=s SEED=1 exec \"$@\"",
                "exec",
                "--env",
                "SEED",
                "--env",
                "A=b c",
                "-c",
                "echo $OTHER,$SEED,$A");
    assertThat(set.out()).isEqualTo(",1,b c\n");
    assertThat(allText(new Pinfold(home).runs()))
        .as("the journal")
        .contains("SEED")
        .doesNotContain("b c\"");
  }

  private static String allText(Path below) throws IOException {
    var text = new StringBuilder();
    try (Stream<Path> files = Files.walk(below)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        text.append(Files.readString(file));
      }
    }
    return text.toString();
  }

  @Test
  void theHomeInACommandIsTheRunsInAPenAndYoursOutside() throws Exception {
    Path mine = Files.writeString(home.resolve("mine"), "mine");
    String text =
        "touch ~/mine \"$TMPDIR/x\" && rm ~/mine \"$TMPDIR/x\" && echo a >> ~/.bashrc && cat"
            + " ~/.bashrc";

    assertThat(exec("-c", text)).isEqualTo(new Finished(0, "a\n", ""));
    assertThat(exec("-c", "rm " + mine).status()).isEqualTo(126);
    assertThat(exec("--env", "HOME=" + home, "-c", text).status()).isEqualTo(126);
    assertThat(exec("--sandbox=off", "-c", text).status()).isEqualTo(126);
    assertThat(mine).hasContent("mine");
  }

  @Test
  void aReportIsPrintedOrWrittenForPrograms() throws Exception {
    Finished reported =
        exec("--json", "--report", "report.json", "-c", "echo out; echo err >&2; exit 3");
    assertThat(reported.status()).isEqualTo(3);
    assertThat(reported.err()).contains("out\n", "err\n");
    assertThat(reported.out())
        .hasLineCount(1)
        .startsWith("{\"run\":\"")
        .contains(
            "\"decision\":\"allow\",\"matches\":[]",
            "\"exitStatus\":3",
            "\"outcome\":{\"kind\":\"exited\",\"code\":3}")
        .contains("\"stdout\":{\"bytes\":4,\"droppedBytes\":0,\"head\":\"out\\n\",\"tail\":\"\"}")
        .contains(
            "\"sandboxed\":true,\"tier\":\"full\"",
            "{\"protection\":\"files\",\"status\":\"active\"")
        .contains("\"guarantee\":\"fs.write.outside\"");
    assertThat(workspace.resolve("report.json")).hasContent(reported.out());
    assertThat(exec("--json", "-c", "rm -rf /usr/no-such-pinfold").out())
        .contains("\"decision\":\"deny\"", "\"outcome\":{\"kind\":\"refused\"}");
  }

  @Test
  void aReportIsNotWrittenThroughALinkThatARunLeft() throws Exception {
    Path victim = Files.writeString(home.resolve("victim"), "mine");
    assertThat(exec("--", "ln", "-s", victim.toString(), "report.json").status()).isZero();
    assertThat(exec("--report", "report.json", "--", "true").status()).isEqualTo(2);
    assertThat(victim).hasContent("mine");
  }

  @Test
  void aReportThatCannotBeWrittenIsKnownBeforeTheRun() throws Exception {
    Finished early = exec("--report", "/proc/report.json", "--", "touch", "started");
    assertThat(early.status()).isEqualTo(2);
    assertThat(workspace).isEmptyDirectory();
  }

  @Test
  void runningWithoutASandboxIsLoudEverywhere() throws Exception {
    Finished off = exec("--sandbox=off", "--quiet", "--json", "-c", "touch " + home + "/made");
    assertThat(off.status()).isZero();
    assertThat(off.err()).startsWith("pinfold: WARNING: the sandbox is off");
    assertThat(off.out()).contains("\"sandboxed\":false");
    assertThat(inWorkspace().run("log", "last").out()).contains("sandbox.disabled");
    assertThat(home.resolve("made")).exists();
  }

  @Test
  void aRunLeavesAJournalThatVerifies() throws Exception {
    assertThat(exec("--", "true").status()).isZero();
    assertThat(exec("-c", "rm -rf /usr/no-such-pinfold").status()).isEqualTo(126);
    assertThat(inWorkspace().run("log", "verify").out().lines())
        .hasSize(2)
        .allMatch(line -> line.contains("  intact  "));
    assertThat(inWorkspace().run("log").out())
        .containsPattern("exited 0 +true\n")
        .containsPattern("refused by policy +rm -rf /usr/no-such-pinfold\n");
  }

  @Test
  void aJournalThatCannotBeWrittenStopsTheRunBeforeItStarts() throws Exception {
    Finished unrecorded =
        inWorkspace().script("XDG_STATE_HOME=/proc exec \"$@\"", "exec", "--", "touch", "started");
    assertThat(unrecorded.status()).isEqualTo(125);
    assertThat(unrecorded.err())
        .startsWith("pinfold: no journal at /proc/pinfold: ")
        .contains("hint: A run is never unrecorded");
    assertThat(workspace).isEmptyDirectory();
  }

  @Test
  void aRunReachesNeitherJournalsNorTheLaunchersCache() throws Exception {
    Path cache = Files.createDirectories(home.resolve(".cache/pinfold/launcher"));
    assertThat(exec("--", "true").status()).isZero();
    for (Path own : List.of(new Pinfold(home).runs(), cache)) {
      assertThat(exec("--", "ls", own.toString()).status()).as("ls " + own).isNotZero();
      assertThat(exec("--", "touch", own + "/planted").status()).as("touch " + own).isNotZero();
      assertThat(own.resolve("planted")).doesNotExist();
    }
  }

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143", "HUP, 129"})
  void aSignalEndsTheWholeRunAndIsReported(String signal, int status) throws Exception {
    Path started = workspace.resolve("started");
    String sleep = "sleep 601." + ProcessHandle.current().pid(); // this test's alone
    Process process =
        inWorkspace()
            .process("exec", "-c", "trap '' TERM INT; " + sleep + " & touch started; " + sleep)
            .start();
    while (!Files.exists(started)) {
      assertThat(process.waitFor(10, TimeUnit.MILLISECONDS)).as("it runs").isFalse();
    }
    Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start();
    assertThat(kill.waitFor()).isZero();
    assertThat(process.waitFor()).isEqualTo(status);
    assertThat(ProcessHandle.allProcesses().flatMap(p -> p.info().commandLine().stream()))
        .noneMatch(line -> line.contains(sleep));
    assertThat(inWorkspace().run("log", "verify").out()).contains("  intact  ");
    assertThat(inWorkspace().run("log", "last").out()).contains("outcome: interrupted");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "|no command|pinfold exec -- PROGRAM",
        "ls -l|is this a program with arguments, or shell text?|pinfold exec -- ls -l, or: pinfold"
            + " exec -c 'ls -l'",
        "--timeout 5x -- true|--timeout: no time: 5x|90s, 5m",
        "--timeout 0 -- true|--timeout must be more than 0|90s",
        "--limit procesess=5 -- true|unknown limit 'procesess'|Did you mean processes?",
        "--limit output=1G -- true|--limit output is more than 16M|Redirect",
        "--env NO_SUCH -- true|--env NO_SUCH: you have no such variable|NAME=VALUE",
        "--allow-missing files -- true|--allow-missing files: there is no pen without"
            + " it|--sandbox=off",
        "--allow-missing signal-scop -- true|unknown protection 'signal-scop'|Did you mean"
            + " signal-scope?",
        "--allow-credentials shs -- true|unknown group of credentials 'shs'|Did you mean ssh?",
        "--sandbox=of -- true|unknown sandbox 'of'|Did you mean",
        "--sandbox=fulll -- true|unknown sandbox 'fulll'|Did you mean full?",
        "--profile permisive -- true|unknown profile 'permisive'|Did you mean permissive?",
        "--read= -- true|--read is empty|Name a file",
        "--report= -- true|--report names no file|--report run.json",
      })
  void aCommandLineThatMakesNoSenseRunsNothing(String words, String message, String hint)
      throws Exception {
    Finished wrong = exec(words == null ? new String[0] : words.split(" ", -1));
    assertThat(wrong.err()).startsWith("pinfold: " + message).contains("\nhint: ").contains(hint);
    assertThat(wrong.status()).isEqualTo(2);
    assertThat(new Pinfold(home).runs()).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({"/no/such/folder", "/", "/etc", "/etc/passwd"})
  void aFolderThatCannotBeAWorkspaceIsRefused(String path) throws Exception {
    Finished refused = exec("--workspace", path, "--", "true");
    assertThat(refused.status()).isEqualTo(125);
    assertThat(refused.err())
        .startsWith("pinfold: the workspace '" + path + "' ")
        .contains("\nhint: ");
  }

  @Test
  void aFloodOfOutputPassesThroughInConstantMemory() throws Exception {
    Finished flood =
        inWorkspace()
            .script("exec \"$@\" | wc -c", "exec", "--", "head", "-c", "300000000", "/dev/zero");
    assertThat(flood.out().strip()).isEqualTo("300000000");
  }

  @Test
  void whenNobodyReadsTheOutputTheRunEnds() throws Exception {
    Finished head =
        inWorkspace()
            .script("{ \"$@\"; echo $? >&2; } | head -c 1", "exec", "--quiet", "--", "yes");
    assertThat(head.err()).isEqualTo("141\n");
  }
}
