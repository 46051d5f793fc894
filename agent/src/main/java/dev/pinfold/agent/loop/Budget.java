package dev.pinfold.agent.loop;

import java.time.Duration;

/**
 * What a run may use.
 *
 * @param microDollars millionths of a US dollar for the model; hard, where its price is known
 * @param turns how often the model is asked
 * @param time from its start to the beginning of its end
 */
public record Budget(long microDollars, int turns, Duration time) {
  /** Two dollars, 50 turns, an hour: a small task, and no surprise. */
  public static final Budget DEFAULT = new Budget(2_000_000, 50, Duration.ofHours(1));

  /** Checks that there is something of each. */
  public Budget {
    if (microDollars < 0 || turns < 1 || time.isNegative() || time.isZero()) {
      throw new IllegalArgumentException(
          "no budget: " + microDollars + " millionths of a dollar, " + turns + " turns, " + time);
    }
  }
}
