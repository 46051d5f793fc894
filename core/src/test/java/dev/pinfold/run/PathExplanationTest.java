package dev.pinfold.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pinfold.journal.StateDirectory;
import dev.pinfold.linux.NativeString;
import dev.pinfold.process.Cancellation;
import dev.pinfold.process.Live;
import dev.pinfold.run.RunReport.End;
import dev.pinfold.run.RunRequest.SandboxMode;
import dev.pinfold.sandbox.Access;
import dev.pinfold.sandbox.Grant;
import dev.pinfold.sandbox.Grant.Origin;
import dev.pinfold.sandbox.PathAnswer;
import dev.pinfold.sandbox.PathAnswer.Verdict;
import dev.pinfold.sandbox.Tier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is explained is what the kernel answers in a run. */
class PathExplanationTest {
  /** Tries each path of a list, as a run would: r, w and x where it worked. */
  private static final String TRY =
      """
      import os, subprocess
      for path in open("paths").read().split():
        done = ""
        try:
          os.listdir(path) if os.path.isdir(path) else open(path).close()
          done += "r"
        except OSError: pass
        try:
          if os.path.isdir(path):
            os.mkdir(path + "/tried"); os.rmdir(path + "/tried")
          elif os.path.exists(path):
            os.close(os.open(path, os.O_WRONLY))
          else:
            open(path, "x").close(); os.unlink(path)
          done += "w"
        except OSError: pass
        try:
          if os.path.isfile(path):
            subprocess.run([path], stdin=subprocess.DEVNULL, timeout=60); done += "x"
        except OSError: pass
        print("=" + done)
      """;

  /** Not below /tmp, which in tier full is the run's own. */
  private Path dir = Path.of("/");

  private Path workspace = Path.of("/");
  private Path home = Path.of("/");

  @BeforeEach
  void folders() throws IOException {
    dir = Files.createTempDirectory(Path.of("/var/tmp"), "pinfold-explain-").toRealPath();
    workspace = Files.createDirectory(dir.resolve("ws"));
    home = Files.createDirectory(dir.resolve("home"));
    for (String folder : List.of("read", "write", "execute", "none")) {
      program(Files.createDirectory(dir.resolve(folder)).resolve("true"));
    }
    program(workspace.resolve("true"));
    Files.writeString(workspace.resolve("plain"), "");
    Files.setPosixFilePermissions(
        Files.writeString(workspace.resolve("closed"), ""),
        PosixFilePermissions.fromString("---------"));
    Files.writeString(home.resolve(".profile"), "");
    Files.writeString(workspace.resolve("try.py"), TRY);
  }

  @AfterEach
  void removed() throws IOException {
    try (Stream<Path> all = Files.walk(dir)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  private static void program(Path file) throws IOException {
    Files.copy(Path.of("/bin/true"), file);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private RunRequest request(List<String> words, Tier tier) {
    Map<String, String> environment = Map.of("PATH", "/usr/bin:/bin", "TMPDIR", dir.toString());
    return RunRequest.of(workspace.toString(), new CommandLine.Words(words))
        .withUser(new User(home.toString(), "tester", workspace.toString(), environment))
        .withSandbox(
            new SandboxMode.On(
                tier == Tier.FULL ? Tier.Choice.FULL : Tier.Choice.LANDLOCK, Set.of()))
        .withGrants(
            List.of(
                new Grant(dir + "/read", Access.READ, Origin.USER),
                new Grant(dir + "/write", Access.READ_WRITE, Origin.USER),
                new Grant(dir + "/execute", Access.READ_EXECUTE, Origin.USER)));
  }

  private List<String> paths() {
    List<String> paths = new ArrayList<>();
    for (String folder : List.of("read", "write", "execute", "none", "ws")) {
      paths.add(dir + "/" + folder);
      paths.add(dir + "/" + folder + "/true");
      if (!folder.equals("none")) {
        paths.add(dir + "/" + folder + "/new");
      }
    }
    paths.add(workspace + "/plain");
    paths.add(workspace + "/closed");
    paths.add(home + "/.profile");
    paths.addAll(List.of("/usr", "/usr/bin/env", "/etc/passwd", "/etc/shadow", "/dev/null"));
    return paths;
  }

  @ParameterizedTest
  @EnumSource
  void itIsWhatTheKernelAnswersInARun(Tier tier) throws Exception {
    List<String> words = List.of("/usr/bin/python3", "-B", "try.py");
    Files.write(workspace.resolve("paths"), paths());
    StateDirectory state = StateDirectory.of(Map.of(), home);
    RunRequest request = request(words, tier);
    List<String> kernel;
    try (Cancellation never = new Cancellation()) {
      RunReport report =
          new Runner(state, InstantSource.system(), new Random()).run(request, Live.NOWHERE, never);
      End.Finished finished = (End.Finished) report.end();
      kernel =
          NativeString.decode(finished.out().head())
              .lines()
              .filter(line -> line.startsWith("="))
              .toList();
    }
    List<String> explained = new ArrayList<>();
    for (String path : paths()) {
      explained.add("=" + answer(PathExplanation.of(request, state, path, tier == Tier.FULL)));
    }
    assertThat(join(explained)).isEqualTo(join(kernel));
  }

  private List<String> join(List<String> answers) {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < answers.size(); i++) {
      all.add(paths().get(i) + " " + answers.get(i));
    }
    return all;
  }

  /** As the script tells it: only files that are there are executed. */
  private static String answer(PathExplanation explanation) {
    StringBuilder done = new StringBuilder();
    for (PathAnswer answer : explanation.answers()) {
      boolean tried =
          switch (answer.kind()) {
            case READ -> explanation.exists();
            case WRITE -> true;
            case EXECUTE -> Files.isRegularFile(Path.of(explanation.path()));
          };
      if (tried && answer.verdict() == Verdict.ALLOWED) {
        done.append(
            switch (answer.kind()) {
              case READ -> 'r';
              case WRITE -> 'w';
              case EXECUTE -> 'x';
            });
      }
    }
    return done.toString();
  }

  @Test
  void theAdviceIsTheNarrowestThatWouldBeGranted() throws Exception {
    StateDirectory state = StateDirectory.of(Map.of(), home);
    RunRequest request = request(List.of("true"), Tier.LANDLOCK);
    Files.createDirectories(home.resolve(".ssh"));
    assertThat(PathExplanation.of(request, state, dir + "/none/true", false).grants())
        .containsExactly(
            "--read " + dir + "/none/true",
            "--write " + dir + "/none/true",
            "--execute " + dir + "/none/true");
    assertThat(PathExplanation.of(request, state, dir + "/none/new", false).grants().get(1))
        .isEqualTo("--write " + dir + "/none");
    assertThat(PathExplanation.of(request, state, home + "/.ssh", false).grants())
        .as("a place of keys")
        .containsOnly("");
    assertThat(PathExplanation.of(request, state, "/usr", false).grants().get(1)).isEmpty();
  }
}
