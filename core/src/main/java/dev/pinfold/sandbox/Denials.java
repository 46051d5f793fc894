package dev.pinfold.sandbox;

import dev.pinfold.linux.SeccompListener;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The denials of a run, each kind once with its count; bounded, so that a flood of attempts costs
 * no memory.
 */
final class Denials {
  /** Different denials kept. A report that lists more helps nobody; the rest is counted. */
  static final int MOST = 256;

  /** Who asks for a trace wants all of it. At about 1 KiB each, this many still are no burden. */
  static final int MOST_TRACED = 4096;

  private final int most;
  private final PenPlan.Watch watch;
  private final int jvm = (int) ProcessHandle.current().pid();
  private final Map<Denial, CountedDenial> counts = new LinkedHashMap<>();
  private final Map<String, Long> notListed = new LinkedHashMap<>();

  /** What a pen tries on itself before is no denial. */
  private boolean begun;

  Denials(int most, PenPlan.Watch watch) {
    this.most = most;
    this.watch = watch;
  }

  /** Of a thread whose attempts are nobody's business: the pen's own. */
  static Denials unheard() {
    return new Denials(0, PenPlan.Watch.QUIET);
  }

  /** The pen is proven: from now on it is the run that tries. */
  synchronized void begin() {
    begun = true;
  }

  /** One more, tried by the caller that waits in {@code call}. Of repetitions the first is kept. */
  void add(Denial denial, SeccompListener call) {
    add(denial, Optional.empty(), call);
  }

  /** The same, where {@code grant} would allow it, if the run could have that. */
  void add(Denial denial, Optional<Grant> grant, SeccompListener call) {
    count(denial, grant, call).ifPresent(watch.listener()::denied);
  }

  /** Empty when it is none that is listed now for the first time. */
  private synchronized Optional<CountedDenial> count(
      Denial denial, Optional<Grant> grant, SeccompListener call) {
    CountedDenial known = counts.get(denial);
    if (!begun) {
      return Optional.empty();
    }
    if (known != null) {
      counts.put(denial, new CountedDenial(denial, known.count() + 1, known.by()));
      return Optional.empty();
    }
    if (counts.size() >= most) {
      notListed.merge(denial.operation(), 1L, Long::sum);
      return Optional.empty();
    }
    String option = grant.filter(watch.grantable()).map(Grant::option).orElse(denial.grant());
    var first = new CountedDenial(denial.withGrant(option), 1, chain(call));
    counts.put(denial, first);
    return Optional.of(first);
  }

  /** The number may be another process's by now, unless the caller still waits afterwards. */
  private List<Caller.Ancestor> chain(SeccompListener call) {
    List<Caller.Ancestor> chain = new Caller(call.thread()).ancestry(jvm);
    return call.stillWaiting() ? chain : List.of();
  }

  synchronized List<CountedDenial> list() {
    return List.copyOf(counts.values());
  }

  /** How many more there were, by operation. */
  synchronized Map<String, Long> notListed() {
    return Map.copyOf(notListed);
  }
}
