package dev.pinfold.sandbox;

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
 */
public record PenPlan(
    View view,
    Limits limits,
    String canary,
    String tmp,
    Tier.Choice tier,
    Set<Protection> allowedMissing) {
  /** Copies the set. */
  public PenPlan {
    allowedMissing = Set.copyOf(allowedMissing);
  }
}
