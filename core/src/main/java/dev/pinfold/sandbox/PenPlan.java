package dev.pinfold.sandbox;

import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

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
 * @param watch how much of what it refuses is told, and to whom
 */
public record PenPlan(
    View view,
    Limits limits,
    String canary,
    String tmp,
    Tier.Choice tier,
    Set<Protection> allowedMissing,
    Optional<StartJudge> judge,
    Network network,
    Watch watch) {
  /**
   * How much of what a pen refuses is told, and to whom.
   *
   * @param traced whether file accesses too, each of which then costs tens of microseconds
   * @param listener is told of each different denial when it happens
   * @param grantable whether the run could have a grant; only such a one is advised
   */
  public record Watch(boolean traced, DenialListener listener, Predicate<Grant> grantable) {
    /** Told is what the supervisor answers anyway, and nobody listens. */
    public static final Watch QUIET = new Watch(false, DenialListener.NONE, _ -> true);

    Denials denials() {
      return new Denials(traced ? Denials.MOST_TRACED : Denials.MOST, this);
    }
  }

  /** One that nobody watches. */
  public PenPlan(
      View view,
      Limits limits,
      String canary,
      String tmp,
      Tier.Choice tier,
      Set<Protection> allowedMissing,
      Optional<StartJudge> judge,
      Network network) {
    this(view, limits, canary, tmp, tier, allowedMissing, judge, network, Watch.QUIET);
  }

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
