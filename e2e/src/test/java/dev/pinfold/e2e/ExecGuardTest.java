package dev.pinfold.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The policy reaches every program of a run, however it is started. The deeds are such that the
 * kernel would let them happen: they change the workspace.
 */
class ExecGuardTest {
  private static final String IDENTITIES = "dev.pinfold.e2e.Identity#all";

  private record Spelling(String name, String needed, String text) {
    static List<Spelling> all() {
      return Table.read("spellings.tsv", 3).stream()
          .map(fields -> new Spelling(fields.get(0), fields.get(1), fields.get(2)))
          .toList();
    }

    Path remote(Stage stage) {
      return stage.workspace().resolve("remotes").resolve(name + ".git");
    }
  }

  /** Two commits that contradict each other: only force gets the one over the other. */
  private static final String SETUP =
      """
      set -e
      git init -q -b main template
      cd template
      git config user.name Ann; git config user.email ann@example.com
      git commit -q --allow-empty -m base
      git commit -q --allow-empty -m theirs
      git init -q --bare ../remote.git
      git push -q ../remote.git main
      git reset -q --hard HEAD~1
      git commit -q --allow-empty -m ours
      git remote add origin remote
      cd ..
      mkdir clones remotes
      for name in $NAMES; do
        cp -r template clones/$name
        cp -r remote.git remotes/$name.git
        git -C clones/$name remote set-url origin ../../remotes/$name.git
      done
      """;

  @TestFactory
  Stream<DynamicContainer> spellings() throws IOException {
    List<DynamicContainer> identities = new ArrayList<>();
    for (Identity identity : Identity.all().toList()) {
      identities.add(DynamicContainer.dynamicContainer(identity.name(), tests(identity)));
    }
    return identities.stream();
  }

  private static Stream<DynamicNode> tests(Identity identity) throws IOException {
    List<Spelling> spellings =
        Spelling.all().stream().filter(spelling -> isHere(spelling.needed())).toList();
    List<DynamicNode> tests = new ArrayList<>();
    try (Stage off = new Stage(identity);
        Stage on = new Stage(identity)) {
      Script control = push(off, spellings, "off");
      Script held = push(on, spellings, "on");
      for (Spelling spelling : spellings) {
        String without = Files.readString(head(off, spelling));
        String with = Files.readString(head(on, spelling));
        String theirs = Files.readString(on.workspace().resolve("remote.git/refs/heads/main"));
        String theirsOff = Files.readString(off.workspace().resolve("remote.git/refs/heads/main"));
        tests.add(
            DynamicTest.dynamicTest(
                spelling.name(),
                () -> {
                  assertThat(without).as("the guard off: %s", control).isNotEqualTo(theirsOff);
                  assertThat(with).as("the guard on: %s", held).isEqualTo(theirs);
                }));
      }
      long refused;
      try (Stream<Path> journals = Files.walk(on.state())) {
        refused = journals.filter(ExecGuardTest::tellsOfDenials).count();
      }
      tests.add(
          DynamicTest.dynamicTest(
              "report and journal name rule and processes",
              () -> {
                assertThat(held.err())
                    .contains("refused: exec git push --force origin main")
                    .contains("floor.git.force-protected: ")
                    .containsPattern("\\(by sh\\[\\d+\\]( < sh\\[\\d+\\])+\\)");
                assertThat(held.out())
                    .contains("\"rule\":\"floor.git.force-protected\"")
                    .containsPattern("\"by\":\\[\\{\"pid\":\\d+,\"name\":\"sh\"");
                assertThat(refused).isEqualTo(1);
              }));
    }
    return tests.stream();
  }

  private static Path head(Stage stage, Spelling spelling) {
    return spelling.remote(stage).resolve("refs/heads/main");
  }

