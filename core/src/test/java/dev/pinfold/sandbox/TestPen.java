package dev.pinfold.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pinfold.linux.Errno;
import dev.pinfold.linux.ExitStatus;
import dev.pinfold.linux.Fd;
import dev.pinfold.linux.NativeString;
import dev.pinfold.linux.Openat2;
import dev.pinfold.linux.PidFd;
import dev.pinfold.sandbox.Grant.Origin;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A folder with a workspace, a secret beside it, and the pens that see the one and not the other.
 */
record TestPen(Path dir) {
  /** A command that has ended. */
  record Ended(String output, ExitStatus status) {}

  Path workspace() throws IOException {
    return Files.createDirectories(dir.resolve("ws"));
  }

  Pen open(Tier tier, Grant... more) throws Exception {
    return open(tier, dir.resolve("canary"), more);
  }

  Pen open(Tier tier, Path canary, Grant... more) throws Exception {
    return open(tier, canary, Optional.empty(), Network.NONE, more);
  }

  Pen open(Tier tier, StartJudge judge) throws Exception {
    return open(tier, dir.resolve("canary"), Optional.of(judge), Network.NONE);
  }

  Pen open(Tier tier, Network network) throws Exception {
    return open(tier, dir.resolve("canary"), Optional.empty(), network);
  }

  Pen openTraced(Tier tier, DenialListener listener, Grant... more) throws Exception {
    PenPlan plan = plan(tier, dir.resolve("canary"), Optional.empty(), Network.NONE, more);
    return Pen.open(
        new PenPlan(
            plan.view(),
            plan.limits(),
            plan.canary(),
            plan.tmp(),
            plan.tier(),
            plan.allowedMissing(),
            plan.judge(),
            plan.network(),
            new PenPlan.Watch(true, listener, _ -> true)));
  }

  private Pen open(
      Tier tier, Path canary, Optional<StartJudge> judge, Network network, Grant... more)
      throws Exception {
    return Pen.open(plan(tier, canary, judge, network, more));
  }

  private PenPlan plan(
      Tier tier, Path canary, Optional<StartJudge> judge, Network network, Grant... more)
      throws IOException {
    List<Grant> grants = new ArrayList<>(List.of(more));
    grants.add(new Grant(workspace().toString(), Access.ALL, Origin.RUN));
    Files.writeString(canary, "secret");
    return new PenPlan(
        SystemView.get().with(grants),
        Limits.DEFAULT,
        canary.toString(),
        Files.createDirectories(dir.resolve("tmp")).toString(),
        tier == Tier.FULL ? Tier.Choice.FULL : Tier.Choice.LANDLOCK,
        Set.of(),
        judge,
        network);
  }

  Ended sh(Pen pen, String text) throws Exception {
    return sh(pen, workspace().toString(), text);
  }

  Ended sh(Pen pen, String folder, String text) throws Exception {
    Fd[] out = Fd.pipe();
    Start start = start(pen, program(folder, text), out[1]);
    out[1].close();
    assertThat(start).isInstanceOf(Start.Started.class);
    String output = read(out[0]);
    try (Fd pidfd = ((Start.Started) start).pidfd()) {
      return new Ended(output, PidFd.reap(pidfd));
    }
  }

  static Program program(String folder, String text) {
    return new Program("/bin/sh", List.of("sh", "-c", text), List.of("PATH=/usr/bin:/bin"), folder);
  }

  static Start start(Pen pen, Program program, Fd out) throws IOException {
    try (Fd nothing = Fd.own(Openat2.openat2(Openat2.AT_FDCWD, "/dev/null", Openat2.O_RDONLY, 0))) {
      return pen.start(program, nothing, out, out);
    }
  }

  private static String read(Fd fd) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (Arena arena = Arena.ofConfined();
        fd) {
      MemorySegment buffer = arena.allocate(4096);
      for (long n = Errno.check("read", fd.read(buffer));
          n > 0;
          n = Errno.check("read", fd.read(buffer))) {
        bytes.writeBytes(buffer.asSlice(0, n).toArray(ValueLayout.JAVA_BYTE));
      }
    }
    return NativeString.decode(bytes.toByteArray());
  }
}
