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
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Tries guarantees on this machine: each attack first outside, against decoys, where it must work;
 * then in a pen, as a command of a run.
 *
 * <p>Thread contract: one thread, free; one proof at a time.
 */
public final class Prover {
  /** Small, so that a probe can hit them. */
  private static final Limits LIMITS =
      Limits.DEFAULT.withOpenFiles(256).withFileSizeBytes(1L << 20);

  private final Scene scene;
  private final Targets targets;
  private final Attacker outside;
  private final RunTrials trials;
  private final Map<String, Answer> controls = new HashMap<>();

  private Prover(Scene scene, Targets targets, Attacker outside) {
    this.scene = scene;
    this.targets = targets;
    this.outside = outside;
    this.trials = new RunTrials(scene);
  }

  /** The names of all guarantees, in the order of THREAT_MODEL.md. */
  public static Set<String> guarantees() {
    Set<String> all = new LinkedHashSet<>();
    GuaranteeFile.builtIn().guarantees().forEach(guarantee -> all.addAll(guarantee.ids()));
    return all;
  }

  /**
   * Tries.
   *
   * @param ids which guarantees
   * @param tiers in which tiers
   * @throws IOException when the decoys can't be made
   */
  public static Proof prove(Set<String> ids, List<Tier> tiers) throws IOException {
    long start = System.nanoTime();
    List<Proof.TierState> states = new ArrayList<>();
    List<Finding> findings = new ArrayList<>();
    try (Scene scene = Scene.make();
        Pen free = Pen.unlocked(Limits.DEFAULT);
        Targets targets = Targets.make(scene, free)) {
      Prover prover = new Prover(scene, targets, new Attacker(scene, free));
      for (Tier tier : tiers) {
        states.add(prover.in(tier, ids, findings));
      }
    }
    return new Proof(states, findings, Duration.ofNanos(System.nanoTime() - start));
  }

  private Proof.TierState in(Tier tier, Set<String> ids, List<Finding> findings)
      throws IOException {
    List<String> before = Targets.penThreads();
    Fd[] lifeline = Fd.pipe();
    try (Fd end = lifeline[0];
        Fd _ = lifeline[1];
        Pen pen = Pen.open(plan(tier))) {
      List<String> penThreads = new ArrayList<>(Targets.penThreads());
      penThreads.removeAll(before);
      Attacker attacker = new Attacker(scene, pen);
      Map<String, String> places = new TreeMap<>(targets.places());
      places.putAll(scene.places());
      places.put("pen", penThreads.getFirst());
      Start.Started peer = attacker.sleeper(end);
      places.put("peer", innermost(peer.pid()));
      try (Fd _ = peer.pidfd()) {
        for (Guarantee guarantee : GuaranteeFile.builtIn().guarantees()) {
          for (String id : guarantee.ids()) {
            if (ids.contains(id) && guarantee.tiers().contains(tier)) {
              findings.add(
                  new Finding(
                      id, guarantee.sentence(), tier, attempts(id, tier, attacker, places)));
            }
          }
        }
      }
      return new Proof.TierState(tier, "", pen.proof());
    } catch (SandboxUnavailableException missing) {
      return new Proof.TierState(
          tier, String.valueOf(missing.getMessage()), new SelfProof(List.of()));
    }
  }

  private PenPlan plan(Tier tier) {
    List<Grant> grants =
        List.of(
            new Grant(scene.workspace().toString(), Access.ALL, Grant.Origin.RUN),
            new Grant(scene.path("readonly").toString(), Access.READ, Grant.Origin.USER));
    View view = SystemView.get().with(grants);
    return new PenPlan(
        view,
        LIMITS,
        scene.path("canary").toString(),
        scene.path("tmp").toString(),
        switch (tier) {
          case LANDLOCK -> Tier.Choice.LANDLOCK;
          case FULL -> Tier.Choice.FULL;
        },
        Set.of(),
        // The exec guard looks at every start, as in a run, and lets all pass.
        Optional.of(_ -> Optional.empty()),
        Network.NONE);
  }

  /** What the calls can't reach they can't have changed. */
  private void renew(String calls) throws IOException {
    if (scene.places().keySet().stream().anyMatch(place -> calls.contains("{" + place + "}"))) {
      scene.renew();
    }
  }

  /** The number that a process has for itself: the last of NSpid, proc_pid_status(5). */
  private static String innermost(int pid) throws IOException {
    return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
        .filter(line -> line.startsWith("NSpid:"))
        .map(line -> line.substring(line.lastIndexOf('\t') + 1).strip())
        .findFirst()
        .orElseThrow();
  }

  private List<Attempt> attempts(
      String id, Tier tier, Attacker attacker, Map<String, String> places) throws IOException {
    List<Attempt> attempts = new ArrayList<>();
    for (Probe probe : ProbeFile.builtIn()) {
      if (probe.guarantee().equals(id) && !probe.held(tier).isEmpty()) {
        attempts.add(
            switch (probe.how()) {
              case Probe.How.Calls(String calls) -> calls(probe, calls, tier, attacker, places);
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
      Probe probe, String calls, Tier tier, Attacker attacker, Map<String, String> places)
      throws IOException {
    Answer control = controls.get(calls);
    if (control == null) {
      Map<String, String> free = new TreeMap<>(places);
      free.put("peer", places.getOrDefault("victim", ""));
      renew(calls);
      control = outside.attempt(calls, free);
      controls.put(calls, control);
      targets.arrivals();
    }
    if (!control.isIn(probe.control())) {
      return Attempt.untestable(
          probe.what(), control.toString(), "outside a pen the answer is " + control + ", too");
    }
    renew(calls);
    Map<String, String> before = scene.untouched();
    Answer answer = attacker.attempt(calls, places);
    String why = "";
    if (!answer.isIn(probe.held(tier))) {
      why = "the answer is " + answer + ", not " + String.join(" or ", probe.held(tier));
    } else if (!scene.untouched().equals(before)) {
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
}
