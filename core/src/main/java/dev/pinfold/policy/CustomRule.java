package dev.pinfold.policy;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/**
 * A rule from a policy file.
 *
 * @param rule how people see it; {@link Decision#ALLOW} for an exception
 * @param condition which commands it is about
 * @param lifts of an exception: the rules that it takes back
 * @param expires the last day of an exception; of other rules, when somebody should look again
 * @param attended the circumstance in which it applies; empty for any
 * @param line where it starts in its file
 */
record CustomRule(
    Rule rule,
    RuleCondition condition,
    List<String> lifts,
    Optional<LocalDate> expires,
    Optional<Boolean> attended,
    int line) {

  boolean isException() {
    return rule.decision() == Decision.ALLOW;
  }

  boolean isExpired(LocalDate today) {
    return expires.isPresent() && today.isAfter(expires.get());
  }

  /** A refusal outlives its date: nothing gets weaker because time has passed. */
  boolean applies(Circumstances now) {
    boolean fits = attended.isEmpty() || attended.get() == now.attended();
    return fits && !(isException() && isExpired(now.today()));
  }

  /** The rule with a word on its date, once that has passed. */
  CustomRule on(LocalDate today) {
    if (isException() || !isExpired(today)) {
      return this;
    }
    Rule dated =
        new Rule(
            rule.id(),
            rule.decision(),
            rule.reason() + " (this rule was to be looked at again after " + expires.get() + ")",
            rule.why(),
            rule.suggestion(),
            rule.blocks(),
            rule.permits());
    return new CustomRule(dated, condition, lifts, expires, attended, line);
  }
}
