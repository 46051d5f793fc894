package dev.pinfold.agent.loop;

import dev.pinfold.journal.Fields;
import java.io.IOException;

/** The state of one run; each is in the journal before anything is done in it. */
final class Lifecycle {
  private final RunRecord record;
  private final Watcher watcher;
  private RunState state;

  /**
   * @param state where it stands: {@link RunState#QUEUED}, or where it was when its JVM was killed
   */
  Lifecycle(RunRecord record, Watcher watcher, RunState state) {
    this.record = record;
    this.watcher = watcher;
    this.state = state;
  }

  RunState state() {
    return state;
  }

  /**
   * Goes on to another state.
   *
   * @throws IllegalStateException when it can't follow this one
   */
  void become(RunState next, String reason) throws IOException {
    if (!state.next().contains(next)) {
      throw new IllegalStateException(
          "a run that is " + state.label() + " can't be " + next.label());
    }
    record.append(
        "agent.state",
        Fields.none().with("state", next.label()).with("reason", record.mask(reason)));
    state = next;
    watcher.state(next, reason);
  }
}
