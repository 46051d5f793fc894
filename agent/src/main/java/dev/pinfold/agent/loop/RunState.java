package dev.pinfold.agent.loop;

import java.util.Locale;
import java.util.Set;

/** How a run of an agent stands. */
public enum RunState {
  /** It has a name and a journal. */
  QUEUED,
  /** Its clone is made and its pen is tried. */
  PREPARING,
  /** The model works. */
  RUNNING,
  /** Its work is taken over. */
  FINALIZING,
  /** The model says that it is done, and every check agrees. */
  COMPLETED,
  /** It did not achieve what was asked. */
  FAILED,
  /** A person ended it. */
  CANCELLED,
  /** Its dollars or its turns were used up. */
  BUDGET_EXCEEDED,
  /** Its time was used up. */
  TIMED_OUT;

  /** What may follow; nothing follows an end. */
  public Set<RunState> next() {
    return switch (this) {
      case QUEUED -> Set.of(PREPARING, CANCELLED);
      case PREPARING -> Set.of(RUNNING, FAILED, CANCELLED);
      case RUNNING -> Set.of(FINALIZING);
      case FINALIZING -> Set.of(COMPLETED, FAILED, CANCELLED, BUDGET_EXCEEDED, TIMED_OUT);
      case COMPLETED, FAILED, CANCELLED, BUDGET_EXCEEDED, TIMED_OUT -> Set.of();
    };
  }

  /** Whether it has ended. */
  public boolean isEnd() {
    return next().isEmpty();
  }

  /** As journals and reports have it: {@code timed_out}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
