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

  /**
   * A failure.
   *
   * @param kind of which kind
   * @param message what happened, where, and what to do; no key is ever part of it
   */
  public ModelException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  /** Of which kind. */
  public Kind kind() {
    return kind;
  }
}
