package dev.pinfold.process;

import java.time.Duration;

/**
 * How long a command may run.
 *
 * @param limit from its start; then the whole tree gets SIGTERM
 * @param grace after SIGTERM; then SIGKILL
 */
public record Timing(Duration limit, Duration grace) {
  /**
   * An hour, the longest that a run may be given without somebody watching; half a second to clean
   * up.
   */
  public static final Timing DEFAULT = new Timing(Duration.ofHours(1), Duration.ofMillis(500));

  /** Checks that both are positive. */
  public Timing {
    if (limit.isNegative() || limit.isZero() || grace.isNegative()) {
      throw new IllegalArgumentException(
          "a time limit must be positive: " + limit + ", grace " + grace);
    }
  }

  /** With another limit. */
  public Timing withLimit(Duration other) {
    return new Timing(other, grace);
  }
}
