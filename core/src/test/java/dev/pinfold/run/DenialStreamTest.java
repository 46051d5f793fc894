package dev.pinfold.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pinfold.journal.Entry;
import dev.pinfold.journal.Fields;
import dev.pinfold.journal.JournalFile;
import dev.pinfold.journal.StateDirectory;
import dev.pinfold.journal.Verification;
import dev.pinfold.process.Cancellation;
import dev.pinfold.process.Live;
import dev.pinfold.run.RunReport.End;
import dev.pinfold.sandbox.Access;
import dev.pinfold.sandbox.CountedDenial;
import dev.pinfold.sandbox.Denial;
import dev.pinfold.sandbox.Denial.Layer;
import dev.pinfold.sandbox.DenialListener;
import dev.pinfold.sandbox.Grant;
import dev.pinfold.sandbox.Grant.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One stream of denials, whichever layer says no: to who watches, the journal and the report. */
class DenialStreamTest {
  private static final String CHMOD =
      """
      import os
      try: os.chmod("/usr", 0o755)
      except OSError: pass
      """;

  @TempDir Path dir;
  private Path workspace = Path.of("/");
  private Path home = Path.of("/");
  private Map<String, String> environment = new HashMap<>();
  private final List<CountedDenial> watched = new ArrayList<>();

  @BeforeEach
  void folders() throws IOException {
    dir = dir.toRealPath();
    workspace = Files.createDirectory(dir.resolve("ws"));
    home = Files.createDirectory(dir.resolve("home"));
    environment =
        new HashMap<>(Map.of("PATH", "/usr/local/bin:/usr/bin:/bin", "TMPDIR", dir.toString()));
  }

  private RunRequest request(String text) {
    User user = new User(home.toString(), "tester", workspace.toString(), environment);
    return RunRequest.of(workspace.toString(), new CommandLine.Text(text)).withUser(user);
  }

  private RunReport run(RunRequest request) throws Exception {
    return run(request, watched::add);
  }

  private RunReport run(RunRequest request, DenialListener listener) throws Exception {
    var runner =
        new Runner(StateDirectory.of(Map.of(), home), InstantSource.system(), new Random());
    try (Cancellation never = new Cancellation()) {
      return runner.run(request, Live.NOWHERE, listener, never);
    }
  }

  /** What the journal has, in its order. */
  private static List<Fields> journalled(RunReport report) throws IOException {
    List<Fields> denials = new ArrayList<>();
    Verification verification =
        JournalFile.read(report.journal(), entry -> denials.addAll(denials(entry)));
    assertThat(verification).isInstanceOf(Verification.Intact.class);
    return denials;
  }

  private static List<Fields> denials(Entry entry) {
    return entry.kind().equals("run.denied")
        ? ((List<?>) Objects.requireNonNull(entry.fields().asMap().get("denials")))
            .stream().map(Fields.class::cast).toList()
        : List.of();
  }

  private static String line(Denial denial) {
    return denial.layer().label() + " " + denial.operation() + " " + denial.target().text();
  }

  private static String line(Fields fields) {
    return fields.text("layer").orElse("?")
        + " "
        + fields.text("operation").orElse("?")
        + " "
        + fields.text("target").orElse("?");
  }

  @Test
  void everyLayerSaysNoInTheSameStream() throws Exception {
    Path foreign = Files.writeString(home.resolve("foreign"), "");
    Files.writeString(
        workspace.resolve("go.py"),
        """
        import os, socket, subprocess
        subprocess.call(["cat", "%s"])
        try: subprocess.call(["git", "push", "--force", "origin", "main"])
        except OSError: pass
        try: os.chmod("/usr", 0o755)
        except OSError: pass
        with open(".envrc", "w") as planted: planted.write("touch planted")
        try: socket.create_connection(("192.0.2.1", 80), 5)
        except OSError: pass
        """
            .formatted(foreign));
    RunReport report = run(request("python3 go.py || true"));
    List<String> lines = report.denials().stream().map(c -> line(c.denial())).toList();
    assertThat(lines)
        .contains(
            "exec-guard exec git push --force origin main",
            "files read " + foreign,
            "metadata chmod /usr",
            "protected create " + workspace + "/.envrc",
            "network connect 192.0.2.1:80")
        .doesNotHaveDuplicates();
    assertThat(report.denials())
        .allSatisfy(counted -> assertThat(counted.denial().rule()).isNotEmpty());
    assertThat(watched.stream().map(c -> line(c.denial())))
        .containsExactlyInAnyOrderElementsOf(lines);
    assertThat(journalled(report).stream().map(DenialStreamTest::line))
        .containsExactlyInAnyOrderElementsOf(lines);
  }

