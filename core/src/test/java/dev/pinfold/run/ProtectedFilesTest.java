package dev.pinfold.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pinfold.journal.JournalFile;
import dev.pinfold.journal.StateDirectory;
import dev.pinfold.journal.Verification;
import dev.pinfold.process.Cancellation;
import dev.pinfold.process.Live;
import dev.pinfold.protect.Finding;
import dev.pinfold.protect.ProtectionReport;
import dev.pinfold.protect.WillRun;
import dev.pinfold.run.RunReport.End;
import dev.pinfold.run.RunRequest.Protect;
import dev.pinfold.run.RunRequest.SandboxMode;
import dev.pinfold.sandbox.Tier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a run does to files that run outside, by its effect: the user's own git, started afterwards
 * outside of every pen, runs a planted program, or does not.
 */
class ProtectedFilesTest {
  @TempDir Path dir;
  private Path workspace = Path.of("/");
  private Path home = Path.of("/");
  private final Map<String, String> environment = new HashMap<>();

  @BeforeEach
  void repository() throws Exception {
    dir = dir.toRealPath();
    workspace = Files.createDirectory(dir.resolve("space"));
    home = Files.createDirectory(dir.resolve("home"));
    environment.putAll(Map.of("PATH", "/usr/local/bin:/usr/bin:/bin", "TMPDIR", dir.toString()));
    Files.writeString(home.resolve(".gitconfig"), "[user]\n\tname = T\n\temail = t@t.example\n");
    outside("git init -q -b main . && echo one > file && git add . && git commit -qm one");
    Files.writeString(workspace.resolve("p"), "#!/bin/sh\necho ran >> '" + marker() + "'\n");
    Files.setPosixFilePermissions(
        workspace.resolve("p"), PosixFilePermissions.fromString("rwxr-xr-x"));
    outside("echo p >> .git/info/exclude; echo '*.made' >> .git/info/exclude");
    // What changed within a tick of the clock before a run may be the run's: these files are not.
    Thread.sleep(40);
  }

  /** Outside of what a run can write: only the user's own git can make it. */
  private Path marker() {
    return dir.resolve("marker");
  }

  private RunRequest request(String text) throws IOException {
    // In a file: the policy, which reads commands, would refuse much of what is tried here.
    Path script = Files.writeString(workspace.resolve("script.made"), text + "\n");
    User user = new User(home.toString(), "tester", workspace.toString(), environment);
    RunRequest request =
        RunRequest.of(
                workspace.toString(), new CommandLine.Words(List.of("/bin/sh", script.toString())))
            .withUser(user);
    // The exec guard judges what is executed; a program that does the same by its own calls passes
    // it. In tier full much of what exists could not be touched at all: KeptMountsTest.
    return request.withSandbox(new SandboxMode.On(Tier.Choice.LANDLOCK, Set.of(), false));
  }

  private RunReport run(RunRequest request) throws Exception {
    var runner =
        new Runner(StateDirectory.of(Map.of(), home), InstantSource.system(), new Random());
    try (Cancellation never = new Cancellation()) {
      return runner.run(request, Live.NOWHERE, never);
    }
  }

  private ProtectionReport protection(String text) throws Exception {
    return protection(run(request(text)));
  }

  private static ProtectionReport protection(RunReport report) throws IOException {
    assertThat(report.exitStatus()).as("%s", report.end()).isZero();
    assertThat(JournalFile.verify(report.journal())).isInstanceOf(Verification.Intact.class);
    return ((End.Finished) report.end()).protection();
  }

