package dev.pinfold.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Bad input gets a clear error and nothing runs; odd input works. */
class BadInputTest {
  private static final String IDENTITIES = "dev.pinfold.e2e.Identity#all";
  private static final int USAGE = 2;
  private static final int COULD_NOT = 125;

  @Tag("S005")
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void optionsThatMakeNoSenseAreUsageErrors(Identity identity) {
    List<List<String>> cases =
        List.of(
            List.of("--no-such-option"),
            List.of("--profile", "no-such-profile"),
            List.of("--timeout", "soon"),
            List.of("--timeout", "-1s"),
            List.of("--limit", "open-files"),
            List.of("--limit", "open-files=many"),
            List.of("--limit", "no-such-limit=1"),
            List.of("--limit", "file-size=9999999999999999999999"),
            List.of("--sandbox=perhaps"),
            List.of("--allow-missing=no-such-protection"),
            List.of("--env", "=value"),
            List.of("--protect", "*".repeat(5000)),
            List.of("--unprotect", "../*"),
            List.of("-c", "echo ran > ran"));
    try (Stage stage = new Stage(identity)) {
      Pen pen = new Pen(stage);
      for (List<String> options : cases) {
        Script run =
            pen.run(
                stage.environment(), pen.execWords(options, List.of("sh", "-c", "echo ran > ran")));
        assertThat(run.exit()).as("%s %s", options, run).isEqualTo(USAGE);
        assertThat(run.err()).as("%s", options).contains("pinfold: ");
        assertThat(stage.workspace().resolve("ran")).as("%s", options).doesNotExist();
      }
      assertThat(pen.run(stage.environment(), pen.execWords(List.of(), List.of())).exit())
          .as("no command")
          .isEqualTo(USAGE);
    }
  }

  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void aFolderThatIsNoWorkspaceIsRefused(Identity identity) throws IOException {
    try (Stage stage = new Stage(identity)) {
      Path file = stage.write(stage.base().resolve("file"), "x");
      Path link = Files.createSymbolicLink(stage.base().resolve("home-link"), stage.home());
      stage.hand();
      for (String workspace :
          List.of(
              "/",
              "//",
              stage.home().toString(),
              stage.home() + "/.",
              link.toString(),
              stage.base().toString(),
              file.toString(),
              stage.base().resolve("missing").toString(),
              "")) {
        Script run = execIn(stage, workspace, stage.workspace(), "echo ran; echo x > ran");
        assertThat(run.exit()).as("%s %s", workspace, run).isIn(USAGE, COULD_NOT);
        assertThat(run.out()).doesNotContain("ran");
        assertThat(run.err()).as("%s", workspace).contains("pinfold: ");
      }
    }
  }

  @Tag("A017")
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void aWorkspaceMayHaveAnyName(Identity identity) throws IOException {
    try (Stage stage = new Stage(identity)) {
      Path work = stage.work();
      List<String> names =
          List.of(
              "with space",
              "-dash",
              "quote'\"s",
              "new\nline",
              "dollar$HOME",
              "star*",
              "ümläut",
              "tab\tand\\");
      for (String name : names) {
        Path folder = Files.createDirectory(work.resolve(name));
        stage.hand();
        Script run = execIn(stage, folder.toString(), stage.workspace(), "echo x > made && pwd");
        assertThat(run.out()).as("%s %s", name, run).isEqualTo(folder + "\n");
        assertThat(folder.resolve("made")).exists();
      }
    }
  }

  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void aWorkspaceMayBeRelativeOrBehindALink(Identity identity) throws IOException {
    try (Stage stage = new Stage(identity)) {
      Path link = Files.createSymbolicLink(stage.base().resolve("link"), stage.workspace());
      stage.write(stage.outside().resolve("file"), Stage.SECRET);
      stage.hand();
      String text = "echo x > made; cat ../../outside/file; rm made";
      for (String workspace :
          List.of(
              link.toString(),
              "space",
              "./space/",
              "../work/space",
              stage.workspace() + "/../space//")) {
        Path cwd = stage.work();
        Script run = execIn(stage, workspace, cwd, text);
        assertThat(run.exit()).as("%s %s", workspace, run).isEqualTo(0);
        assertThat(run.out()).doesNotContain(Stage.SECRET);
      }
    }
  }

