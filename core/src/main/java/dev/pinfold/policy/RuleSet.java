package dev.pinfold.policy;

/** Rules of one family: they look at one command at a time and say what they have against it. */
interface RuleSet {
  /** Judges one command; {@code subject.verdicts()} takes what is found. */
  void judge(Subject subject);
}
