package dev.pinfold.sandbox;

/**
 * Whether a run may do one thing with a path, and what decides.
 *
 * @param kind what: reading includes listing, writing includes making and removing
 * @param verdict the answer
 * @param by the path of the rule that decides; empty where none does
 */
public record PathAnswer(Kind kind, Verdict verdict, String by) {
  /** What may be done. */
  public enum Kind {
    READ,
    WRITE,
    EXECUTE
  }

  /** What becomes of it. */
  public enum Verdict {
    /** The run's rules allow it, and so does the file. */
    ALLOWED,
    /** The run's rules refuse it. */
    REFUSED,
    /**
     * The run's rules would allow it, but its modes or its file system do not, to anybody's run.
     */
    NOT_PERMITTED
  }
}
