package dev.pinfold.agent.model;

import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * How often a request is tried, and what lies between.
 *
 * @param most how many tries
 * @param first what lies between the first and the second at most; twice that comes next
 * @param longest what lies between two at most
 * @param longestAsked a server that asks to wait longer than that is not waited for
 */
record Retries(int most, Duration first, Duration longest, Duration longestAsked) {
  /**
   * Six tries, at most 31 seconds of waiting in all unless a server asks for more: an overload
   * mostly passes within that. Limits by the minute ask for up to one.
   */
  static final Retries DEFAULT =
      new Retries(6, Duration.ofSeconds(1), Duration.ofSeconds(30), Duration.ofSeconds(90));

  /**
   * How long to wait after a try: what the server asked for, else between half and all of the step,
   * by chance, so that many clients do not come back together. Empty if it is too long.
   *
   * @param failed how many tries failed so far
   */
  Optional<Duration> waiting(int failed, Optional<Duration> asked, RandomGenerator random) {
    if (asked.isPresent()) {
      return asked.filter(wait -> wait.compareTo(longestAsked) <= 0);
    }
    long step = Math.min(longest.toMillis(), first.toMillis() << Math.min(failed - 1, 20));
    return Optional.of(Duration.ofMillis(step / 2 + random.nextLong(step / 2 + 1)));
  }
}
