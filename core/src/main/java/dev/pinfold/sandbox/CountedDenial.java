package dev.pinfold.sandbox;

import java.util.List;

/**
 * A denial and how often it happened.
 *
 * @param denial what
 * @param count at least 1
 * @param by who tried it first: the process and its parents, up to the run's command; empty where
 *     nobody knows
 */
public record CountedDenial(Denial denial, long count, List<Caller.Ancestor> by) {
  /** Copies the list. */
  public CountedDenial {
    by = List.copyOf(by);
  }

  /** One of which it isn't known who it was. */
  public CountedDenial(Denial denial, long count) {
    this(denial, count, List.of());
  }
}
