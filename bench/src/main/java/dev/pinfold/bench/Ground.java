package dev.pinfold.bench;

import dev.pinfold.linux.Errno;
import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.ExitStatus;
import dev.pinfold.linux.Fd;
import dev.pinfold.linux.Openat2;
import dev.pinfold.linux.PidFd;
import dev.pinfold.sandbox.Access;
import dev.pinfold.sandbox.Grant;
import dev.pinfold.sandbox.Grant.Origin;
import dev.pinfold.sandbox.Limits;
import dev.pinfold.sandbox.Pen;
import dev.pinfold.sandbox.PenPlan;
import dev.pinfold.sandbox.Program;
import dev.pinfold.sandbox.SandboxUnavailableException;
import dev.pinfold.sandbox.Start;
import dev.pinfold.sandbox.SystemView;
import dev.pinfold.sandbox.Tier;
import dev.pinfold.sandbox.Toolchains;
import dev.pinfold.sandbox.View;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The folders of a measurement, pens over them, and commands in those pens. */
final class Ground implements AutoCloseable {
  private static final String PATH = System.getenv().getOrDefault("PATH", "/usr/bin:/bin");

  private final Path root;
  private final Path canary;
  private final Fd empty;
  private final Fd sink;

  /** Lays it out below {@code root}. */
  Ground(Path root) throws IOException {
    this.root = root.toRealPath();
    Files.createDirectories(workspace());
    Files.createDirectories(home());
    canary = Files.writeString(this.root.resolve("canary"), "outside\n");
    empty = open(Openat2.O_RDONLY);
    sink = open(Openat2.O_WRONLY);
  }

  private static Fd open(int flags) throws ErrnoException {
    return Fd.own(
        Errno.check("open(/dev/null)", Openat2.openat2(Openat2.AT_FDCWD, "/dev/null", flags, 0)));
  }

  Path workspace() {
    return root.resolve("workspace");
  }

  Path home() {
    return root.resolve("home");
  }

  /** An open /dev/null. */
  Fd empty() {
    return empty;
  }

  /** The same, for writing. */
  Fd sink() {
    return sink;
  }

  /** A pen of tier landlock with the view of an ordinary run. */
  Pen pen() throws IOException {
    return pen(Tier.Choice.LANDLOCK);
  }

  /** The same in a tier. */
  Pen pen(Tier.Choice tier) throws IOException {
    List<Grant> grants =
        new ArrayList<>(
            Toolchains.find("/nonexistent", "/nonexistent", Map.of("PATH", PATH)).grants());
    grants.add(new Grant(workspace().toString(), Access.ALL, Origin.RUN));
    grants.add(new Grant(home().toString(), Access.ALL, Origin.RUN));
    View view = SystemView.get().with(grants);
    try {
      return Pen.open(
          new PenPlan(view, Limits.DEFAULT, canary.toString(), home().toString(), tier, Set.of()));
    } catch (SandboxUnavailableException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** A program in the workspace, with the run's variables and {@code more}. */
  Program program(List<String> more, String... words) {
    List<String> variables = new ArrayList<>(more);
    variables.add("PATH=" + PATH);
    variables.add("GIT_CONFIG_NOSYSTEM=1");
    variables.add("HOME=" + home());
    variables.add("TMPDIR=" + home());
    variables.add("JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=" + home());
    return new Program(words[0], List.of(words), variables, workspace().toString());
  }

  /** Runs {@code program} from its start until it is reaped; it must succeed. */
  void run(Pen pen, Program program) throws IOException {
    switch (pen.start(program, empty, sink, sink)) {
      case Start.Started(_, Fd pidfd) -> {
        try (pidfd) {
          succeed(program, PidFd.reap(pidfd));
        }
      }
      case Start.Failed(String call, int errno) ->
          throw new IOException(program.path() + ": " + call + ": " + Errno.name(errno));
    }
  }

  private static void succeed(Program program, ExitStatus status) throws IOException {
    if (!status.equals(new ExitStatus.Exited(0))) {
      throw new IOException(program.arguments() + ": " + status);
    }
  }

  /** Runs a command outside every pen while the ground is laid; it must succeed. */
  void prepare(String... words) throws IOException, InterruptedException {
    Process process = plain(words).start();
    if (process.waitFor() != 0) {
      throw new IOException(List.of(words) + ": exit " + process.exitValue());
    }
  }

  /** The JDK's way to start the same, without pipes. */
  ProcessBuilder plain(String... words) {
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .directory(workspace().toFile())
            .redirectInput(new java.io.File("/dev/null"))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().keySet().retainAll(Set.of("PATH"));
    return builder;
  }

  /** The absolute path of a program; empty when PATH has none. */
  static String find(String name) {
    for (String folder : PATH.split(":", -1)) {
      Path path = Path.of(folder, name);
      if (Files.isExecutable(path)) {
        return path.toString();
      }
    }
    return "";
  }

  @Override
  public void close() {
    empty.close();
    sink.close();
  }
}