  private String outside(String text) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder("/bin/sh", "-c", text)
            .directory(workspace.toFile())
            .redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().putAll(environment);
    builder.environment().put("HOME", home.toString());
    Process process = builder.start();
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    process.waitFor();
    return out;
  }

  private static List<String> paths(ProtectionReport report) {
    return report.findings().stream().map(Finding::path).sorted().toList();
  }

  private static final String EXEC = "\n[core]\n\tfsmonitor = \"$PWD/p\"\n";

  /** Each has planted a program that the user's git runs, as a file says; see the facts. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "cat >> .git/config <<E" + EXEC + "E\n",
        "cat > new <<E\n[core]\n\trepositoryformatversion = 0" + EXEC + "E\nmv new .git/config",
        "cp .git/config x; cat >> x <<E" + EXEC + "E\nrm .git/config; ln -s ../x .git/config",
        "cat > inc <<E" + EXEC + "E\nprintf '[include]\\n\\tpath = ../inc\\n' >> .git/config",
        "git config extensions.worktreeConfig true; cat > .git/config.worktree <<E" + EXEC + "E\n",
        "cp -r .git prep; cat >> prep/config <<E" + EXEC + "E\necho ../prep > .git/commondir",
        "cp -r .git prep; cat >> prep/config <<E" + EXEC + "E\nmv .git o; echo gitdir: prep > .git",
        "cp -r .git prep; cat >> prep/config <<E" + EXEC + "E\nmv .git old; ln -s prep .git",
        "cp -r .git prep; cat >> prep/config <<E" + EXEC + "E\nmv .git old; mv prep .git",
        "rm .git/HEAD; cp -r .git/objects .git/refs .; echo 'ref: refs/heads/main' > HEAD\n"
            + "cat > config <<E\n[core]\n\trepositoryformatversion = 0\n\tbare = false\n"
            + "\tworktree = $PWD"
            + EXEC
            + "E\n",
        "echo nonsense > .git/HEAD; cp -r .git/objects .git/refs .\n"
            + "echo 'ref: refs/heads/main' > HEAD\n"
            + "cat > config <<E\n[core]\n\trepositoryformatversion = 0\n\tbare = false\n"
            + "\tworktree = $PWD"
            + EXEC
            + "E\n"
      })
  void noProgramIsPlantedInTheUsersRepository(String attack) throws Exception {
    control(attack, "git status");
    ProtectionReport report = protection(attack);
    outside("git status");
    assertThat(marker()).doesNotExist();
    assertThat(report.findings()).isNotEmpty();
    assertThat(report.findings()).allMatch(f -> f.outcome() != Finding.Outcome.LEFT);
  }

  /** The same attack in a copy, without a pen: the user's command then runs what was planted. */
  private void control(String attack, String after) throws Exception {
    Path script = Files.writeString(dir.resolve("control.sh"), attack + "\n");
    String said = outside("cp -a . ../control && cd ../control && (sh " + script + "); " + after);
    assertThat(marker()).as("positive control: %s", said).exists();
    Files.delete(marker());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mkdir sub; mkdir sub/prep; cd sub; P=..; "
            + "mkdir -p prep/objects prep/refs;"
            + " echo 'ref: refs/heads/main' > prep/HEAD; printf '[core]\\n\\tfsmonitor = %s\\n'"
            + " \"$PWD/../p\" > prep/config; echo gitdir: prep > .git",
        "mkdir -p sub/objects sub/refs; cd sub; echo 'ref: refs/heads/main' > HEAD; printf"
            + " '[core]\\n"
            + "\\trepositoryformatversion = 0\\n"
            + "\\tbare = false\\n"
            + "\\tworktree = %s\\n"
            + "\\tfsmonitor = %s\\n"
            + "' \"$PWD\" \"$PWD/../p\" > config",
        "git init -q sub; cd sub; git config core.fsmonitor \"$PWD/../p\"",
        "git init -q sub; mkdir -p sub/.GIT; cd sub; git config core.fsmonitor \"$PWD/../p\""
      })
  void noProgramIsPlantedInANestedRepository(String attack) throws Exception {
    control(attack, "cd sub && git status");
    protection(attack);
    outside("cd sub && git status");
    assertThat(marker()).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {".git/hooks", "hk"})
  void noHookIsPlanted(String folder) throws Exception {
    if (folder.equals("hk")) {
      outside("git config core.hooksPath hk");
    }
    String attack = "mkdir -p " + folder + "; cp p " + folder + "/post-commit";
    outside(attack + "; git commit -q --allow-empty -m x; rm -r " + folder);
    assertThat(marker()).as("positive control").exists();
    Files.delete(marker());
    ProtectionReport report = protection(attack);
    outside("git commit -q --allow-empty -m y");
    assertThat(marker()).doesNotExist();
    assertThat(paths(report)).containsExactly(folder + "/post-commit");
    assertThat(Path.of(report.findings().getFirst().kept()))
        .hasSameBinaryContentAs(workspace.resolve("p"));
  }

  /** Files from which git takes settings because the repository's own include them. */
  @ParameterizedTest
  @CsvSource({
    "include.path, ../shared.gitconfig, shared.gitconfig",
    "includeIf.gitdir:**.path, ../shared.gitconfig, shared.gitconfig",
    "include.path, ../first, second",
    "include.path, ../not-there-yet, not-there-yet"
  })
  void noProgramIsPlantedInAnIncludedFile(String key, String value, String file) throws Exception {
    outside(
        "printf '[user]\\n\\tname = x\\n' | tee shared.gitconfig > second; git config --file first"
            + " include.path second; git config '"
            + key
            + "' "
            + value);
    String attack = "git config --file " + file + " core.fsmonitor \"$PWD/p\"";
    control(attack, "git status");
    ProtectionReport report = protection(attack);
    outside("git status");
    assertThat(marker()).doesNotExist();
    assertThat(paths(report)).containsExactly(file);
  }

  /** In tier full its hooks are mounts, which stand in the way. */
  @ParameterizedTest
  @CsvSource({
    "rm -rf .git, is gone",
    "mv .git gone, was moved to gone",
    "mv .git gone; git init -q --separate-git-dir d, was moved to gone",
    "rm -rf sub, is gone",
    "mkdir deep && mv sub deep/, ''"
  })
  void aRepositoryThatIsTakenAwayIsTold(String attack, String said) throws Exception {
    outside("git init -q sub");
    Thread.sleep(40); // see repository()
    RunReport report = run(request(attack));
    List<String> told =
        protection(report).notes().stream().filter(note -> note.contains("repository")).toList();
    if (said.isEmpty()) {
      assertThat(told).isEmpty();
    } else {
      assertThat(told).singleElement().asString().contains(said, "can't be undone");
    }
  }

  @Test
  void whatWasThereIsPutBackWithItsModeAndTime() throws Exception {
    outside(
        "mkdir .vscode; echo '{}' > .vscode/tasks.json; echo a > .envrc; chmod 640 .envrc;"
            + " touch -d 2001-01-01 .envrc; printf 'exit 0' > .git/hooks/pre-commit;"
            + " mkdir -p deep/er; echo k > deep/er/.npmrc; ln -s .envrc .profile");
    String before =
        outside(
            "find . -name objects -prune -o -printf '%p %m %T@ %l\\n"
                + "' | grep -E 'envrc|tasks|hooks/pre-commit$|npmrc|profile' | sort; cat .envrc");
    ProtectionReport report =
        protection(
            "echo evil > .envrc; rm -r .vscode; chmod +x .git/hooks/pre-commit; ln -sf x .profile;"
                + " rm deep/er/.npmrc; mkdir deep/er/.npmrc");
    assertThat(
            outside(
                    "find . -name objects -prune -o -printf '%p %m %T@ %l\\n"
                        + "' | grep -E 'envrc|tasks|hooks/pre-commit$|npmrc|profile' | sort; cat"
                        + " .envrc")
                .replaceAll("\\.profile 777 [0-9.]+", ".profile"))
        .isEqualTo(before.replaceAll("\\.profile 777 [0-9.]+", ".profile"));
    assertThat(paths(report))
        .containsExactly(
            ".envrc", ".git/hooks/pre-commit", ".profile", ".vscode/tasks.json", "deep/er/.npmrc");
    assertThat(report.findings()).allMatch(f -> f.outcome() == Finding.Outcome.PUT_BACK);
    Finding envrc =
        report.findings().stream().filter(f -> f.path().equals(".envrc")).findFirst().orElseThrow();
    assertThat(Path.of(envrc.kept())).hasContent("evil\n");
  }

  @Test
  void whatIsCreatedAtAnyDepthIsMovedAway() throws Exception {
    ProtectionReport report =
        protection(
            "mkdir -p a/b/.vscode .claude .codex .idea .mvn gradle/wrapper .cursor .gemini"
                + " .agents\n"
                + "for f in a/b/.vscode/tasks.json .claude/settings.json .codex/config.toml"
                + " .idea/x.xml .mvn/jvm.config gradle/wrapper/gradle-wrapper.jar .cursor/mcp.json"
                + " .gemini/settings.json .agents/x .mcp.json .envrc .npmrc a/.BASHRC"
                + " .pinfold.toml; do echo x > $f; done\n"
                + "ln -s /tmp .fleet; mkfifo .zshrc; echo ok > .claude/notes.md");
    assertThat(paths(report)).hasSize(16);
    assertThat(outside("git status --porcelain -uall")).isEqualTo("?? .claude/notes.md\n");
    assertThat(report.findings()).allMatch(f -> f.outcome() == Finding.Outcome.MOVED_AWAY);
  }

  @Test
  void gitGoesOnWorking() throws Exception {
    ProtectionReport report =
        protection(
            "set -e; mkdir src; mv script.made src/; git checkout -q -b work; echo two > file; git"
                + " commit -qam two; git checkout -q main; echo three > other; git add other; git"
                + " commit -qm three; git rebase -q main work; git stash list; echo x >> file; git"
                + " stash -q; git stash pop -q; git commit -qam four; git checkout -q main; git"
                + " merge -q work; git worktree add -q wt work; echo y > wt/w; git -C wt add w; git"
                + " -C wt commit -qm w; git clone -q . copy; git init -q fresh; git -C copy branch"
                + " --track t origin/main; git config user.name X; git remote add o"
                + " https://host.example/x; git tag v; git gc -q; git worktree list");
    assertThat(report.findings()).isEmpty();
    assertThat(
            outside(
                "git log --oneline | wc -l; git -C wt log -1 --format=%s; git fsck --no-dangling;"
                    + " git -C copy status --porcelain; git config user.name"))
        .isEqualTo("4\nw\nX\n");
    assertThat(report.willRun().stream().map(WillRun::path))
        .contains(".git/config", "copy/.git", "fresh/.git");
  }

  @Test
  void aRenameOfTheFolderAboveTakesProtectedFilesAlong() throws Exception {
    outside(
        "mkdir -p app/.vscode; echo '{}' > app/.vscode/tasks.json; git add -f app; git commit -qm"
            + " app");
    ProtectionReport report = protection("git mv app renamed; git commit -qm moved");
    assertThat(report.findings()).isEmpty();
    assertThat(outside("git status --porcelain")).isEmpty();
    report = protection("mv renamed r2; echo evil > r2/.vscode/tasks.json; mkdir renamed");
    assertThat(paths(report)).containsExactly("r2/.vscode/tasks.json");
    assertThat(workspace.resolve("r2/.vscode/tasks.json")).hasContent("{}\n");
  }

  @Test
  void whatAProtectedLinkLeadsToIsProtectedToo() throws Exception {
    outside(
        "mkdir -p conf/vs; echo a > conf/rc; echo t > conf/vs/tasks.json; ln -s conf/rc via; ln -s"
            + " via .envrc; ln -s conf/vs .vscode");
    ProtectionReport report =
        protection(
            "echo evil > conf/rc; echo evil > conf/vs/tasks.json; echo evil > new; ln -sf new via");
    assertThat(paths(report)).containsExactly("conf/rc", "conf/vs/tasks.json", "via");
    assertThat(outside("cat .envrc .vscode/tasks.json")).isEqualTo("a\nt\n");
  }

  @Test
  void aLinkInTheWayLeadsNobodyOut() throws Exception {
    Path out = Files.createDirectory(dir.resolve("out"));
    Files.writeString(out.resolve("tasks.json"), "mine");
    outside("mkdir .vscode; echo t > .vscode/tasks.json");
    ProtectionReport report =
        protection("rm -r .vscode; ln -s '" + out + "' .vscode; ln -s '" + out + "' deep; :");
    assertThat(out.resolve("tasks.json")).hasContent("mine");
    assertThat(workspace.resolve(".vscode/tasks.json")).hasContent("t\n");
    assertThat(Files.isSymbolicLink(workspace.resolve(".vscode"))).isFalse();
    assertThat(paths(report)).containsExactly(".vscode", ".vscode/tasks.json");
  }

  @Test
  void theUserSaysWhatIsProtected() throws Exception {
    outside("mkdir keys; echo k > keys/a.key; mkdir .vscode; echo t > .vscode/tasks.json");
    Protect protect = new Protect(List.of("*.key"), List.of(".vscode"));
    ProtectionReport report =
        protection(
            run(
                request("echo evil > keys/a.key; echo b > b.key; echo mine > .vscode/tasks.json")
                    .withProtect(protect)));
    assertThat(paths(report)).containsExactly("b.key", "keys/a.key");
    assertThat(workspace.resolve("keys/a.key")).hasContent("k\n");
    assertThat(workspace.resolve(".vscode/tasks.json")).hasContent("mine\n");
  }

  @Test
  void aRepositoryCompletedInTwoRunsIsFoundInTheSecond() throws Exception {
    protection(
        "mkdir -p sub/objects sub/refs; printf '[core]\\n"
            + "\\trepositoryformatversion = 0\\n"
            + "\\tbare = false\\n"
            + "\\tworktree = %s\\n"
            + "\\tfsmonitor = %s/p\\n"
            + "' \"$PWD/sub\" \"$PWD\" > sub/config");
    assertThat(workspace.resolve("sub/config")).exists();
    ProtectionReport report = protection("echo 'ref: refs/heads/main' > sub/HEAD");
    assertThat(paths(report)).containsExactly("sub/config");
    outside("cd sub && git status");
    assertThat(marker()).doesNotExist();
  }

  @Test
  void whatRunsLaterIsInTheReport() throws Exception {
    outside("printf '{}' > package.json; mkdir .github; git add .; git commit -qm p");
    ProtectionReport report =
        protection(
            "printf '{\"scripts\":{}}' > package.json; echo all: > Makefile; mkdir -p"
                + " .github/workflows node_modules/.bin node_modules/x .venv/bin tools; echo on: >"
                + " .github/workflows/ci.yml; for f in node_modules/.bin/tsc .venv/bin/python"
                + " tools/run; do echo '#!/bin/sh' > $f; chmod +x $f; done; echo '{}' >"
                + " node_modules/x/package.json; chmod +x node_modules/x/package.json; echo text >"
                + " notes.txt");
    assertThat(report.findings()).isEmpty();
    assertThat(
            report.willRun().stream()
                .map(f -> f.path() + " " + f.bytesBefore() + " " + f.bytesAfter())
                .sorted())
        .containsExactly(
            ".github/workflows/ci.yml -1 4",
            ".venv/bin/python -1 10",
            "Makefile -1 5",
            "node_modules/.bin/tsc -1 10",
            "package.json 2 14",
            "tools/run -1 10");
  }

  @Test
  void tenThousandProtectedFiles() throws Exception {
    for (int i : IntStream.range(0, 10_000).toArray()) {
      Path folder = workspace.resolve("d" + i / 100);
      Files.createDirectories(folder);
      Files.writeString(folder.resolve("f" + i + ".key"), "k" + i);
    }
    RunRequest request =
        request("for f in d7/*.key; do echo evil > $f; done; rm d8/*.key; echo x > d9/new.key")
            .withProtect(new Protect(List.of("*.key"), List.of()));
    ProtectionReport report = protection(run(request));
    assertThat(report.findings()).hasSize(201);
    assertThat(workspace.resolve("d7/f700.key")).hasContent("k700");
    assertThat(workspace.resolve("d8/f899.key")).hasContent("k899");
    assertThat(workspace.resolve("d9/new.key")).doesNotExist();
  }

  @Test
  void twoRunsAtOnceDoNotTakeEachOthersWorkForTheUsers() throws Exception {
    outside("echo mine > .envrc");
    Path go = workspace.resolve("go.made");
    RunRequest first =
        request("echo evil > .envrc; echo evil > .npmrc; while [ ! -e go.made ]; do :; done");
    RunReport[] reports = new RunReport[1];
    Throwable[] failed = new Throwable[1];
    Thread thread =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    reports[0] = run(first);
                  } catch (Exception e) {
                    failed[0] = e;
                  }
                });
    while (!Files.exists(workspace.resolve(".npmrc"))) {
      Thread.onSpinWait();
    }
    Path script =
        Files.writeString(
            workspace.resolve("second.made"), "touch go.made; while [ ! -e end.made ]; do :; done");
    Thread second =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    run(request("").withProtect(Protect.DEFAULT), script);
                  } catch (Exception e) {
                    failed[0] = e;
                  }
                });
    thread.join();
    assertThat(workspace.resolve(".envrc")).hasContent("mine\n");
    assertThat(workspace.resolve(".npmrc")).doesNotExist();
    Files.createFile(workspace.resolve("end.made"));
    second.join();
    assertThat(failed[0]).isNull();
    assertThat(go).exists();
    assertThat(workspace.resolve(".envrc")).hasContent("mine\n");
    assertThat(workspace.resolve(".npmrc")).doesNotExist();
    assertThat(outside("git status --porcelain")).isEqualTo("?? .envrc\n");
  }

  private void run(RunRequest like, Path script) throws Exception {
    run(
        new RunRequest(
            new CommandLine.Words(List.of("/bin/sh", script.toString())),
            like.workspace(),
            like.user(),
            like.profile(),
            like.grants(),
            like.variables(),
            like.timing(),
            like.limits(),
            like.keepBytes(),
            like.sandbox(),
            like.passStdin(),
            like.yes(),
            like.credentials(),
            like.policy(),
            like.network(),
            like.protect(),
            like.traced(),
            like.ownWorkspace()));
  }

  @Test
  void nothingIsLeftBehind() throws Exception {
    protection("echo x > .envrc; echo y >> .git/config");
    try (var files = Files.list(home.resolve(".local/state/pinfold/protected"))) {
      assertThat(files.map(file -> String.valueOf(file.getFileName()))).containsExactly("lock");
    }
    assertThat(outside("git status --porcelain")).isEmpty();
  }

  /** As root nothing is closed; the end-to-end test has the same as an ordinary user. */
  @Test
  void aFolderThatIsClosedAfterwardsHidesNothing() throws Exception {
    outside("mkdir .claude; echo a > .claude/settings.json");
    ProtectionReport report =
        protection(
            "mkdir -p .git/hooks; cp p .git/hooks/post-commit; chmod 111 .git/hooks; echo x >"
                + " .claude/settings.json; chmod 0 .claude/settings.json; chmod 555 .claude");
    assertThat(paths(report)).containsExactly(".claude/settings.json", ".git/hooks/post-commit");
    outside("git commit -q --allow-empty -m y");
    assertThat(marker()).doesNotExist();
    assertThat(workspace.resolve(".claude/settings.json")).hasContent("a\n");
  }

  /** The caches of tools outlive a run and are no workspace: nothing there is looked at. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "echo $npm_config_cache/prep > .git/commondir",
        "mv .git old; echo gitdir: $npm_config_cache/prep > .git",
        "mv .git old; ln -s $npm_config_cache/prep .git"
      })
  void aGitDirectoryLeadsNowhereElse(String lead) throws Exception {
    environment.put("npm_config_cache", dir.resolve("cache").toString());
    String attack =
        "mkdir -p $npm_config_cache; cp -r .git $npm_config_cache/prep;"
            + " cat >> $npm_config_cache/prep/config <<E"
            + EXEC
            + "E\n"
            + lead;
    control(attack, "git status");
    environment.remove("npm_config_cache");
    protection(attack);
    outside("git status");
    assertThat(marker()).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rm .git/HEAD", "echo nonsense > .git/HEAD", "ln -sf x .git/HEAD"})
  void aHeadStaysAHead(String attack) throws Exception {
    assertThat(paths(protection(attack))).containsExactly(".git/HEAD");
    assertThat(outside("git branch --show-current; git status --porcelain")).isEqualTo("main\n");
  }
}
