package dev.pinfold.agent.loop;

import dev.pinfold.agent.model.Conversation;
import dev.pinfold.agent.model.Usage;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a run has used of its budget. Dollars are hard: a call that could cost more than is left is
 * not made, and one whose answer never came counts as what it could have cost.
 */
final class Ledger {
  private final Budget budget;
  private final Optional<Tariff> tariff;
  private int turns;
  private long spent;
  private long reserved;
  private Usage usage = Usage.NONE;

  /**
   * @param tariff empty when the price is not known: then turns and time are the budget
   */
  Ledger(Budget budget, Optional<Tariff> tariff) {
    this.budget = budget;
    this.tariff = tariff;
  }

  /** Whether the model may be asked this; then what it can cost is set aside. */
  Optional<Ending> reserve(Conversation next) {
    if (turns >= budget.turns()) {
      return Optional.of(
          new Ending(Ending.Cause.TURNS, "all " + budget.turns() + " turns are used"));
    }
    if (tariff.isPresent()) {
      long cost = most(tariff.get(), next.most());
      if (spent + cost > budget.microDollars()) {
        return Optional.of(
            new Ending(
                Ending.Cause.DOLLARS,
                "the next call of the model could cost "
                    + Dollars.text(cost)
                    + ", and of "
                    + Dollars.text(budget.microDollars())
                    + " only "
                    + Dollars.text(budget.microDollars() - spent)
                    + " are left"));
      }
      reserved = cost;
    }
    turns++;
    return Optional.empty();
  }

  /** Tokens that may be read for the first time cost as much as the dearest way of reading them. */
  private static long most(Tariff known, Usage most) {
    long read = most.input() + most.cacheRead() + most.cacheWrite();
    return Math.max(
        known.microDollars(new Usage(read, 0, 0, most.output())),
        Math.max(
            known.microDollars(new Usage(0, 0, read, most.output())), known.microDollars(most)));
  }

  /**
   * Whether what was set aside is still there after tries that broke off, which the next one needs
   * again.
   *
   * @param lost what they cost at most
   */
  boolean canLose(Usage lost) {
    return tariff.isEmpty()
        || spent + tariff.get().microDollars(lost) + reserved <= budget.microDollars();
  }

  /** The answer has come. */
  void settle(Usage used) {
    usage = usage.plus(used);
    tariff.ifPresent(known -> spent += known.microDollars(used));
    reserved = 0;
  }

  /** It was cut off: nobody knows what it cost. */
  void settleAsReserved() {
    spent += reserved;
    reserved = 0;
  }

  /** What an earlier JVM used in the same run. */
  void carry(int earlierTurns, long earlierMicroDollars, Usage earlier) {
    turns += earlierTurns;
    spent += earlierMicroDollars;
    usage = usage.plus(earlier);
  }

  int turns() {
    return turns;
  }

  long reserved() {
    return reserved;
  }

  long spent() {
    return spent;
  }

  AgentReport.Use use(int toolCalls) {
    return new AgentReport.Use(
        turns,
        toolCalls,
        usage,
        tariff.isPresent() ? OptionalLong.of(spent) : OptionalLong.empty(),
        budget);
  }
}
