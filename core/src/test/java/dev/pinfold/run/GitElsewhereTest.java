package dev.pinfold.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pinfold.journal.StateDirectory;
import dev.pinfold.linux.NativeString;
import dev.pinfold.process.Cancellation;
import dev.pinfold.process.Live;
import dev.pinfold.run.RunReport.End;
import dev.pinfold.run.RunRequest.SandboxMode;
import dev.pinfold.sandbox.Access;
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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Workspaces whose git directory is not in them, or is the workspace itself. */
class GitElsewhereTest {
  @TempDir Path temporary;
  private Path dir = Path.of("/");

  @BeforeEach
  void repositories() throws Exception {
    dir = temporary.toRealPath();
    Files.createDirectory(dir.resolve("home"));
    Path program = dir.resolve("p");
    Files.writeString(program, "#!/bin/sh\necho ran >> '" + dir.resolve("marker") + "'\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    String made =
        outside(
            dir,
            "git config --global user.name T; git config --global user.email t@t.example; git"
                + " config --global protocol.file.allow always; git init -q -b main lib; cd lib;"
                + " git commit -q --allow-empty -m lib; cd ..; git init -q -b main super; cd super;"
                + " git submodule --quiet add ../lib sub; git commit -q -m one; git worktree add -q"
                + " ../linked 2>&1; git clone -q --bare . ../bare.git 2>&1");
    assertThat(made).isEmpty();
  }

  private String outside(Path folder, String text) throws Exception {
    ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", text).redirectErrorStream(true);
    builder.directory(folder.toFile()).environment().clear();
    builder.environment().putAll(environment());
    builder.environment().put("HOME", dir.resolve("home").toString());
    Process process = builder.start();
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    process.waitFor();
    return out;
  }

  private Map<String, String> environment() {
    return new HashMap<>(Map.of("PATH", "/usr/local/bin:/usr/bin:/bin", "TMPDIR", dir.toString()));
  }

  private End.Finished run(Path workspace, Tier.Choice tier, String text) throws Exception {
    User user =
        new User(dir.resolve("home").toString(), "tester", workspace.toString(), environment());
    Path script = Files.writeString(workspace.resolve("script.made"), text + "\n");
    RunRequest request =
        RunRequest.of(
                workspace.toString(), new CommandLine.Words(List.of("/bin/sh", script.toString())))
            .withUser(user)
            .withSandbox(new SandboxMode.On(tier, Set.of(), false));
    var runner =
        new Runner(
            StateDirectory.of(Map.of(), dir.resolve("home")), InstantSource.system(), new Random());
    try (Cancellation never = new Cancellation()) {
      return (End.Finished) runner.run(request, Live.NOWHERE, never).end();
    }
  }

  private static String said(End.Finished end) {
    return NativeString.decode(end.out().head()) + NativeString.decode(end.err().head());
  }

  @ParameterizedTest
  @EnumSource(names = {"FULL", "LANDLOCK"})
  void gitWorksInEach(Tier.Choice tier) throws Exception {
    for (String workspace : List.of("super/sub", "linked", "super")) {
      End.Finished end =
          run(
              dir.resolve(workspace),
              tier,
              "git commit -q --allow-empty -m inside && git log -1 --format=%s && git status"
                  + " --porcelain --ignore-submodules");
      assertThat(said(end)).as("%s %s", workspace, end).isEqualTo("inside\n?? script.made\n");
      assertThat(outside(dir.resolve(workspace), "git log -1 --format=%s")).isEqualTo("inside\n");
    }
    assertThat(said(run(dir.resolve("bare.git"), tier, "git log -1 --format=%s; git tag t")))
        .isEqualTo("one\n");
  }

  /** What is planted, and what the user then does; outside of a pen that runs the program. */
  @ParameterizedTest
  @CsvSource({
    "super/sub, git config core.fsmonitor P, git status",
    "super/sub, cp P \"$(git rev-parse --git-dir)/hooks/post-commit\", git commit --allow-empty -m"
        + " x",
    "linked, cp -r ../super/.git prep; git config -f prep/config core.fsmonitor P; echo $PWD/prep >"
        + " \"$(git rev-parse --git-dir)/commondir\", git status",
    "bare.git, git config core.fsmonitor P; git config core.bare false; git config core.worktree .,"
        + " git status",
    "bare.git, cp P hooks/post-update, git push . HEAD:refs/heads/y$$",
  })
  void whatARunPlantsThereDoesNotRun(String workspace, String plant, String user) throws Exception {
    Path folder = dir.resolve(workspace);
    Files.copy(dir.resolve("p"), folder.resolve("p"));
    Files.setPosixFilePermissions(
        folder.resolve("p"), PosixFilePermissions.fromString("rwxr-xr-x"));
    String attack = plant.replaceAll("\\bP\\b", folder.resolve("p").toString());
    for (Tier.Choice tier : List.of(Tier.Choice.FULL, Tier.Choice.LANDLOCK)) {
      End.Finished end = run(folder, tier, attack);
      outside(folder, user);
      assertThat(dir.resolve("marker")).as("%s %s", tier, end).doesNotExist();
      assertThat(outside(dir.resolve("super"), "git fsck --connectivity-only")).isEmpty();
    }
    outside(folder, attack);
    outside(folder, user);
    assertThat(dir.resolve("marker")).as("positive control").exists();
  }

  /** A run may write the file {@code .git} of its workspace: what it names then must not open. */
  @Test
  void aLinkToWhatBelongsToAnotherOpensNothing() throws IOException {
    Path liar = Files.createDirectory(dir.resolve("liar"));
    for (String git : List.of("super/.git/modules/sub", "super/.git", "bare.git")) {
      Files.writeString(liar.resolve(".git"), "gitdir: " + dir.resolve(git) + "\n");
      assertThat(Submodule.grants(liar.toString(), Access.ALL)).as(git).isEmpty();
      assertThat(LinkedWorktree.grants(liar.toString(), Access.ALL)).as(git).isEmpty();
    }
    assertThat(Submodule.grants(dir.resolve("super/sub").toString(), Access.ALL)).hasSize(1);
    Files.delete(dir.resolve("super/.git/modules/sub/HEAD"));
    assertThat(Submodule.grants(dir.resolve("super/sub").toString(), Access.ALL)).isEmpty();
  }
}
