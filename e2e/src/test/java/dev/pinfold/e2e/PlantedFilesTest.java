package dev.pinfold.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The whole product on a user's repository: what a run plants does not run when the user goes on
 * working, also when Pinfold was killed in between.
 */
class PlantedFilesTest {
  private static final String IDENTITIES = "dev.pinfold.e2e.Identity#all";

  /** It judges what is executed; a program that does the same by its own calls passes it. */
  private static final String NO_EXEC_GUARD = "--exec-guard=off";

  private static final String PLANT =
      "mkdir -p .git/hooks; cp p .git/hooks/post-commit; git config core.fsmonitor \"$PWD/p\";"
          + " mkdir -p .vscode; echo '{}' > .vscode/tasks.json; echo x > .envrc; echo y >"
          + " .mcp.json";

  @Tag("R013")
  @Tag("R082")
  @Tag("P001")
  @Tag("P002")
  @Tag("P009")
  @Tag("P010")
  @Tag("P014")
  @Tag("P025")
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void nothingThatARunPlantsRunsLater(Identity identity) throws IOException {
    try (Stage stage = new Stage(identity)) {
      repository(stage);
      user(stage, PLANT + "; git commit -q --allow-empty -m x; git status");
      assertThat(marker(stage)).as("positive control").exists();
      user(
          stage,
          "rm -r .git/hooks .vscode .envrc .mcp.json ../marker; git config --unset core.fsmonitor");
      String before = user(stage, "git status --porcelain -uall; cat .git/config").out();
      Script run = new Pen(stage).execFile(PLANT);
      assertThat(run.exit()).as("%s", run).isZero();
      assertThat(run.err())
          .contains("protected: .git/hooks/post-commit was made")
          .contains("protected: .git/config was changed [core.fsmonitor]")
          .contains("protected: .envrc was made");
      unharmed(stage, before);
    }
  }

  @Tag("R296")
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void theNextRunTidiesUpAfterAKill(Identity identity) throws Exception {
    try (Stage stage = new Stage(identity)) {
      repository(stage);
      String before = user(stage, "git status --porcelain -uall; cat .git/config").out();
      Pen pen = new Pen(stage);
      String file = pen.script(PLANT + "; echo planted; sleep 60");
      List<String> words =
          new ArrayList<>(pen.execWords(List.of(NO_EXEC_GUARD), List.of("/bin/sh", file)));
      Process pinfold = pen.start(stage.environment(), words);
      while (!"planted".equals(pinfold.inputReader().readLine())) {
        assertThat(pinfold.isAlive()).isTrue();
      }
      pinfold.destroyForcibly().waitFor();
      assertThat(stage.workspace().resolve(".envrc")).as("it was killed before it could").exists();
      Script next = pen.execText("true");
      assertThat(next.exit()).as("%s", next).isZero();
      assertThat(next.err()).contains("killed").contains("protected: .envrc was made");
      unharmed(stage, before);
      try (Stream<Path> left = Files.list(stage.state().resolve("pinfold/protected"))) {
        assertThat(left.map(path -> path.getFileName().toString())).containsExactly("lock");
      }
    }
  }

  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void aFolderThatIsClosedAfterwardsHidesNothing(Identity identity) throws IOException {
    try (Stage stage = new Stage(identity)) {
      repository(stage);
      Script run =
          new Pen(stage)
              .execFile(
                  "mkdir -p .git/hooks; cp p .git/hooks/post-commit; chmod 111 .git/hooks; mkdir -p"
                      + " a/.vscode; echo x > a/.vscode/tasks.json; chmod 0 a/.vscode/tasks.json;"
                      + " chmod 555 a/.vscode",
                  // In tier full the hooks' folder can't be changed to begin with.
                  "--sandbox=landlock");
      assertThat(run.exit()).as("%s", run).isZero();
      assertThat(run.err())
          .contains("protected: .git/hooks/post-commit was made")
          .contains("protected: a/.vscode/tasks.json was made");
      user(stage, "git commit -q --allow-empty -m y");
      assertThat(marker(stage)).doesNotExist();
      assertThat(stage.workspace().resolve("a/.vscode/tasks.json")).doesNotExist();
    }
  }

