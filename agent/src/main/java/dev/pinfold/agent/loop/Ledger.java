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
      // Whatever of it is new to a cache costs the most.
      Usage most = new Usage(0, 0, Context.tokens(next), next.answerTokens());
      Usage uncached = new Usage(Context.tokens(next), 0, 0, next.answerTokens());
      long cost = Math.max(tariff.get().microDollars(most), tariff.get().microDollars(uncached));
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

  /** The answer has come. */
  void settle(Usage used) {
    usage = usage.plus(used);
    tariff.ifPresent(known -> spent += known.microDollars(used));
    reserved = 0;
  }

  /** No answer has come, or none that says what it cost. */
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
