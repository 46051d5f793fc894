package dev.pinfold.policy;

/** What a policy says of a command, from mildest to strictest; several combine by {@link #max}. */
public enum Decision {
  /** It may run. */
  ALLOW,
  /** A person must be asked: the text does not tell what would happen. */
  ASK,
  /** It may not run. */
  DENY;

  /** Returns the stricter of the two. */
  public Decision max(Decision other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