  @Test
  void whoTriedItIsNamedUpToTheCommand() throws Exception {
    Files.writeString(workspace.resolve("go.py"), CHMOD);
    RunReport report = run(request("sh -c 'python3 go.py; true'; true"));
    assertThat(report.denials())
        .filteredOn(counted -> counted.denial().layer() == Layer.METADATA)
        .singleElement()
        .satisfies(
            counted -> {
              assertThat(counted.denial().rule()).isEqualTo("fs.metadata.readonly");
              // No run gets to write there: an option that is refused is no advice.
              assertThat(counted.denial().grant()).isEmpty();
              assertThat(counted.by()).extracting("name").startsWith("python3", "sh", "bash");
            });
  }

  @Test
  void theRulesOfThePolicyAreInItToo() throws Exception {
    RunReport report = run(request("rm -rf ~/; git push --force origin main"));
    assertThat(report.end()).isInstanceOf(End.Refused.class);
    assertThat(report.denials())
        .isEqualTo(watched)
        .extracting(counted -> counted.denial().layer())
        .isNotEmpty()
        .containsOnly(Layer.POLICY);
    assertThat(journalled(report)).hasSameSizeAs(watched);
  }

  /** By default nothing is slowed down; with a trace nothing is guessed. */
  @Test
  void aTraceSeesWhatTheCommandIsSilentAbout() throws Exception {
    Path foreign = Files.writeString(home.resolve("foreign"), "");
    RunRequest silent = request("cat " + foreign + " 2>/dev/null; true");
    assertThat(run(silent).denials()).isEmpty();
    RunReport traced = run(silent.withTraced(true));
    assertThat(traced.denials())
        .filteredOn(counted -> counted.denial().target().text().equals(foreign.toString()))
        .singleElement()
        .satisfies(
            counted -> {
              assertThat(counted.denial().grant()).isEqualTo("--read " + foreign);
              assertThat(counted.denial().evidence()).isEqualTo(Denial.Evidence.TRACED);
              assertThat(counted.by()).extracting("name").startsWith("cat");
            });
    assertThat(
            run(silent
                    .withGrants(List.of(new Grant(foreign.toString(), Access.READ, Origin.USER)))
                    .withTraced(true))
                .denials())
        .as("what the advice gives")
        .noneMatch(counted -> counted.denial().target().text().equals(foreign.toString()));
  }

  /** The policy lets it start, the kernel does not: seen without a trace. */
  @Test
  void aProgramOutsideTheFoldersOfProgramsIsTold() throws Exception {
    Path data = Files.createDirectory(dir.resolve("data"));
    Path tool = Files.copy(Path.of("/bin/true"), data.resolve("tool"));
    Files.setPosixFilePermissions(tool, PosixFilePermissions.fromString("rwxr-xr-x"));
    RunReport report =
        run(
            request(tool + " || echo no")
                .withGrants(List.of(new Grant(data.toString(), Access.READ, Origin.USER))));
    assertThat(report.denials())
        .extracting(counted -> counted.denial().rule() + " " + counted.denial().grant())
        .containsExactly("fs.exec.outside --execute " + tool);
  }

  /** A command that says so is no evidence. */
  @Test
  void whatACommandClaimsIsNoDenial() throws Exception {
    Path readable = Files.writeString(workspace.resolve("readable"), "");
    RunReport report =
        run(
            request(
                "echo 'pinfold: refused: read "
                    + readable
                    + ": outside' >&2; echo 'cat: "
                    + readable
                    + ": Permission denied' >&2; echo Sandbox block; exit 1"));
    assertThat(report.denials()).isEmpty();
    assertThat(report.exitStatus()).isEqualTo(1);
  }

  @Test
  void aWatcherThatFailsEndsTheRunAndSaysSo() throws IOException {
    Files.writeString(workspace.resolve("go.py"), CHMOD);
    assertThatThrownBy(
            () ->
                run(
                    request("python3 go.py; exec sleep 300"),
                    _ -> {
                      throw new IllegalStateException("no ear");
                    }))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no ear");
  }

  @Test
  void aFloodIsCountedAndTheRunGoesOn() throws Exception {
    Files.writeString(
        workspace.resolve("flood.py"),
        """
        import os
        for i in range(20000):
          try: os.chmod("/usr", 0o755)
          except OSError: pass
        for i in range(1000):
          try: os.setxattr("/proc/self/task", "user.x", b"")
          except OSError: pass
        """);
    RunReport report = run(request("python3 flood.py && echo done"));
    assertThat(report.exitStatus()).isZero();
    assertThat(report.denials().getFirst().count()).isEqualTo(20_000);
    assertThat(watched).hasSameSizeAs(report.denials());
    assertThat(journalled(report)).hasSameSizeAs(watched);
    assertThat(Files.readString(report.journal())).contains("\"times\":20000");
  }
}
