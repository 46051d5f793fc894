package dev.pinfold.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code exec --clone}, from the user's repository to the branch in it. */
class CloneTest {
  private static final String IDENTITIES = "dev.pinfold.e2e.Identity#all";

  /** Free: what the user does themselves. */
  private static String git(Stage stage, String text) {
    Map<String, String> environment = stage.environment();
    environment.put("GIT_CONFIG_GLOBAL", "/dev/null");
    return Script.run(
            stage.identity().command(List.of("/bin/sh", "-ec", text)),
            stage.workspace(),
            environment)
        .expectSuccess()
        .out();
  }

  private static void repository(Stage stage) throws Exception {
    stage.hand();
    git(
        stage,
        "git init -q -b main; git config user.name Someone; git config user.email"
            + " someone@example.org; echo one > a.txt; git add -A; git commit -qm First");
    stage.hand();
  }

  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void theUsersRepositoryChangesWhenTheWorkIsClaimedAndNotBefore(Identity identity)
      throws Exception {
    try (Stage stage = new Stage(identity)) {
      repository(stage);
      Pen pen = new Pen(stage);
      String attack =
          "echo two >> a.txt; git commit -qam Second; git checkout -q -b other; git checkout -q -;"
              + " echo x >> "
              + stage.workspace().resolve("a.txt")
              + "; git -C "
              + stage.workspace()
              + " commit --allow-empty -m x; echo y >> "
              + stage.workspace().resolve(".git/config")
              + "; true";
      String before = git(stage, "git log --all --format=%H; git status --short; cat .git/config");
      Script run = pen.execText(attack, "--clone", "--exec-guard", "off", "--json", "--yes");
      assertThat(run.exit()).as("%s", run).isZero();
      assertThat(run.out()).contains("\"clone\":{", "\"commits\":1");
      assertThat(git(stage, "git log --all --format=%H; git status --short; cat .git/config"))
          .isEqualTo(before);

      Script discard = pen.run(stage.environment(), List.of("discard", "last"));
      assertThat(discard.exit()).isEqualTo(125);
      assertThat(discard.err()).contains("work that is nowhere else");
      assertThat(pen.run(stage.environment(), List.of("diff")).expectSuccess().out())
          .contains("+two");
      pen.run(stage.environment(), List.of("claim", "--merge")).expectSuccess();
      assertThat(git(stage, "cat a.txt; git log --format=%s"))
          .isEqualTo("one\ntwo\nSecond\nFirst\n");
      pen.run(stage.environment(), List.of("discard", "last")).expectSuccess();
      assertThat(pen.run(stage.environment(), List.of("show")).expectSuccess().out()).isEmpty();
      // The control: without --clone the same text changes the user's files.
      pen.execFile(attack);
      assertThat(git(stage, "cat a.txt")).endsWith("x\n");
    }
  }

  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void aCloneOfAKilledRunKeepsItsWork(Identity identity) throws Exception {
    try (Stage stage = new Stage(identity)) {
      repository(stage);
      Pen pen = new Pen(stage);
      List<String> words = pen.execWords(List.of("--clone"), List.of());
      words.addAll(List.of("-c", "echo kept > kept.txt; echo ready; exec sleep 600"));
      Process killed = pen.start(stage.environment(), words);
      try (var out = killed.inputReader()) {
        assertThat(out.readLine()).isEqualTo("ready");
        killed.destroyForcibly().waitFor();
      }
      assertThat(pen.run(stage.environment(), List.of("claim", "last")).exit()).isZero();
      String branch = git(stage, "git branch --list 'pinfold/*' --format='%(refname:short)'");
      assertThat(git(stage, "git show " + branch.strip() + ":kept.txt")).isEqualTo("kept\n");
    }
  }

  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void whatCanNotBeClonedIsToldBeforeAnythingRuns(Identity identity) throws Exception {
    try (Stage stage = new Stage(identity)) {
      Pen pen = new Pen(stage);
      stage.hand();
      Script none = pen.execText("touch ran", "--clone");
      assertThat(none.exit()).isEqualTo(125);
      assertThat(none.err()).contains("nothing was run: ", "is not in a git repository", "hint: ");
      repository(stage);
      Path dirty = stage.write(stage.workspace().resolve("b.txt"), "mine\n");
      stage.hand();
      Script refused = pen.execText("touch ran", "--clone");
      assertThat(refused.exit()).isEqualTo(125);
      assertThat(refused.err()).contains("uncommitted work (b.txt)", "--force-dirty");
      Script taken = pen.execText("cat b.txt; rm b.txt", "--clone", "--force-dirty");
      assertThat(taken.out()).isEqualTo("mine\n");
      assertThat(dirty).hasContent("mine\n");
      assertThat(pen.execText("true", "--force-dirty").exit()).isEqualTo(2);
    }
  }
}