  /** The name has a byte that is no UTF-8; only a shell can write it. */
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void aNameThatIsNoTextWorksOrIsExplained(Identity identity) throws IOException {
    try (Stage stage = new Stage(identity)) {
      Pen pen = new Pen(stage);
      String launcher = Distribution.INSTANCE.launcher().toString();
      String script =
          "d=$(printf 'w\\377x') && mkdir \"$d\" && cd \"$d\" && '%s' exec -c 'echo x > made'; status=$?; ls made; exit $status"
              .formatted(launcher);
      Script run =
          Script.run(
              stage.identity().command(List.of("sh", "-c", script)),
              stage.work(),
              stage.environment());
      if (run.exit() != 0) {
        assertThat(run.exit()).as("%s", run).isIn(USAGE, COULD_NOT);
        assertThat(run.err()).contains("pinfold: ");
      } else {
        assertThat(run.out()).isEqualTo("made\n");
      }
      Script argument = pen.execText("printf '%s' 'ok'; touch \"$(printf 'f\\377')\"; ls | wc -l");
      assertThat(argument.exit()).as("%s", argument).isEqualTo(0);
      // Java can't delete what it can't name.
      Script.run(
          List.of(
              "sh",
              "-c",
              "rm -rf '%s'/work/w* '%s'/f*".formatted(stage.base(), stage.workspace())));
    }
  }

  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void aFolderThatIsGoneIsExplained(Identity identity) throws IOException {
    try (Stage stage = new Stage(identity)) {
      String script =
          "mkdir gone && cd gone && rmdir ../gone && exec "
              + Pen.quote(new Pen(stage).command(List.of("exec", "-c", "echo ran")));
      Script run = Script.run(List.of("sh", "-c", script), stage.base(), stage.environment());
      assertThat(run.exit()).as("%s", run).isIn(USAGE, COULD_NOT);
      assertThat(run.out()).doesNotContain("ran");
      assertThat(run.err()).contains("pinfold: ").doesNotContain("Exception");
    }
  }

  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void closedStandardStreamsAreNoTrouble(Identity identity) throws IOException {
    try (Stage stage = new Stage(identity)) {
      Pen pen = new Pen(stage);
      String pinfold =
          Pen.quote(
              pen.command(pen.execWords(List.of(), List.of("sh", "-c", "echo x > made; exit 3"))));
      for (String closed : List.of("<&-", ">&-", "2>&-", "<&- >&- 2>&-")) {
        Script run =
            Script.run(
                List.of("sh", "-c", pinfold + " " + closed),
                stage.workspace(),
                stage.environment());
        assertThat(run.exit()).as("%s %s", closed, run).isEqualTo(3);
        Files.delete(stage.workspace().resolve("made"));
      }
    }
  }

  /** What can't be recorded doesn't run. */
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void withoutAJournalNothingRuns(Identity identity) throws IOException {
    try (Stage stage = new Stage(identity)) {
      Path file = stage.write(stage.base().resolve("file"), "x");
      stage.hand();
      for (String state :
          List.of(file.toString(), "/dev/null/state", "/proc/state", "relative/state")) {
        Map<String, String> environment = stage.environment();
        environment.put("XDG_STATE_HOME", state);
        Pen pen = new Pen(stage);
        Script run =
            pen.run(environment, pen.execWords(List.of(), List.of("sh", "-c", "echo ran > ran")));
        // The specification of XDG says to ignore what isn't absolute: then the default is used.
        if (state.startsWith("/")) {
          assertThat(run.exit()).as("%s %s", state, run).isEqualTo(COULD_NOT);
          assertThat(stage.workspace().resolve("ran")).doesNotExist();
          assertThat(run.err()).contains("pinfold: ").contains("hint: ");
        }
      }
    }
  }

