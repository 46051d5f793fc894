package dev.pinfold.agent.loop;

import dev.pinfold.journal.Fields;
import dev.pinfold.journal.Journal;
import java.io.IOException;

/** The journal of one run, and what must not be readable in it. */
final class RunRecord {
  private final Journal journal;
  private final Mask mask;

  RunRecord(Journal journal, Mask mask) {
    this.journal = journal;
    this.mask = mask;
  }

  /** Durable when it returns. Texts that come from outside go through {@link #mask} first. */
  void append(String kind, Fields fields) throws IOException {
    journal.append(kind, fields);
  }

  /** What has happened; no effect waits for it. */
  void add(String kind, Fields fields) throws IOException {
    journal.add(kind, fields);
  }

  String mask(String text) {
    return mask.of(text);
  }

  Mask mask() {
    return mask;
  }

  Journal journal() {
    return journal;
  }
}
