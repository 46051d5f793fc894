package dev.pinfold.prove;

/** What is known of a guarantee on this machine. */
public enum Verdict {
  HOLDS("holds"),
  DOES_NOT_HOLD("does not hold"),
  NOT_TESTABLE("not testable here");

  private final String words;

  Verdict(String words) {
    this.words = words;
  }

  /** As people read it. */
  public String words() {
    return words;
  }
}