  /** The disk is full (28, ENOSPC) when the journal is made durable, whichever call does it. */
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void withAFullDiskNothingRuns(Identity identity) throws IOException {
    try (Stage stage = new Stage(identity)) {
      List<Integer> statuses = new ArrayList<>();
      for (String call : List.of("fsync", "fdatasync")) {
        Script run = StartTest.deprived(stage, call, 28, List.of(), "echo ran > ran-" + call);
        statuses.add(run.exit());
        assertThat(Files.exists(stage.workspace().resolve("ran-" + call)))
            .as("%s %s", call, run)
            .isEqualTo(run.exit() == 0);
      }
      assertThat(statuses).contains(COULD_NOT);
    }
  }

  @Tag("A013")
  @Tag("A015")
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void grantsMayBeAnyKindOfFileThatIsThere(Identity identity) throws IOException {
    try (Stage stage = new Stage(identity)) {
      stage.decoys(stage.outside());
      Script.run(List.of("mkfifo", stage.outside().resolve("fifo").toString())).expectSuccess();
      stage.write(stage.base().resolve("outside-too/file"), Stage.SECRET);
      stage.hand();
      Pen pen = new Pen(stage);
      String file = stage.outside().resolve("file").toString();
      Script run =
          pen.execText(
              "cat %s; cat %s; cat %s"
                  .formatted(
                      file,
                      stage.outside().resolve("dir/nested"),
                      stage.base().resolve("outside-too/file")),
              "--read",
              file,
              "--read",
              stage.outside().resolve("fifo").toString(),
              "--read",
              "/dev/full");
      assertThat(run.out()).as("only what was granted: %s", run).isEqualTo(Stage.SECRET + "\n");
      for (String option : List.of("--read", "--write")) {
        Script missing =
            pen.execText("echo ran", option, stage.outside().resolve("missing").toString());
        assertThat(missing.err()).as("%s", missing).contains("missing");
        assertThat(
                pen.execText(
                        "ls " + stage.outside(),
                        option,
                        stage.outside().resolve("missing").toString())
                    .out())
            .doesNotContain("file");
      }
    }
  }

  /** Whoever could write the journal could say what happened; whoever reads it reads all runs. */
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void aGrantOfPinfoldsOwnStateIsRefused(Identity identity) throws IOException {
    try (Stage stage = new Stage(identity)) {
      Path own = Files.createDirectories(stage.state().resolve("pinfold/runs"));
      Path link = Files.createSymbolicLink(stage.outside().resolve("alias"), own);
      stage.hand();
      Pen pen = new Pen(stage);
      Map<Path, String> grants =
          Map.of(
              own,
              "--read",
              own.getParent(),
              "--write",
              stage.state(),
              "--execute",
              link,
              "--read");
      for (Map.Entry<Path, String> grant : grants.entrySet()) {
        Script run = pen.execText("echo ran", grant.getValue(), grant.getKey().toString());
        assertThat(run.exit()).as("%s %s", grant, run).isEqualTo(COULD_NOT);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("Pinfold's own", "hint: ");
      }
    }
  }

  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void aGrantForWritingOpensThatFolderOnly(Identity identity) throws IOException {
    try (Stage stage = new Stage(identity)) {
      Path granted = Files.createDirectory(stage.outside().resolve("granted"));
      Files.createDirectory(stage.outside().resolve("granted-not"));
      stage.hand();
      Script run =
          new Pen(stage)
              .execText(
                  "echo x > %1$s/new && chmod 600 %1$s/new && echo in; echo x > %1$s-not/new || echo held; echo x > %1$s/../new || echo held"
                      .formatted(granted),
                  "--write",
                  granted.toString());
      assertThat(run.out()).as("%s", run).isEqualTo("in\nheld\nheld\n");
      try (Stream<Path> outside = Files.list(stage.outside())) {
        assertThat(outside).hasSize(2);
      }
    }
  }

  private static Script execIn(Stage stage, String workspace, Path cwd, String text) {
    List<String> words = List.of("exec", "--workspace", workspace, "-c", text);
    return Script.run(new Pen(stage).command(words), cwd, stage.environment());
  }
}
