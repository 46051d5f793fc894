package dev.pinfold.policy;

/** Whether a command is what a policy file's rule describes. */
enum Fit {
  /** It is not. */
  NO,
  /** It may be: a word is only known when it runs. */
  MAYBE,
  /** It is. */
  YES;

  static Fit of(boolean holds) {
    return holds ? YES : NO;
  }

  /** Both must hold. */
  Fit and(Fit other) {
    return compareTo(other) <= 0 ? this : other;
  }

  /** One must hold. */
  Fit or(Fit other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
