package dev.pinfold.process;

import java.time.Duration;

/** How a command ended. */
public sealed interface Outcome {
  /**
   * By itself.
   *
   * @param code its exit status
   */
  record Exited(int code) implements Outcome {}

  /**
   * By a signal that Pinfold did not send.
   *
   * @param signal its number
   */
  record Signalled(int signal) implements Outcome {}

  /**
   * By the clock.
   *
   * @param limit how long it was allowed
   */
  record TimedOut(Duration limit) implements Outcome {}

  /** By the user, or by whoever stopped Pinfold. */
  record Interrupted() implements Outcome {}

  /** Because nobody reads its output any more. */
  record OutputClosed() implements Outcome {}

  /**
   * It never began.
   *
   * @param call the call that failed
   * @param errno why
   */
  record NotStarted(String call, int errno) implements Outcome {}
}
