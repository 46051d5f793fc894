package dev.pinfold.process;

import java.time.Duration;
import java.util.OptionalLong;

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

  /**
   * By the kernel, with all that it had started: the run's memory was used up.
   *
   * @param limitBytes how much it was allowed; empty when the machine had no more to give
   */
  record OutOfMemory(OptionalLong limitBytes) implements Outcome {}

  /**
   * Because a file system was about to be full.
   *
   * @param low which, and how little was left
   */
  record DiskFull(DiskFloor.Low low) implements Outcome {}

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
