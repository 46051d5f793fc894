package dev.pinfold.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pinfold.journal.StateDirectory;
import dev.pinfold.policy.Profile;
import dev.pinfold.process.Cancellation;
import dev.pinfold.process.Live;
import dev.pinfold.run.RunRequest.SandboxMode;
import dev.pinfold.sandbox.Access;
import dev.pinfold.sandbox.Grant;
import dev.pinfold.sandbox.Grant.Origin;
import dev.pinfold.sandbox.Tier;
import dev.pinfold.workspace.FileAnswer;
import dev.pinfold.workspace.FileError;
import dev.pinfold.workspace.FileErrorCode;
import dev.pinfold.workspace.FileLimits;
import dev.pinfold.workspace.FileTools;
import dev.pinfold.workspace.WriteMode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One rule set, every door: what a file tool refuses is what a pen does not let last. */
class FileToolRulesTest {
  @TempDir Path dir;
  private Path workspace = Path.of("/");
  private Path home = Path.of("/");

  /**
   * One change of a workspace.
   *
   * @param verdict what every door says: kept, or undone; {@code stricter} where a file tool
   *     refuses what git's own commands may do
   * @param act {@code write}, {@code delete} or {@code move}
   * @param path of what
   * @param other the new content, or the new name
   * @param ids cases that it stands for
   */
  record Case(String verdict, String act, String path, String other, String ids) {
    String shell() {
      return switch (act) {
        case "write" ->
            "mkdir -p \"$(dirname '" + path + "')\"; printf '%s' '" + other + "' > '" + path + "'";
        case "delete" -> "rm '" + path + "'";
        case "move" ->
            "mkdir -p \"$(dirname '" + other + "')\"; mv -T '" + path + "' '" + other + "'";
        default -> throw new IllegalStateException(act);
      };
    }

    FileAnswer<?> byTool(FileTools tools) {
      return switch (act) {
        case "write" -> tools.write(path, other, WriteMode.OVERWRITE);
        case "delete" -> tools.delete(path);
        case "move" -> tools.move(path, other);
        default -> throw new IllegalStateException(act);
      };
    }
  }

  static List<Case> cases() {
    try (var lines =
        new BufferedReader(
            new InputStreamReader(
                FileToolRulesTest.class.getResourceAsStream("doors.tsv"),
                StandardCharsets.UTF_8))) {
      return lines
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("\t", -1))
          .map(parts -> new Case(parts[0], parts[1], parts[2], parts[3], parts[4]))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @BeforeEach
  void folders() throws Exception {
    dir = dir.toRealPath();
    workspace = Files.createDirectory(dir.resolve("work"));
    home = Files.createDirectory(dir.resolve("home"));
    populate();
  }

  /** A repository with a nested one, start-up files that are links, hooks kept in the tree. */
  private void populate() throws Exception {
    git(workspace, "init", "-q", ".");
    git(workspace, "config", "core.hooksPath", "tools/hooks");
    Files.createDirectories(workspace.resolve("sub/nested"));
    git(workspace.resolve("sub/nested"), "init", "-q", ".");
    put("tools/hooks/pre-commit", "#!/bin/sh\n");
    put("src/main.c", "int main;\n");
    put("settings/tasks.json", "{}\n");
    put("dot/envrc-here", "export A=1\n");
    put(".npmrc", "registry=x\n");
    put("sub/.envrc", "export B=1\n");
    put("conf/secret.pem", "key\n");
    Files.createSymbolicLink(workspace.resolve(".envrc"), Path.of("dot/envrc-here"));
    Files.createSymbolicLink(workspace.resolve("way"), Path.of("sub"));
    Files.createSymbolicLink(workspace.resolve("gitdir"), Path.of(".git"));
    put("bare/objects/x", "");
    put("bare/refs/x", "");
  }

  private void put(String name, String content) throws IOException {
    Path file = workspace.resolve(name);
    Files.createDirectories(file.resolveSibling(""));
    Files.writeString(file, content);
  }

  private void git(Path folder, String... words) throws Exception {
    List<String> command = new ArrayList<>(List.of("git", "-c", "init.defaultBranch=main"));
    command.addAll(List.of(words));
    var builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().put("HOME", home.toString());
    builder.environment().put("GIT_CONFIG_NOSYSTEM", "1");
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
  }

  private RunRequest request(CommandLine command) {
    User user =
        new User(
            home.toString(),
            "tester",
            workspace.toString(),
            Map.of("PATH", "/usr/local/bin:/usr/bin:/bin", "TMPDIR", dir.toString()));
    return RunRequest.of(workspace.toString(), command)
        .withUser(user)
        .withSandbox(new SandboxMode.On(Tier.Choice.LANDLOCK, Set.of(), false))
        .withProtect(new RunRequest.Protect(List.of("*.pem"), List.of()));
  }

  private Runner runner() {
    return new Runner(StateDirectory.of(Map.of(), home), InstantSource.system(), new Random(1));
  }

  private FileTools tools(Profile profile) throws Exception {
    RunRequest any = request(new CommandLine.Words(List.of("true")));
    return runner().fileTools(any.withProfile(profile), FileLimits.DEFAULT);
  }

  private RunReport run(RunRequest request) throws Exception {
    try (Cancellation never = new Cancellation()) {
      return runner().run(request.withYes(true), Live.NOWHERE, never);
    }
  }

  /** The tree without what git and pens write by themselves. */
  private Map<String, String> snapshot() throws IOException {
    Map<String, String> all = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(workspace)) {
      for (Path path : paths.toList()) {
        if (Files.isSymbolicLink(path)) {
          all.put(workspace.relativize(path).toString(), "-> " + Files.readSymbolicLink(path));
        } else if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
          all.put(workspace.relativize(path).toString(), Files.readString(path));
        }
      }
    }
    return all;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void everyDoorSaysTheSame(Case one) throws Exception {
    Map<String, String> before = snapshot();
    FileAnswer<?> answer;
    try (FileTools tools = tools(Profile.PERMISSIVE)) {
      answer = one.byTool(tools);
    }
    Map<String, String> byTool = snapshot();
    boolean refused =
        answer instanceof FileAnswer.Failed<?>(FileError error)
            && error.code() == FileErrorCode.PROTECTED;
    assertThat(refused).as("%s: %s", one, answer.text()).isEqualTo(!one.verdict().equals("kept"));
    assertThat(byTool.equals(before)).as("%s: %s", one, answer.text()).isEqualTo(refused);

    renew();
    RunReport shell = run(request(new CommandLine.Text(one.shell())));
    if (!one.verdict().equals("stricter")) {
      assertThat(isUndone(one, before)).as("shell: %s", one).isEqualTo(refused);
    }
    if (shell.end() instanceof RunReport.End.Refused) {
      // The policy was first: what the pen does about it shows where no text tells what it is.
      renew();
      Path script = Files.writeString(dir.resolve("act.sh"), one.shell());
      RunRequest exec = request(new CommandLine.Words(List.of("/bin/sh", script.toString())));
      run(exec.withGrants(List.of(new Grant(script.toString(), Access.READ, Origin.USER))));
    }
    assertThat(isUndone(one, before)).as("exec: %s", one).isEqualTo(one.verdict().equals("undone"));
  }

