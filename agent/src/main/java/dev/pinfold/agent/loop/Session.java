package dev.pinfold.agent.loop;

import dev.pinfold.agent.model.Model;
import dev.pinfold.process.Cancellation;
import java.util.Optional;

/**
 * What all parts of one run share.
 *
 * @param task what was asked
 * @param model who works
 * @param record its journal
 * @param watcher who sees it
 * @param ledger what it has used
 * @param cancellation ends it early, whoever wants that
 * @param deadline ends it when its time is used up
 */
record Session(
    AgentTask task,
    Model model,
    RunRecord record,
    Watcher watcher,
    Ledger ledger,
    Cancellation cancellation,
    Deadline deadline) {
  /** Whether somebody or the clock has ended it. */
  Optional<Ending> stopped() {
    if (!cancellation.isCancelled()) {
      return Optional.empty();
    }
    return Optional.of(
        deadline.isPassed()
            ? new Ending(
                Ending.Cause.TIME, "its " + task.budget().time().toSeconds() + " s are used up")
            : new Ending(Ending.Cause.CANCELLED, "it was ended by hand"));
  }
}
