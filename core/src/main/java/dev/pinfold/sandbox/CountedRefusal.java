package dev.pinfold.sandbox;

import java.util.List;

/**
 * A refusal and how often it happened.
 *
 * @param refusal what
 * @param count at least 1
 * @param by who tried it first: the process and its parents, up to the run's command; empty where
 *     that is not looked up
 */
public record CountedRefusal(Refusal refusal, int count, List<Caller.Ancestor> by) {
  /** Copies the list. */
  public CountedRefusal {
    by = List.copyOf(by);
  }

  /** One of which it isn't known who it was. */
  public CountedRefusal(Refusal refusal, int count) {
    this(refusal, count, List.of());
  }
}
