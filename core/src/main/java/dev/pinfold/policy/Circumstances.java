package dev.pinfold.policy;

import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;

/**
 * What rules of policy files may depend on besides the command.
 *
 * @param today the day in UTC, for {@code expires}
 * @param attended whether a person watches the run, for {@code when}
 */
public record Circumstances(LocalDate today, boolean attended) {
  /** The day that {@code clock} shows, and nobody watching: the careful assumption. */
  public static Circumstances unattended(InstantSource clock) {
    return new Circumstances(LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC), false);
  }

  /** The same, with or without somebody watching. */
  public Circumstances withAttended(boolean other) {
    return new Circumstances(today, other);
  }
}
