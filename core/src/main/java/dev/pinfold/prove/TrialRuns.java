package dev.pinfold.prove;

import dev.pinfold.journal.StateDirectory;
import dev.pinfold.linux.NativeString;
import dev.pinfold.policy.PolicyFileException;
import dev.pinfold.process.Cancellation;
import dev.pinfold.process.DiskFullException;
import dev.pinfold.process.Live;
import dev.pinfold.process.Outcome;
import dev.pinfold.process.Timing;
import dev.pinfold.run.CommandLine;
import dev.pinfold.run.RunReport;
import dev.pinfold.run.RunRequest;
import dev.pinfold.run.RunRequest.SandboxMode;
import dev.pinfold.run.Runner;
import dev.pinfold.run.User;
import dev.pinfold.sandbox.Limits;
import dev.pinfold.sandbox.SandboxUnavailableException;
import dev.pinfold.sandbox.Tier;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Runs in the decoy workspace, of a decoy user, with a state folder of their own. */
final class TrialRuns {
  /** Whether a run may start on this disk is one trial's question, not every one's. */
  static final Limits LIMITS = Limits.DEFAULT.withMinFreeDiskBytes(0);

  private final Scene scene;
  private final Runner runner;
  private final User user;

  TrialRuns(Scene scene) {
    this.scene = scene;
    String home = scene.path("home").toString();
    Map<String, String> environment =
        Map.of(
            "HOME",
            home,
            "PATH",
            home + "/.cargo/bin:/usr/local/bin:/usr/bin:/bin",
            "XDG_STATE_HOME",
            scene.path("state").toString(),
            "XDG_CACHE_HOME",
            scene.path("cache").toString(),
            "XDG_CONFIG_HOME",
            scene.path("config").toString(),
            "PROVE_TOKEN",
            Scene.SECRET);
    user = new User(home, "prove", scene.workspace().toString(), environment);
    runner =
        new Runner(
            StateDirectory.of(environment, Path.of(home)),
            InstantSource.system(),
            new SecureRandom());
  }

  Answer ended(RunRequest request)
      throws IOException, SandboxUnavailableException, PolicyFileException {
    try {
      return switch (run(request).end()) {
        case RunReport.End.Refused() -> Answer.REFUSED;
        case RunReport.End.Finished finished -> answer(finished.outcome());
      };
    } catch (DiskFullException full) {
      return Answer.REFUSED;
    }
  }

  private static Answer answer(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Exited(int code) -> code == 0 ? Answer.WORKED : Answer.of("exit");
      case Outcome.Signalled _ -> Answer.of("exit");
      case Outcome.TimedOut _ -> Answer.of("ended");
      case Outcome.OutOfMemory _ -> Answer.of("killed");
      case Outcome.DiskFull _, Outcome.NotStarted _ -> Answer.REFUSED;
      case Outcome.Interrupted _, Outcome.OutputClosed _ -> Answer.of("interrupted");
    };
  }

  String out(RunRequest request)
      throws IOException, SandboxUnavailableException, PolicyFileException {
    return run(request).end() instanceof RunReport.End.Finished finished
        ? NativeString.decode(finished.out().head())
        : "";
  }

  RunReport run(RunRequest request)
      throws IOException, SandboxUnavailableException, PolicyFileException {
    try (Cancellation never = new Cancellation()) {
      return run(request, Live.NOWHERE, never);
    }
  }

  RunReport run(RunRequest request, Live live, Cancellation cancellation)
      throws IOException, SandboxUnavailableException, PolicyFileException {
    return runner.run(request, live, cancellation);
  }

  RunRequest request(Tier tier, String text) {
    return request(mode(tier), new CommandLine.Text(text));
  }

  /** A script of which no policy sees more than that a shell runs it; without the exec guard. */
  RunRequest script(SandboxMode mode, String text) throws IOException {
    Path file = scene.write("space/script-" + System.nanoTime(), text + "\n");
    return request(mode, new CommandLine.Words(List.of("/bin/sh", file.toString())));
  }

  RunRequest request(SandboxMode mode, CommandLine command) {
    return RunRequest.of(scene.workspace().toString(), command)
        .withUser(user)
        .withSandbox(mode)
        .withTiming(new Timing(Duration.ofSeconds(10), Duration.ofMillis(100)))
        .withLimits(LIMITS);
  }

  static SandboxMode mode(Tier tier) {
    return new SandboxMode.On(choice(tier), Set.of(), false);
  }

  static Tier.Choice choice(Tier tier) {
    return switch (tier) {
      case LANDLOCK -> Tier.Choice.LANDLOCK;
      case FULL -> Tier.Choice.FULL;
    };
  }
}
