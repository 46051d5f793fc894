package dev.pinfold.policy;

import java.util.Locale;

/** Rules of one family: they look at one command at a time and say what they have against it. */
interface RuleSet {
  /** Judges one command; {@code subject.verdicts()} takes what is found. */
  void judge(Subject subject);

  /** The family's name for people: {@code git force} for {@code GitForceRules}. */
  default String family() {
    return getClass()
        .getSimpleName()
        .replaceFirst("Rules$", "")
        .replaceAll("(?<=[a-z])(?=[A-Z])", " ")
        .toLowerCase(Locale.ROOT);
  }
}
