package dev.pinfold.sandbox;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The refusals of a run, each kind once with its count; bounded, so that a flood of attempts costs
 * no memory.
 */
final class Refusals {
  /** Different refusals kept. A report that lists more helps nobody; the rest is counted. */
  private static final int MOST = 256;

  private final Map<Refusal, CountedRefusal> counts = new LinkedHashMap<>();
  private long dropped;

  void add(Refusal refusal) {
    add(refusal, List.of());
  }

  /** With who tried it; of repetitions the first is kept. */
  synchronized void add(Refusal refusal, List<Caller.Ancestor> by) {
    CountedRefusal known = counts.get(refusal);
    if (known != null) {
      counts.put(refusal, new CountedRefusal(refusal, known.count() + 1, known.by()));
    } else if (counts.size() < MOST) {
      counts.put(refusal, new CountedRefusal(refusal, 1, by));
    } else {
      dropped++;
    }
  }

  synchronized List<CountedRefusal> list() {
    return List.copyOf(counts.values());
  }

  synchronized long dropped() {
    return dropped;
  }
}
