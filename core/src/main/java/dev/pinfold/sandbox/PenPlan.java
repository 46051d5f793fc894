package dev.pinfold.sandbox;

import java.util.Set;

/**
 * What a pen is to be like.
 *
 * @param view what the run can reach
 * @param limits for each of its processes
 * @param canary a file of this user's outside the view, for the proof that the pen holds
 * @param allowedMissing protections without which the user is content; each that is then missing is
 *     reported
 */
public record PenPlan(View view, Limits limits, String canary, Set<Protection> allowedMissing) {
  /** Copies the set. */
  public PenPlan {
    allowedMissing = Set.copyOf(allowedMissing);
  }
}
