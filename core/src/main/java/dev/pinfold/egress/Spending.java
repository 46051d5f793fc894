package dev.pinfold.egress;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** What a run has used of its budget. Safe for many threads. */
final class Spending {
  private final EgressBudget budget;
  private final AtomicLong out = new AtomicLong();
  private final AtomicLong in = new AtomicLong();
  private final Set<Host> hosts = new HashSet<>();
  private long connections;

  Spending(EgressBudget budget) {
    this.budget = budget;
  }

  /** Counts one more connection or request; says why not if the budget has none left. */
  synchronized Optional<String> connect(Host host) {
    if (connections >= budget.connections()) {
      return Optional.of("the run has used its " + budget.connections() + " connections");
    }
    if (!hosts.contains(host) && hosts.size() >= budget.hosts()) {
      return Optional.of("the run has reached its " + budget.hosts() + " different hosts");
    }
    if (out.get() >= budget.bytesOut() || in.get() >= budget.bytesIn()) {
      return Optional.of("the run has used its bytes");
    }
    connections++;
    hosts.add(host);
    return Optional.empty();
  }

  /** Before {@code bytes} leave. */
  void out(long bytes) throws BudgetSpentException {
    if (out.addAndGet(bytes) > budget.bytesOut()) {
      throw new BudgetSpentException("the run has sent its " + budget.bytesOut() + " bytes");
    }
  }

  /** Before {@code bytes} reach the run. */
  void in(long bytes) throws BudgetSpentException {
    if (in.addAndGet(bytes) > budget.bytesIn()) {
      throw new BudgetSpentException("the run has received its " + budget.bytesIn() + " bytes");
    }
  }
}
