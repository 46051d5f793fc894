package dev.pinfold.agent.loop;

import dev.pinfold.agent.model.Usage;

/** What tokens of a model cost. */
public interface Tariff {
  /**
   * In millionths of a US dollar, rounded up.
   *
   * @param usage tokens, or the most that there can be
   */
  long microDollars(Usage usage);
}
