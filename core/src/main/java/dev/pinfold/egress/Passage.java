package dev.pinfold.egress;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** An attempt that was allowed, under way: what it carries is counted and bounded. */
final class Passage implements AutoCloseable {
  private final EgressEvent judged;
  private final Spending spending;
  private final Consumer<EgressEvent> log;
  private final AtomicLong out = new AtomicLong();
  private final AtomicLong in = new AtomicLong();
  private volatile Verdict verdict;

  Passage(EgressEvent judged, Spending spending, Consumer<EgressEvent> log) {
    this.judged = judged;
    this.spending = spending;
    this.log = log;
    verdict = judged.verdict();
  }

  /** Before {@code bytes} leave. */
  void out(long bytes) throws BudgetSpentException {
    bounded(() -> spending.out(bytes));
    out.addAndGet(bytes);
  }

  /** Before {@code bytes} reach the run. */
  void in(long bytes) throws BudgetSpentException {
    bounded(() -> spending.in(bytes));
    in.addAndGet(bytes);
  }

  /** It ends otherwise than it began. */
  void refuse(Verdict.Refused refused) {
    verdict = refused;
  }

  Verdict verdict() {
    return verdict;
  }

  @Override
  public void close() {
    log.accept(
        new EgressEvent(
            judged.id(),
            judged.at(),
            judged.client(),
            judged.attempt(),
            verdict,
            out.get(),
            in.get()));
  }

  private interface Spend {
    void run() throws BudgetSpentException;
  }

  private void bounded(Spend spend) throws BudgetSpentException {
    try {
      spend.run();
    } catch (BudgetSpentException e) {
      refuse(Gate.overBudget(e.getMessage()));
      throw e;
    }
  }
}
