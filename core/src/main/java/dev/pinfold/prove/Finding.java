package dev.pinfold.prove;

import dev.pinfold.sandbox.Tier;
import java.util.List;

/**
 * What was found of one guarantee in one tier.
 *
 * @param id the guarantee's name
 * @param sentence what it says
 * @param tier which tier
 * @param attempts all that was tried, or would have been
 */
public record Finding(String id, String sentence, Tier tier, List<Attempt> attempts) {
  /** Copies the attempts. */
  public Finding {
    attempts = List.copyOf(attempts);
  }

  /** One attempt that works breaks it; one that fails, and worked outside, confirms it. */
  public Verdict verdict() {
    if (any(Verdict.DOES_NOT_HOLD)) {
      return Verdict.DOES_NOT_HOLD;
    }
    return any(Verdict.HOLDS) ? Verdict.HOLDS : Verdict.NOT_TESTABLE;
  }

  private boolean any(Verdict verdict) {
    return attempts.stream().anyMatch(attempt -> attempt.verdict() == verdict);
  }
}
