package dev.pinfold.agent.loop;

import java.util.Locale;

/**
 * Why a run of an agent has ended.
 *
 * @param cause of which kind
 * @param reason in words
 */
public record Ending(Cause cause, String reason) {
  /** The kinds of reasons, each with the state that it leads to. */
  public enum Cause {
    /** Achieved. */
    DONE(RunState.COMPLETED),
    /** A check did not pass, as often as it was tried. */
    CHECKS(RunState.FAILED),
    /** The model asked again and again for what is refused. */
    REFUSALS(RunState.FAILED),
    /** The model stopped without saying that it is done. */
    UNFINISHED(RunState.FAILED),
    /** The model gave no answer. */
    MODEL(RunState.FAILED),
    /** There was no clone, or no pen. */
    PREPARATION(RunState.FAILED),
    /** The work could not be taken over; the clone stays. */
    WORK(RunState.FAILED),
    /** A person ended it. */
    CANCELLED(RunState.CANCELLED),
    /** All turns were used. */
    TURNS(RunState.BUDGET_EXCEEDED),
    /** The next call of the model could cost more than is left. */
    DOLLARS(RunState.BUDGET_EXCEEDED),
    /** The time was used up. */
    TIME(RunState.TIMED_OUT);

    private final RunState state;

    Cause(RunState state) {
      this.state = state;
    }

    /** The state that it leads to. */
    public RunState state() {
      return state;
    }

    /** As journals and reports have it. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The state that it leads to. */
  public RunState state() {
    return cause.state();
  }
}
