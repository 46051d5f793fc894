package dev.pinfold.prove;

import dev.pinfold.sandbox.SelfProof;
import dev.pinfold.sandbox.Tier;
import java.time.Duration;
import java.util.List;

/**
 * What was tried on this machine, and what came of it.
 *
 * @param tiers those that were asked for, weakest first
 * @param findings of each guarantee in each tier that works here and claims it
 * @param took how long it took
 */
public record Proof(List<TierState> tiers, List<Finding> findings, Duration took) {
  /** Copies the lists. */
  public Proof {
    tiers = List.copyOf(tiers);
    findings = List.copyOf(findings);
  }

  /**
   * Whether a tier works here.
   *
   * @param tier which
   * @param obstacle why it can't be had; empty where it works
   * @param selfProof what each pen of it tries on itself before the first command
   * @param selfProofTook how long that took in the pen that was tried here
   */
  public record TierState(Tier tier, String obstacle, SelfProof selfProof, Duration selfProofTook) {
    /** Whether pens of it open. */
    public boolean works() {
      return obstacle.isEmpty();
    }
  }

  /** Whether nothing that should hold does not. */
  public boolean holds() {
    return findings.stream().noneMatch(finding -> finding.verdict() == Verdict.DOES_NOT_HOLD);
  }
}
