package dev.pinfold.policy;

import dev.pinfold.shell.Span;
import java.util.List;
import java.util.Optional;

/**
 * A rule as people see it. What it looks for is code in its family's {@link RuleSet}; everything
 * else about it is here.
 *
 * @param id for example {@code floor.delete.outside}
 * @param decision what it says when it matches
 * @param reason why, with {@code {}} in the place of the words that matched
 * @param why what goes wrong without it, for the reference
 * @param suggestion a command that does the harmless part of what was wanted
 * @param blocks commands that it must match
 * @param permits commands that look alike and must pass
 */
record Rule(
    String id,
    Decision decision,
    String reason,
    String why,
    Optional<String> suggestion,
    List<String> blocks,
    List<String> permits) {

  /** The same rule where a word that only the run knows decides whether it matches. */
  Rule asking() {
    return new Rule(
        id,
        Decision.ASK,
        "whether this is the case is only known when it runs: " + reason,
        why,
        suggestion,
        blocks,
        permits);
  }

  /** A longer word is cut where a reason names it; its span shows it whole. */
  private static final int MAX_DETAIL = 200;

  Match match(Span span, String detail, Optional<String> instead) {
    String shown = detail.length() <= MAX_DETAIL ? detail : detail.substring(0, MAX_DETAIL) + "…";
    return new Match(id, decision, reason.replace("{}", shown), span, instead);
  }
}
