package dev.pinfold.agent.model;

import java.time.Duration;
import java.util.Optional;

/** One request gave no answer. Its message is what the server did: "answered 500 …". */
final class FailedTryException extends Exception {
  private static final long serialVersionUID = 1;

  private final ModelException.Kind kind;
  private final boolean passing;
  private final transient Optional<Duration> wait;
  private final transient Usage cost;

  private FailedTryException(
      ModelException.Kind kind,
      boolean passing,
      Optional<Duration> wait,
      Usage cost,
      String message) {
    super(message, null, false, false);
    this.kind = kind;
    this.passing = passing;
    this.wait = wait;
    this.cost = cost;
  }

  /** What would fail again. */
  static FailedTryException lasting(ModelException.Kind kind, String message) {
    return new FailedTryException(kind, false, Optional.empty(), Usage.NONE, message);
  }

  /** What may go well the next time. */
  static FailedTryException passing(String message) {
    return passing(message, Optional.empty());
  }

  /**
   * The same.
   *
   * @param wait how long the server asked to wait
   */
  static FailedTryException passing(String message, Optional<Duration> wait) {
    return new FailedTryException(ModelException.Kind.SERVER, true, wait, Usage.NONE, message);
  }

  /** The same failure, of a request that was paid for. */
  FailedTryException costing(Usage atMost) {
    return new FailedTryException(kind, passing, wait, atMost, message());
  }

  ModelException.Kind kind() {
    return kind;
  }

  boolean isPassing() {
    return passing;
  }

  Optional<Duration> waitAsked() {
    return wait;
  }

  /** What it cost at most. */
  Usage cost() {
    return cost;
  }

  String message() {
    String message = getMessage();
    return message == null ? "" : message;
  }
}
