package dev.pinfold.cli;

import dev.pinfold.policy.Decision;

/**
 * Exit statuses. Those of {@code exec} follow env(1) and timeout(1); the shell's own are in POSIX,
 * 2.8.2.
 */
final class Exit {
  static final int OK = 0;

  /** {@code log verify} found a journal that is not what was written. */
  static final int BROKEN = 1;

  /** {@code policy test}, {@code diff} and {@code replay}: something is wrong, or differs. */
  static final int DIFFERENT = 1;

  /** {@code agent}: the run ended, and what was asked is not done. */
  static final int NOT_ACHIEVED = 1;

  /** {@code agent}: the run's turns or dollars were used up. */
  static final int OVER_BUDGET = 3;

  /** {@code agent}: the run's time was used up, as timeout(1) says it. */
  static final int OUT_OF_TIME = 124;

  /** {@code agent}: ended by a person: what a shell reports for SIGINT. */
  static final int INTERRUPTED = 128 + 2;

  /** The command line itself is wrong, or a policy file. */
  static final int USAGE = 2;

  /** {@code check}: a person must be asked. */
  static final int ASK = 10;

  /** {@code check}: refused. */
  static final int DENY = 20;

  /** Pinfold could not do it: nothing was run, or not to its end. */
  static final int UNABLE = 125;

  /** Nobody reads the output any more: what a shell reports for SIGPIPE. */
  static final int BROKEN_PIPE = 128 + 13;

  private Exit() {}

  /** What {@code check} and {@code explain} exit with for a decision. */
  static int of(Decision decision) {
    return switch (decision) {
      case ALLOW -> OK;
      case ASK -> ASK;
      case DENY -> DENY;
    };
  }
}
