package dev.pinfold.prove;

import dev.pinfold.egress.EgressSyntaxException;
import dev.pinfold.egress.Injection;
import dev.pinfold.egress.Secret;
import dev.pinfold.journal.JournalFile;
import dev.pinfold.journal.Verification;
import dev.pinfold.policy.PolicyFileException;
import dev.pinfold.process.Cancellation;
import dev.pinfold.process.Live;
import dev.pinfold.process.Timing;
import dev.pinfold.run.CommandLine;
import dev.pinfold.run.GrantRefusedException;
import dev.pinfold.run.NetworkRequest;
import dev.pinfold.run.RunReport;
import dev.pinfold.run.RunRequest;
import dev.pinfold.run.RunRequest.SandboxMode;
import dev.pinfold.sandbox.Access;
import dev.pinfold.sandbox.Denial;
import dev.pinfold.sandbox.Grant;
import dev.pinfold.sandbox.Limits;
import dev.pinfold.sandbox.Pen;
import dev.pinfold.sandbox.PenPlan;
import dev.pinfold.sandbox.SandboxUnavailableException;
import dev.pinfold.sandbox.SystemView;
import dev.pinfold.sandbox.Tier;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/** Guarantees that whole runs show: each trial first without what it tries, then with it. */
final class RunTrials {

  private static final SandboxMode FREE = new SandboxMode.Off();

  private static final String BUSY = "while :; do :; done";

  /** More than the limit of the trial; a shell that can't start one gives up, or tries again. */
  private static final String MANY_PROCESSES =
      "i=0; while [ $i -lt 40 ]; do sleep 9 & i=$((i+1)); done; echo all";

  private static final int FEW_PROCESSES = 20;

  /** Everywhere that a run has something of its own. */
  private static final String LOOK =
      "export -p; cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline;"
          + " grep -rs . \"$HOME\" \"$TMPDIR\" \"${SSL_CERT_FILE%/*}\"; true";

  private final Scene scene;
  private final TrialRuns runs;
  private final Controls controls;

  RunTrials(Scene scene, Controls controls) {
    this.scene = scene;
    this.controls = controls;
    this.runs = new TrialRuns(scene);
  }

  /** What came of it; not testable here when the system lacks what it needs. */
  Attempt attempt(Probe probe, Trial trial, Tier tier) throws IOException {
    try {
      Optional<Answer> known = controls.of(probe.how());
      Answer control =
          known.isPresent() ? known.get() : controls.keep(probe.how(), control(trial, tier));
      if (!control.isIn(probe.control())) {
        return Attempt.untestable(
            probe.what(), control.toString(), "without it the answer is " + control + ", too");
      }
      scene.restore();
      Answer answer = held(trial, tier);
      boolean holds = answer.isIn(probe.held(tier));
      return new Attempt(
          probe.what(),
          holds ? Verdict.HOLDS : Verdict.DOES_NOT_HOLD,
          answer.toString(),
          control.toString(),
          holds
              ? ""
              : "the answer is " + answer + ", not " + String.join(" or ", probe.held(tier)));
    } catch (SandboxUnavailableException missing) {
      return Attempt.untestable(probe.what(), "", String.valueOf(missing.getMessage()));
    } catch (PolicyFileException unusable) {
      return Attempt.untestable(probe.what(), "", String.valueOf(unusable.getMessage()));
    } finally {
      scene.restore();
    }
  }

