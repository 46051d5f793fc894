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

  private final Map<Refusal, Integer> counts = new LinkedHashMap<>();
  private long dropped;

  synchronized void add(Refusal refusal) {
    if (counts.containsKey(refusal) || counts.size() < MOST) {
      counts.merge(refusal, 1, Integer::sum);
    } else {
      dropped++;
    }
  }

  synchronized List<CountedRefusal> list() {
    return counts.entrySet().stream()
        .map(e -> new CountedRefusal(e.getKey(), e.getValue()))
        .toList();
  }

  synchronized long dropped() {
    return dropped;
  }
}
