package dev.pinfold.prove;

import dev.pinfold.linux.Fd;
import dev.pinfold.sandbox.Access;
import dev.pinfold.sandbox.Grant;
import dev.pinfold.sandbox.Limits;
import dev.pinfold.sandbox.Network;
import dev.pinfold.sandbox.Pen;
import dev.pinfold.sandbox.PenPlan;
import dev.pinfold.sandbox.SandboxUnavailableException;
import dev.pinfold.sandbox.SelfProof;
import dev.pinfold.sandbox.Start;
import dev.pinfold.sandbox.SystemView;
import dev.pinfold.sandbox.Tier;
import dev.pinfold.sandbox.View;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** All attacks on one tier: its pen, the decoys, and who attacks from outside and inside. */
final class Siege {
  /** Small, so that a probe can hit them. */
  private static final Limits LIMITS =
      Limits.DEFAULT.withOpenFiles(256).withFileSizeBytes(1L << 20);

  private final Tier tier;
  private final Scene scene;
  private final Targets targets;
  private final Attacker outside;
  private final Controls controls;
  private final RunTrials trials;
  private final List<Probe> probes = ProbeFile.builtIn();

  private Siege(Tier tier, Scene scene, Targets targets, Attacker outside, Controls controls) {
    this.tier = tier;
    this.scene = scene;
    this.targets = targets;
    this.outside = outside;
    this.controls = controls;
    this.trials = new RunTrials(scene, controls);
  }

  /**
   * Tries, on the caller's thread, which must be free.
   *
   * @param backwards the last guarantee first
   * @throws IOException when the decoys can't be made
   */
  static TierProof of(Tier tier, Set<String> ids, Controls controls, boolean backwards)
      throws IOException {
    try (Scene scene = Scene.make();
        Pen free = Pen.unlocked(Limits.DEFAULT);
        Targets targets = Targets.make(scene, free)) {
      Attacker outside = new Attacker(scene, free);
      return new Siege(tier, scene, targets, outside, controls).lay(ids, backwards);
    }
  }

  private TierProof lay(Set<String> ids, boolean backwards) throws IOException {
    Fd[] lifeline = Fd.pipe();
    try (Fd end = lifeline[0];
        Fd _ = lifeline[1];
        Pen pen = Pen.open(plan())) {
      Attacker inside = new Attacker(scene, pen);
      Map<String, String> places = new TreeMap<>(targets.places());
      places.putAll(scene.places());
      places.put("pen", Integer.toString(pen.threadNumber()));
      Start.Started peer = inside.sleeper(end);
      places.put("peer", innermost(peer.pid()));
      try (Fd _ = peer.pidfd()) {
        return new TierProof(
            new Proof.TierState(tier, "", pen.proof(), pen.proofTook()),
            findings(ids, backwards, inside, places));
      }
    } catch (SandboxUnavailableException missing) {
      String obstacle = String.valueOf(missing.getMessage());
      return new TierProof(
          new Proof.TierState(tier, obstacle, new SelfProof(List.of()), Duration.ZERO), List.of());
    }
  }

  private PenPlan plan() {
    List<Grant> grants =
        List.of(
            new Grant(scene.workspace().toString(), Access.ALL, Grant.Origin.RUN),
            new Grant(scene.programs().toString(), Access.READ_EXECUTE, Grant.Origin.RUN),
            new Grant(scene.path("readonly").toString(), Access.READ, Grant.Origin.USER));
    View view = SystemView.get().with(grants);
    return new PenPlan(
        view,
        LIMITS,
        scene.path("canary").toString(),
        scene.path("tmp").toString(),
        TrialRuns.choice(tier),
        Set.of(),
        // The exec guard looks at every start, as in a run, and lets all pass.
        Optional.of(_ -> Optional.empty()),
        Network.NONE);
  }

  /** The number that a process has for itself: the last of NSpid, proc_pid_status(5). */
  private static String innermost(int pid) throws IOException {
    return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
        .filter(line -> line.startsWith("NSpid:"))
        .map(line -> line.substring(line.lastIndexOf('\t') + 1).strip())
        .findFirst()
        .orElseThrow();
  }

  private List<Finding> findings(
      Set<String> ids, boolean backwards, Attacker inside, Map<String, String> places)
      throws IOException {
    List<Guarantee> guarantees = GuaranteeFile.builtIn().guarantees();
    List<Finding> findings = new ArrayList<>();
    for (Guarantee guarantee : backwards ? guarantees.reversed() : guarantees) {
      for (String id : backwards ? guarantee.ids().reversed() : guarantee.ids()) {
        if (ids.contains(id) && guarantee.tiers().contains(tier)) {
          findings.add(new Finding(id, guarantee.sentence(), tier, attempts(id, inside, places)));
        }
      }
    }
    return backwards ? findings.reversed() : findings;
  }

  private List<Attempt> attempts(String id, Attacker inside, Map<String, String> places)
      throws IOException {
    List<Attempt> attempts = new ArrayList<>();
    for (Probe probe : probes) {
      if (probe.guarantee().equals(id) && !probe.held(tier).isEmpty()) {
        attempts.add(
            switch (probe.how()) {
              case Probe.How.Calls calls -> calls(probe, calls, inside, places);
              case Probe.How.Run(Trial trial) -> trials.attempt(probe, trial, tier);
              case Probe.How.Test(String test) ->
                  Attempt.untestable(
                      probe.what(), "", "only " + test + " tries it: " + probe.why());
            });
      }
    }
    return attempts;
  }

  private Attempt calls(
      Probe probe, Probe.How.Calls calls, Attacker inside, Map<String, String> places)
      throws IOException {
    Optional<Answer> known = controls.of(calls);
    Answer control = known.isPresent() ? known.get() : control(calls, places);
    if (!control.isIn(probe.control())) {
      return Attempt.untestable(
          probe.what(), control.toString(), "outside a pen the answer is " + control + ", too");
    }
    Answer answer = inside.attempt(calls.text(), places);
    boolean touched = scene.restore();
    String why = "";
    if (!answer.isIn(probe.held(tier))) {
      why = "the answer is " + answer + ", not " + String.join(" or ", probe.held(tier));
    } else if (touched) {
      why = "it changed something outside";
    } else if (targets.arrivals() > 0) {
      why = "it reached a server outside";
    }
    return new Attempt(
        probe.what(),
        why.isEmpty() ? Verdict.HOLDS : Verdict.DOES_NOT_HOLD,
        answer.toString(),
        control.toString(),
        why);
  }

  private Answer control(Probe.How.Calls calls, Map<String, String> places) throws IOException {
    Map<String, String> free = new TreeMap<>(places);
    free.put("peer", places.getOrDefault("victim", ""));
    Answer answer = outside.attempt(calls.text(), free);
    scene.restore();
    targets.arrivals();
    return controls.keep(calls, answer);
  }
}