  /** What happens where the guarantee does not apply: it must work. */
  private Answer control(Trial trial, Tier tier)
      throws IOException, SandboxUnavailableException, PolicyFileException {
    return switch (trial) {
      case CREDENTIALS -> granted(tier, "notes");
      case TOOLCHAIN -> reads(FREE, "home/.cargo/credentials.toml");
      case JOURNAL -> reads(FREE, "state/pinfold");
      case PROTECTED_FILES ->
          planted(tier).contains("planted") ? Answer.WORKED : Answer.of("refused");
      case SURVIVORS -> survivors(tier, true);
      case ENVIRONMENT, INJECTION ->
          shows(runs.request(tier, "export -p").withVariables(Map.of("PROVE_TOKEN", Scene.SECRET)));
      case TIME -> runs.ended(runs.request(tier, "true"));
      case OUTPUT -> kept(tier, 1000);
      case MEMORY -> runs.ended(memory(tier));
      case PROCESSES -> runs.ended(runs.script(TrialRuns.mode(tier), MANY_PROCESSES));
      case PROCESSOR -> busy(runs.request(tier, BUSY));
      case DISK -> runs.ended(runs.request(tier, "true"));
      case FLOOR, REPOSITORY, POLICY_FILE -> runs.ended(runs.request(tier, "true"));
      case EXEC_GUARD -> judged(tier, false);
      case TAMPERING -> verified(tier, false);
      case FAIL_CLOSED -> opens(tier, "canary");
    };
  }

  private Answer held(Trial trial, Tier tier)
      throws IOException, SandboxUnavailableException, PolicyFileException {
    return switch (trial) {
      case CREDENTIALS -> granted(tier, ".ssh");
      case TOOLCHAIN -> toolchain(tier);
      case JOURNAL -> reads(TrialRuns.mode(tier), "state/pinfold");
      case PROTECTED_FILES -> protectedFiles(tier);
      case SURVIVORS -> survivors(tier, false);
      case ENVIRONMENT -> shows(runs.request(tier, "export -p"));
      case INJECTION -> shows(runs.script(TrialRuns.mode(tier), LOOK).withNetwork(injecting()));
      case TIME ->
          runs.ended(
              runs.request(tier, "sleep 30")
                  .withTiming(new Timing(Duration.ofMillis(300), Duration.ofMillis(100))));
      case OUTPUT -> kept(tier, 3_000_000);
      case MEMORY ->
          runs.ended(memory(tier).withLimits(TrialRuns.LIMITS.withMemoryBytes(32L << 20)));
      case PROCESSES ->
          runs.ended(
              runs.script(TrialRuns.mode(tier), MANY_PROCESSES)
                  .withLimits(TrialRuns.LIMITS.withProcesses(FEW_PROCESSES)));
      case PROCESSOR ->
          busy(runs.request(tier, BUSY).withLimits(TrialRuns.LIMITS.withMilliCpus(100)));
      case DISK ->
          runs.ended(
              runs.request(tier, "true")
                  .withLimits(TrialRuns.LIMITS.withMinFreeDiskBytes(Long.MAX_VALUE / 4)));
      case FLOOR -> runs.ended(runs.request(tier, "rm -rf /usr/no-such-pinfold-prove"));
      case REPOSITORY -> repository(tier);
      case POLICY_FILE -> policyFile(tier);
      case EXEC_GUARD -> judged(tier, true);
      case TAMPERING -> verified(tier, true);
      case FAIL_CLOSED -> opens(tier, "space/file");
    };
  }

  /** The decoy's value for a host that nobody asks. */
  private static NetworkRequest injecting() {
    try {
      Injection injection =
          Injection.parse("PROVE_TOKEN=localhost:9", Secret.of(Scene.SECRET), new SecureRandom());
      return NetworkRequest.of(List.of("localhost:9"), List.of())
          .withCredentials(List.of(new NetworkRequest.Credential(injection, List.of())));
    } catch (EgressSyntaxException e) {
      throw new IllegalStateException("words of our own", e);
    }
  }

  /** Whether a folder of the decoy home can be granted. */
  private Answer granted(Tier tier, String name)
      throws IOException, SandboxUnavailableException, PolicyFileException {
    Grant grant = new Grant(scene.path("home/" + name).toString(), Access.READ, Grant.Origin.USER);
    try {
      // Another group is named: it opens its own places, and no other.
      RunRequest request = runs.request(tier, "true").withCredentials(Set.of("aws"));
      return runs.ended(request.withGrants(List.of(grant)));
    } catch (GrantRefusedException refused) {
      return Answer.REFUSED;
    }
  }