  /** Not only undone afterwards: tried, refused, and seen from outside while the run lives. */
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void whatExistsIsNotEvenChangedMeanwhile(Identity identity) throws Exception {
    try (Stage stage = new Stage(identity)) {
      repository(stage);
      user(
          stage,
          "mkdir -p .git/hooks .vscode; rm -f .git/hooks/*; echo '#!/bin/sh' > .git/hooks/pre-push;"
              + " echo user > .vscode/tasks.json; echo user > .envrc; git add -f .envrc; git commit"
              + " -qm two");
      String attack =
          "cp p $PWD/.git/hooks/post-commit; echo x > .vscode/tasks.json; mv .git g; rm -rf"
              + " .vscode; chmod 777 .git/hooks/pre-push; echo x > .envrc; ls .git/hooks .vscode;"
              + " cat .vscode/tasks.json; git commit -q --allow-empty -m run && echo committed";
      Script run = new Pen(stage).execFile(attack, "--json", "--sandbox=full");
      assertThat(run.exit()).as("%s", run).isZero();
      assertThat(run.err()).contains("Read-only file system").contains("busy");
      assertThat(run.out())
          .contains(
              "\"head\":\".git/hooks:\\npre-push\\n\\n.vscode:\\ntasks.json\\nuser\\ncommitted")
          .containsPattern("\"readOnly\":\\[[^\\]]*/space/\\.git/hooks\"")
          .containsPattern("\"readOnly\":\\[[^\\]]*/space/\\.vscode\"")
          .doesNotContainPattern("\"readOnly\":\\[[^\\]]*envrc")
          .contains("\"rule\":\"fs.protected.now\"")
          .as("it is tracked: put back at the end")
          .contains("\"path\":\".envrc\",\"change\":\"changed\"");
      assertThat(user(stage, "cat .vscode/tasks.json .envrc; git log -1 --format=%s").out())
          .isEqualTo("user\nuser\nrun\n");
      Script opened =
          new Pen(stage)
              .execFile("echo x > .vscode/tasks.json", "--sandbox=full", "--unprotect=.vscode");
      assertThat(opened.exit()).as("%s", opened).isZero();
      assertThat(user(stage, "cat .vscode/tasks.json").out()).isEqualTo("x\n");
    }
  }

  @Tag("R088")
  @Tag("R124")
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void theReportListsWhatRunsLater(Identity identity) throws IOException {
    try (Stage stage = new Stage(identity)) {
      repository(stage);
      Script run =
          new Pen(stage)
              .execText(
                  "mkdir -p node_modules/.bin .venv/bin; echo x > node_modules/.bin/tsc;"
                      + " echo x > .venv/bin/python; echo all: > Makefile; echo x > gradlew",
                  "--json");
      assertThat(run.exit()).as("%s", run).isZero();
      assertThat(run.out())
          .contains("\"strength\":\"scan\"")
          .contains("\"path\":\"node_modules/.bin/tsc\"")
          .contains("\"path\":\".venv/bin/python\"")
          .contains("\"path\":\"Makefile\"")
          .contains("\"path\":\"gradlew\"");
    }
  }

  private static void unharmed(Stage stage, String before) throws IOException {
    assertThat(user(stage, "git status --porcelain -uall; cat .git/config").out())
        .isEqualTo(before);
    user(stage, "git commit -q --allow-empty -m y");
    assertThat(marker(stage)).doesNotExist();
  }

  private static Path marker(Stage stage) {
    return stage.work().resolve("marker");
  }

  private static void repository(Stage stage) throws IOException {
    stage.write(stage.workspace().resolve("p"), "#!/bin/sh\necho ran >> '" + marker(stage) + "'\n");
    Files.setPosixFilePermissions(
        stage.workspace().resolve("p"),
        java.nio.file.attribute.PosixFilePermissions.fromString("rwxr-xr-x"));
    stage.write(stage.home().resolve(".gitconfig"), "[user]\n\tname = T\n\temail = t@t.example\n");
    stage.hand();
    user(
            stage,
            "git init -q -b main .; echo '*' > .git/info/exclude; git commit -q --allow-empty -m"
                + " one")
        .expectSuccess();
    // What is ignored does not show; what a run leaves must.
    user(stage, "printf 'p\\nscript.sh\\n.attacker\\n' > .git/info/exclude").expectSuccess();
  }

  private static Script user(Stage stage, String text) {
    return Script.run(
        stage.identity().command(List.of("/bin/sh", "-c", text)),
        stage.workspace(),
        stage.environment());
  }
}
