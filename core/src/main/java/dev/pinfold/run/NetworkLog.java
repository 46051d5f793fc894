package dev.pinfold.run;

import dev.pinfold.egress.Attempt;
import dev.pinfold.egress.EgressEvent;
import dev.pinfold.egress.EgressLog;
import dev.pinfold.egress.Verdict;
import dev.pinfold.journal.Journal;
import dev.pinfold.sandbox.DenialListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a run tried to reach: each different attempt is in the journal before it leaves, or among
 * the run's denials, and in the report with its count. Bounded, so that a flood of attempts costs
 * no memory and no disk.
 *
 * <p>Thread contract: the proxy's threads write, any thread reads.
 */
final class NetworkLog implements EgressLog {
  /** Different attempts that are kept; a run that reaches for more is counted. */
  private static final int MOST = 1024;

  /** Attempts of one kind. */
  private record Kind(Attempt attempt, Verdict verdict) {}

  private final Journal journal;
  private final DenialListener denials;
  private final Map<Kind, NetworkUse> uses = new LinkedHashMap<>();
  private final Map<Long, Kind> open = new LinkedHashMap<>();
  private long notListed;

  /**
   * @param journal where what was allowed is on record before it happens
   * @param denials is told of what was not
   */
  NetworkLog(Journal journal, DenialListener denials) {
    this.journal = journal;
    this.denials = denials;
  }

  @Override
  public synchronized void judged(EgressEvent event) {
    boolean kept = keep(event);
    if (kept && event.verdict() instanceof Verdict.Allowed) {
      open.put(event.id(), new Kind(event.attempt(), event.verdict()));
    }
  }

  @Override
  public synchronized void ended(EgressEvent event) {
    Kind kind = open.remove(event.id());
    if (kind != null) {
      uses.computeIfPresent(kind, (_, use) -> use.carried(event.bytesOut(), event.bytesIn()));
    }
    if (event.verdict() instanceof Verdict.Refused) {
      // It was let through and ended in mid-stream: a denial of its own.
      keep(event);
    }
  }

  /** Counts it; puts it on record when it is the first of its kind. */
  private boolean keep(EgressEvent event) {
    Kind kind = new Kind(event.attempt(), event.verdict());
    NetworkUse known = uses.get(kind);
    if (known != null) {
      uses.put(kind, known.again());
      return true;
    }
    if (uses.size() >= MOST) {
      if (notListed++ == 0) {
        record(() -> JournalEntries.reachedForMore(journal, MOST));
      }
      return false;
    }
    NetworkUse first = new NetworkUse(event.attempt(), event.verdict(), 1, 0, 0);
    if (event.verdict() instanceof Verdict.Allowed(String rule, String purpose)) {
      record(() -> JournalEntries.reachedFor(journal, event.attempt(), rule, purpose));
    }
    uses.put(kind, first);
    first.denial().ifPresent(denials::denied);
    return true;
  }

  /**
   * All of it.
   *
   * @param unseen words whose purpose the proxy could not see
   */
  synchronized NetworkReport report(List<String> unseen) {
    return new NetworkReport(uses.values().stream().toList(), notListed, unseen);
  }

  /** Writes an entry. */
  private interface Entry {
    void write() throws IOException;
  }

  /** What can't be put on record must not happen: the proxy refuses then. */
  private static void record(Entry entry) {
    try {
      entry.write();
    } catch (IOException e) {
      throw new UncheckedIOException("an attempt to reach the network can't be recorded", e);
    }
  }
}