  private void renew() throws Exception {
    try (Stream<Path> all = Files.walk(workspace)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
    Files.createDirectory(workspace);
    populate();
  }

  /** A pen puts back what was protected; where the run took it, it stays a file of the run. */
  private boolean isUndone(Case one, Map<String, String> before) throws IOException {
    Map<String, String> after = snapshot();
    if (!one.act().equals("move")) {
      return after.equals(before);
    }
    String target = Path.of(one.other()).normalize().toString();
    boolean sourceIsBack =
        before.entrySet().stream()
            .filter(file -> (file.getKey() + "/").startsWith(one.path() + "/"))
            .allMatch(file -> file.getValue().equals(after.get(file.getKey())));
    boolean targetIsGone =
        after.keySet().stream().noneMatch(path -> (path + "/").startsWith(target + "/"));
    return sourceIsBack || targetIsGone;
  }

  /** Profiles bound the tools as they bound commands. */
  @Test
  void aProfileThatOnlyReadsChangesNothing() throws Exception {
    Map<String, String> before = snapshot();
    for (Profile profile : List.of(Profile.READ_ONLY, Profile.LOCKED)) {
      try (FileTools tools = tools(profile)) {
        for (FileAnswer<?> answer :
            List.of(
                tools.write("new/file", "x", WriteMode.CREATE),
                tools.write("src/main.c", "x", WriteMode.APPEND),
                tools.edit("src/main.c", "int", "long", false),
                tools.delete("src/main.c"),
                tools.move("src/main.c", "src/other.c"))) {
          assertThat(answer.text()).contains("READ_ONLY_PROFILE", profile.label());
        }
        assertThat(tools.read("src/main.c").text()).isEqualTo("int main;\n");
      }
    }
    assertThat(snapshot()).isEqualTo(before);
    try (FileTools tools = tools(Profile.READ_WRITE)) {
      assertThat(tools.write("new/file", "x", WriteMode.CREATE).text()).startsWith("wrote");
    }
  }

  /** A repository may tighten the profile by its policy file: for the file tools too. */
  @Test
  void aPolicyFileTightensTheProfile() throws Exception {
    put(".pinfold/policy.toml", "schema = 1\nprofile = \"read-only\"\n");
    try (FileTools tools = tools(Profile.PERMISSIVE)) {
      assertThat(tools.write("x", "x", WriteMode.CREATE).text()).contains("READ_ONLY_PROFILE");
    }
  }

  /** B009: a file's other name is no way to it. */
  @Test
  void writingAnotherNameOfAProtectedFileLeavesItAlone() throws Exception {
    Files.createLink(workspace.resolve("alias"), workspace.resolve(".npmrc"));
    try (FileTools tools = tools(Profile.PERMISSIVE)) {
      for (FileAnswer<?> answer :
          List.of(
              tools.write("alias", "a", WriteMode.APPEND),
              tools.edit("alias", "registry", "b", false))) {
        assertThat(answer).as(answer.text()).isInstanceOf(FileAnswer.Done.class);
      }
      Files.delete(workspace.resolve("alias"));
      Files.createLink(workspace.resolve("alias"), workspace.resolve(".npmrc"));
      tools.write("alias", "c", WriteMode.OVERWRITE);
    }
    assertThat(workspace.resolve(".npmrc")).hasContent("registry=x\n");
    assertThat(workspace.resolve("alias")).hasContent("c");
  }
}
