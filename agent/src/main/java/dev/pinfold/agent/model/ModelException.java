package dev.pinfold.agent.model;

/** A model gave no answer. */
public final class ModelException extends Exception {
  private static final long serialVersionUID = 1;

  /** What kind of failure. */
  public enum Kind {
    /** The key is missing or wrong. */
    KEY,
    /** The conversation is longer than the model can read. */
    TOO_LONG,
    /** The server has no such model, or refuses the request as it is. */
    REQUEST,
    /** The server could not be reached, or failed, also when tried again. */
    SERVER,
    /** What the server sent is no answer. */
    ANSWER
  }

  private final Kind kind;
  private final transient Usage lost;

  /**
   * A failure.
   *
   * @param kind of which kind
   * @param message what happened, where, and what to do; no key is ever part of it
   */
  public ModelException(Kind kind, String message) {
    this(kind, message, Usage.NONE);
  }

  /**
   * The same of requests that may have cost something.
   *
   * @param lost what they cost at most
   */
  public ModelException(Kind kind, String message, Usage lost) {
    super(message);
    this.kind = kind;
    this.lost = lost;
  }

  /** Of which kind. */
  public Kind kind() {
    return kind;
  }

  /** What the requests cost at most that gave no answer. */
  public Usage lost() {
    return lost;
  }
}