  private Answer reads(SandboxMode mode, String name)
      throws IOException, SandboxUnavailableException, PolicyFileException {
    Path path = scene.path(name);
    String how = Files.isDirectory(path) ? "ls " : "cat ";
    String text = how + path + " > /dev/null && echo reached";
    return runs.out(runs.script(mode, text)).contains("reached") ? Answer.WORKED : Answer.REFUSED;
  }

  private Answer toolchain(Tier tier)
      throws IOException, SandboxUnavailableException, PolicyFileException {
    String out = runs.out(runs.script(TrialRuns.mode(tier), "decoy-tool > /dev/null && echo tool"));
    return out.contains("tool")
        ? reads(TrialRuns.mode(tier), "home/.cargo/credentials.toml")
        : Answer.of("no tool");
  }

  /** Plants a hook in a repository that is made for it; what the run said. */
  private String planted(Tier tier)
      throws IOException, SandboxUnavailableException, PolicyFileException {
    repository();
    // In tier full a folder of hooks that is there could not be changed at all.
    Files.deleteIfExists(scene.workspace().resolve(".git/hooks"));
    return runs.out(
        runs.script(
            TrialRuns.mode(tier),
            "mkdir .git/hooks && echo x > .git/hooks/pre-commit && echo planted"));
  }

  private Answer protectedFiles(Tier tier)
      throws IOException, SandboxUnavailableException, PolicyFileException {
    String out = planted(tier);
    return Files.exists(scene.workspace().resolve(".git/hooks/pre-commit"))
        ? Answer.WORKED
        : Answer.of(out.contains("planted") ? "undone" : "refused");
  }

  private void repository() throws IOException {
    for (String folder : List.of("objects", "refs/heads")) {
      Files.createDirectories(scene.workspace().resolve(".git").resolve(folder));
    }
    scene.write("space/.git/HEAD", "ref: refs/heads/main\n");
    scene.write("space/.git/config", "[core]\n\trepositoryformatversion = 0\n");
  }

  private Answer repository(Tier tier)
      throws IOException, SandboxUnavailableException, PolicyFileException {
    repository();
    return runs.ended(runs.request(tier, "git push origin main"));
  }

  private Answer policyFile(Tier tier)
      throws IOException, SandboxUnavailableException, PolicyFileException {
    scene.write("space/.pinfold/policy.toml", "this is no policy\n");
    try {
      return runs.ended(runs.request(tier, "true"));
    } catch (PolicyFileException expected) {
      return Answer.REFUSED;
    }
  }

  /**
   * A process that ignores what it can ignore. The run is interrupted once it speaks.
   *
   * @param meanwhile whether it is looked for while the run goes on, or afterwards
   */
  private Answer survivors(Tier tier, boolean meanwhile)
      throws IOException, SandboxUnavailableException, PolicyFileException {
    String token = "pinfold-prove-survivor-" + System.nanoTime();
    String stubborn = "trap \"\" TERM HUP INT; echo up; while :; do sleep 1; done";
    RunRequest request =
        runs.script(TrialRuns.mode(tier), "/bin/sh -c '" + stubborn + "' " + token + " &\nwait\n")
            .withTiming(new Timing(Duration.ofSeconds(10), Duration.ofMillis(100)));
    AtomicBoolean seen = new AtomicBoolean();
    try (Cancellation cancellation = new Cancellation()) {
      Live live =
          (_, _, _) -> {
            seen.set(isAlive(token));
            cancellation.cancel();
          };
      runs.run(request, live, cancellation);
    }
    boolean alive = meanwhile ? seen.get() : isAlive(token);
    return alive ? Answer.WORKED : Answer.of("none");
  }