  private static boolean tellsOfDenials(Path file) {
    try {
      return Files.isRegularFile(file) && Files.readString(file).contains("run.denied");
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean isHere(String needed) {
    return needed.isEmpty()
        || needed.equals("java")
        || (needed.equals("loader") && Files.exists(loader()))
        || Files.isExecutable(Path.of(needed))
        || Stream.of("/usr/local/bin", "/usr/bin", "/bin")
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, needed)));
  }

  private static Path loader() {
    Path x86 = Path.of("/lib64/ld-linux-x86-64.so.2");
    return Files.exists(x86) ? x86 : Path.of("/lib/ld-linux-aarch64.so.1");
  }

  /** All spellings in one run, one after the other. */
  private static Script push(Stage stage, List<Spelling> spellings, String guard)
      throws IOException {
    String names = spellings.stream().map(Spelling::name).collect(Collectors.joining(" "));
    outside(stage, "NAMES='" + names + "'\n" + SETUP);
    for (Spelling spelling : spellings) {
      stage.write(
          stage.workspace().resolve("clones").resolve(spelling.name()).resolve("do.sh"),
          spelling.text().replace(";;", "\n") + "\n");
    }
    stage.write(
        stage.workspace().resolve("all.sh"),
        "loader="
            + loader()
            + "; export loader\n"
            + "for name in "
            + names
            + "; do\n"
            + "  echo \"== $name\" >&2; (cd clones/$name && sh do.sh) >&2\n"
            + "done\n");
    stage.hand();
    return new Pen(stage).exec(List.of("--json", "--exec-guard", guard), List.of("sh", "all.sh"));
  }

  /** As the identity, without any pen. */
  private static void outside(Stage stage, String text) throws IOException {
    Path file = stage.write(stage.base().resolve("setup.sh"), text);
    stage.hand();
    Script.run(
            stage.identity().command(List.of("sh", file.toString())),
            stage.workspace(),
            stage.environment())
        .expectSuccess();
  }

  private static final String REPOSITORY =
      """
      set -e
      git init -q -b main .
      git config user.name Ann; git config user.email ann@example.com
      echo committed > file; echo '*' > .gitignore; git add -f file; git commit -q -m first
      echo work > file
      """;

  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void workIsNotDiscardedInTheUsersRepository(Identity identity) throws IOException {
    for (String guard : List.of("off", "on")) {
      try (Stage stage = new Stage(identity)) {
        outside(stage, REPOSITORY);
        Script run =
            new Pen(stage)
                .exec(
                    List.of("--exec-guard", guard),
                    List.of("sh", new Pen(stage).script("git reset --hard")));
        assertThat(stage.workspace().resolve("file"))
            .as("%s %s", guard, run)
            .hasContent(guard.equals("on") ? "work" : "committed");
      }
    }
  }

  /** What git starts of itself to do what it was told is not judged a second time. */
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void ordinaryWorkWithGitGoesOn(Identity identity) throws IOException {
    String text =
        """
        set -e
        git stash -q; grep -q committed file; git stash pop -q; grep -q work file
        git commit -qam second; git worktree add -q tree -b side 2>/dev/null
        (cd tree && echo more > more && git add -f more && git commit -qm third)
        git merge -q side; git gc -q; git fetch -q . side; git pull -q . side
        git clone -q . clone; git -C clone log --oneline | wc -l
        t=$(mktemp -d); git init -q "$t/r"; cd "$t/r"; git -c user.name=x -c user.email=x@y commit -q --allow-empty -m x; git reset -q --hard; cd /; rm -rf "$t"
        """;
    try (Stage stage = new Stage(identity)) {
      outside(stage, REPOSITORY);
      Script run = new Pen(stage).exec(List.of(), List.of("sh", new Pen(stage).script(text)));
      assertThat(run.exit()).as("%s", run).isZero();
      assertThat(run.out().strip()).as("%s", run).isEqualTo("3");
      assertThat(run.err()).doesNotContain("refused: exec");
    }
  }

  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void whatAPersonMustAnswerNeedsTheirWord(Identity identity) throws IOException {
    for (String yes : List.of("", "--yes")) {
      try (Stage stage = new Stage(identity)) {
        Path file =
            stage.write(stage.workspace().resolve("x.sh"), "git config --global core.hooksPath x");
        stage.hand();
        Script run =
            new Pen(stage)
                .exec(yes.isEmpty() ? List.of() : List.of(yes), List.of("sh", file.toString()));
        if (yes.isEmpty()) {
          assertThat(run.err()).contains("floor.git.config-global").contains("--yes would allow");
        } else {
          assertThat(run.err()).doesNotContain("refused: exec");
        }
        assertThat(run.exit()).as("%s", run).isEqualTo(yes.isEmpty() ? 126 : 0);
      }
    }
  }

  /**
   * Another thread that exchanges the arguments wins now and then: what the policy alone would
   * refuse then runs, and the kernel still refuses what lies outside.
   */
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void whoRacesTheGuardIsStillInThePen(Identity identity) throws IOException {
    try (Stage stage = new Stage(identity)) {
      Path precious = stage.home().resolve("precious");
      stage.write(precious.resolve("file"), Stage.SECRET);
      stage.hand();
      List<String> race = Attacker.command(stage.attacker(), "exec-race", precious.toString());
      // In tier full there is nothing precious to see: this is about what the kernel refuses.
      Script run = new Pen(stage).exec(List.of("--sandbox", "landlock"), race);
      assertThat(run.out()).as("%s", run).isEqualTo("exec-race ok raced\n");
      assertThat(precious.resolve("file")).exists();
      Script control = Script.run(identity.command(race), stage.workspace(), stage.environment());
      assertThat(control.out()).as("%s", control).isEqualTo("exec-race ok done\n");
      assertThat(precious).as("positive control").doesNotExist();
    }
  }

  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void aSwitchedOffGuardIsLoud(Identity identity) {
    try (Stage stage = new Stage(identity)) {
      Script run = new Pen(stage).exec(List.of("--quiet", "--exec-guard", "off"), List.of("true"));
      assertThat(run.err()).contains("WARNING: the exec guard is off");
    }
  }

  /** Git would run what the workspace's configuration names; the kernel refuses, guard or not. */
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void theProfilesWithoutAShellExecuteOneProgram(Identity identity) throws IOException {
    for (String profile : List.of("permissive", "read-write")) {
      for (String guard : List.of("on", "off")) {
        try (Stage stage = new Stage(identity)) {
          outside(stage, REPOSITORY + "git config diff.external 'touch external'\n");
          Script run =
              new Pen(stage)
                  .exec(
                      List.of("--profile", profile, "--exec-guard", guard), List.of("git", "diff"));
          assertThat(Files.exists(stage.workspace().resolve("external")))
              .as("%s, guard %s: %s", profile, guard, run)
              .isEqualTo(profile.equals("permissive"));
        }
      }
    }
  }

  /** vfork storms, many at once, and builds that start builds. */
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void buildsWithManyJobsGoOn(Identity identity) throws IOException {
    try (Stage stage = new Stage(identity)) {
      stage.write(
          stage.workspace().resolve("Makefile"),
          """
          N := $(shell seq 300)
          all: $(N:%=t%)
          t%: ; @/bin/true && echo $* | cat | cat > /dev/null; /bin/echo done
          sub: ; @$(MAKE) -s -j4 all
          """);
      stage.hand();
      Script run = new Pen(stage).exec(List.of(), List.of("make", "-s", "-j8", "sub"));
      assertThat(run.out().lines().filter("done"::equals)).as("%s", run).hasSize(300);
    }
  }
}
