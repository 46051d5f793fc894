package dev.pinfold.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pinfold.journal.StateDirectory;
import dev.pinfold.linux.Errno;
import dev.pinfold.linux.ExitStatus;
import dev.pinfold.linux.Fd;
import dev.pinfold.linux.Openat2;
import dev.pinfold.linux.PidFd;
import dev.pinfold.process.Cancellation;
import dev.pinfold.process.Live;
import dev.pinfold.sandbox.Access;
import dev.pinfold.sandbox.Grant;
import dev.pinfold.sandbox.Grant.Origin;
import dev.pinfold.sandbox.Limits;
import dev.pinfold.sandbox.Network;
import dev.pinfold.sandbox.Pen;
import dev.pinfold.sandbox.PenPlan;
import dev.pinfold.sandbox.Program;
import dev.pinfold.sandbox.Start;
import dev.pinfold.sandbox.SystemView;
import dev.pinfold.sandbox.Tier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Many commands and many runs leave nothing of theirs in this JVM or beside it. The property {@code
 * pinfold.numbers=large} asks for 10,000 commands and 200 runs at once.
 */
class LeavesNothingTest {
  private static final boolean LARGE = "large".equals(System.getProperty("pinfold.numbers"));
  private static final int COMMANDS = LARGE ? 10_000 : 300;
  private static final int RUNS = LARGE ? 200 : 40;

  /**
   * What a pen keeps open while it lives: seven namespaces, three rule sets, the holder, the
   * supervisor, a control group. A hundred pens must fit into the 4,096 descriptors of small
   * systems.
   */
  private static final int MOST_DESCRIPTORS = 32;

  @TempDir Path temporary;
  private Path dir = Path.of("/");
  private Path workspace = Path.of("/");

  @BeforeEach
  void folders() throws IOException {
    dir = temporary.toRealPath();
    workspace = Files.createDirectory(dir.resolve("ws"));
    Files.createDirectory(dir.resolve("home"));
    Files.createDirectory(dir.resolve("tmp"));
    Files.writeString(dir.resolve("canary"), "secret");
  }

  /** What could be left. */
  private record Traces(int descriptors, List<String> threads, List<Long> children, int mounts) {
    static Traces now() throws IOException {
      return new Traces(
          descriptorsNow(),
          Thread.getAllStackTraces().keySet().stream()
              .map(Thread::getName)
              .filter(name -> name.startsWith("pinfold"))
              .toList(),
          ProcessHandle.current().children().map(ProcessHandle::pid).toList(),
          Files.readAllLines(Path.of("/proc/self/mountinfo")).size());
    }

    private static int descriptorsNow() throws IOException {
      try (Stream<Path> entries = Files.list(Path.of("/proc/self/fd"))) {
        return (int) entries.count();
      }
    }

    /** The JVM may open a file of its own meanwhile (a jar). */
    void hasNoMoreThan(Traces before) {
      assertThat(descriptors).as("descriptors").isLessThanOrEqualTo(before.descriptors + 5);
      assertThat(threads).as("threads").isEqualTo(before.threads);
      assertThat(children).as("processes").isEqualTo(before.children);
      assertThat(mounts).as("mounts").isEqualTo(before.mounts);
    }
  }

  @ParameterizedTest
  @EnumSource(Tier.class)
  void commandsOneAfterTheOther(Tier tier) throws Exception {
    try (Pen pen = open(tier);
        Fd nothing = devNull()) {
      command(pen, nothing);
      Traces before = Traces.now();
      for (int i = 0; i < COMMANDS; i++) {
        assertThat(command(pen, nothing)).isEqualTo(new ExitStatus.Exited(0));
      }
      Traces.now().hasNoMoreThan(before);
      assertThat(pen.end()).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource(Tier.class)
  void pensAtOnceHoldFewDescriptorsAndGiveThemBack(Tier tier) throws Exception {
    open(tier).close();
    Traces before = Traces.now();
    List<Pen> pens = new ArrayList<>();
    try {
      for (int i = 0; i < 10; i++) {
        pens.add(open(tier));
      }
      assertThat((Traces.now().descriptors - before.descriptors) / 10)
          .as("descriptors a pen")
          .isLessThanOrEqualTo(MOST_DESCRIPTORS);
    } finally {
      for (Pen pen : pens) {
        assertThat(pen.end()).isTrue();
      }
    }
    Traces.now().hasNoMoreThan(before);
  }

  @ParameterizedTest
  @EnumSource(Tier.class)
  void runsAtOnce(Tier tier) throws Exception {
    Runner runner =
        new Runner(
            StateDirectory.of(Map.of(), dir.resolve("home")),
            InstantSource.system(),
            new Random(1));
    assertThat(run(runner, tier, 0)).isZero();
    Traces before = Traces.now();
    // At the same moment, with a thread each.
    CyclicBarrier together = new CyclicBarrier(RUNS);
    try (ExecutorService threads = Executors.newFixedThreadPool(RUNS)) {
      List<Future<Integer>> runs = new ArrayList<>();
      for (int i = 0; i < RUNS; i++) {
        int number = i;
        runs.add(
            threads.submit(
                () -> {
                  together.await();
                  return run(runner, tier, number);
                }));
      }
      for (int i = 0; i < RUNS; i++) {
        assertThat(runs.get(i).get()).isZero();
        assertThat(workspace.resolve("made-" + i)).exists();
      }
    }
    Traces.now().hasNoMoreThan(before);
    try (Stream<Path> left = Files.list(dir.resolve("tmp"))) {
      assertThat(left).isEmpty();
    }
  }

  private int run(Runner runner, Tier tier, int number) throws Exception {
    Map<String, String> environment =
        Map.of("PATH", "/usr/bin:/bin", "TMPDIR", dir.resolve("tmp").toString());
    User user =
        new User(dir.resolve("home").toString(), "tester", workspace.toString(), environment);
    RunRequest request =
        RunRequest.of(
                workspace.toString(),
                new CommandLine.Text("(setsid sleep 600 &); mktemp; echo x > made-" + number))
            .withUser(user)
            .withSandbox(new RunRequest.SandboxMode.On(choice(tier), Set.of(), true));
    try (Cancellation never = new Cancellation()) {
      RunReport report = runner.run(request, Live.NOWHERE, never);
      assertThat(((RunReport.End.Finished) report.end()).pen().gone()).isTrue();
      return report.exitStatus();
    }
  }

  private Pen open(Tier tier) throws Exception {
    return Pen.open(
        new PenPlan(
            SystemView.get().with(List.of(new Grant(workspace.toString(), Access.ALL, Origin.RUN))),
            Limits.DEFAULT,
            dir.resolve("canary").toString(),
            dir.resolve("tmp").toString(),
            choice(tier),
            Set.of(),
            Optional.of(_ -> Optional.empty()),
            Network.NONE));
  }

  private static Tier.Choice choice(Tier tier) {
    return tier == Tier.FULL ? Tier.Choice.FULL : Tier.Choice.LANDLOCK;
  }

  private ExitStatus command(Pen pen, Fd nothing) throws IOException {
    Program program = new Program("/bin/true", List.of("true"), List.of(), workspace.toString());
    Start start = pen.start(program, nothing, nothing, nothing);
    try (Fd pidfd = ((Start.Started) start).pidfd()) {
      return PidFd.reap(pidfd);
    }
  }

  private static Fd devNull() throws IOException {
    return Fd.own(
        Errno.check("open", Openat2.openat2(Openat2.AT_FDCWD, "/dev/null", Openat2.O_RDONLY, 0)));
  }
}