  private static boolean isAlive(String token) throws IOException {
    try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
      return processes.anyMatch(process -> commandLine(process).contains(token));
    }
  }

  private static String commandLine(Path process) {
    try {
      return Files.isDirectory(process)
          ? Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1)
          : "";
    } catch (IOException gone) {
      return "";
    }
  }

  private Answer shows(RunRequest request)
      throws IOException, SandboxUnavailableException, PolicyFileException {
    String out = runs.out(request);
    return out.contains(Scene.SECRET)
        ? Answer.WORKED
        : Answer.of(out.contains("PATH") ? "absent" : "no answer");
  }

  private Answer kept(Tier tier, long bytes)
      throws IOException, SandboxUnavailableException, PolicyFileException {
    RunRequest request =
        runs.request(tier, "head -c " + bytes + " /dev/zero").withKeepBytes(1 << 16);
    if (runs.run(request).end() instanceof RunReport.End.Finished finished
        && finished.out().total() == bytes) {
      return finished.out().dropped() == 0 ? Answer.WORKED : Answer.of("bounded");
    }
    return Answer.of("no answer");
  }

  private RunRequest memory(Tier tier) throws IOException {
    String eater = scene.path("space/eater").toString();
    return runs.request(TrialRuns.mode(tier), new CommandLine.Words(List.of(eater)));
  }

  /** Ended by its time limit: how much of a processor did it have? */
  private Answer busy(RunRequest request)
      throws IOException, SandboxUnavailableException, PolicyFileException {
    Timing timing = new Timing(Duration.ofMillis(700), Duration.ofMillis(50));
    if (runs.run(request.withTiming(timing)).end() instanceof RunReport.End.Finished finished
        && finished.usage().isPresent()) {
      long had = finished.usage().get().processorTime().toMillis();
      return had * 4 > finished.took().toMillis() ? Answer.WORKED : Answer.of("bounded");
    }
    return Answer.of("no answer");
  }

  private Answer judged(Tier tier, boolean guard)
      throws IOException, SandboxUnavailableException, PolicyFileException {
    RunRequest request =
        runs.script(
            new SandboxMode.On(TrialRuns.choice(tier), Set.of(), guard),
            "rm -rf /usr/no-such-pinfold-prove && echo went on");
    return switch (runs.run(request).end()) {
      case RunReport.End.Refused() -> Answer.of("refused before it began");
      case RunReport.End.Finished finished ->
          finished.denials().stream()
                  .anyMatch(counted -> counted.denial().layer() == Denial.Layer.EXEC_GUARD)
              ? Answer.REFUSED
              : Answer.WORKED;
    };
  }

  /** A copy of a run's journal, as it is or with one bit turned round. */
  private Answer verified(Tier tier, boolean changed)
      throws IOException, SandboxUnavailableException, PolicyFileException {
    byte[] journal = Files.readAllBytes(runs.run(runs.request(tier, "true")).journal());
    if (changed) {
      journal[journal.length / 2] ^= 1;
    }
    Path copy = scene.path("run/journal-" + System.nanoTime() + "/journal.jsonl");
    Files.createDirectories(copy.getParent());
    return switch (JournalFile.verify(Files.write(copy, journal))) {
      case Verification.Intact _ -> Answer.WORKED;
      case Verification.Broken _, Verification.Incomplete _ -> Answer.of("noticed");
      case Verification.Running _ -> Answer.of("running");
    };
  }

  /** A pen whose proof can read what it must not. */
  private Answer opens(Tier tier, String canary) throws IOException {
    Grant workspace = new Grant(scene.workspace().toString(), Access.ALL, Grant.Origin.RUN);
    try (Pen _ =
        Pen.open(
            new PenPlan(
                SystemView.get().with(List.of(workspace)),
                Limits.DEFAULT,
                scene.path(canary).toString(),
                scene.path("tmp").toString(),
                TrialRuns.choice(tier),
                Set.of()))) {
      return Answer.WORKED;
    } catch (SandboxUnavailableException refused) {
      return Answer.REFUSED;
    }
  }
}
