package dev.pinfold.sandbox;

import java.util.Optional;
import java.util.Set;

/**
 * What a pen is to be like.
 *
 * @param view what the run can reach
 * @param limits for each of its processes
 * @param canary a file of this user's outside the view, for the proof that the pen holds
 * @param tmp a folder of the run's own, outside the view or in it; in tier full it is /tmp
 * @param tier which tier
 * @param allowedMissing protections without which the user is content; each that is then missing is
 *     reported
 * @param judge who judges the programs that its processes start; empty for no exec guard
 * @param network what it can reach of a network
 */
public record PenPlan(
    View view,
    Limits limits,
    String canary,
    String tmp,
    Tier.Choice tier,
    Set<Protection> allowedMissing,
    Optional<StartJudge> judge,
    Network network) {
  /** A pen without an exec guard and without network. */
  public PenPlan(
      View view,
      Limits limits,
      String canary,
      String tmp,
      Tier.Choice tier,
      Set<Protection> allowedMissing) {
    this(view, limits, canary, tmp, tier, allowedMissing, Optional.empty(), Network.NONE);
  }

  /** Copies the set. */
  public PenPlan {
    allowedMissing = Set.copyOf(allowedMissing);
  }
}
