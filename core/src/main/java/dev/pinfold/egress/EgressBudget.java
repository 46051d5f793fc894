package dev.pinfold.egress;

/**
 * How much a run may use the network; what is reached ends what exceeds it, in mid-stream.
 *
 * @param bytesOut carried from the run, all together
 * @param bytesIn carried to the run, all together
 * @param connections opened, and requests sent
 * @param hosts different ones reached
 */
public record EgressBudget(long bytesOut, long bytesIn, long connections, int hosts) {
  public EgressBudget {
    if (bytesOut < 0 || bytesIn < 0 || connections < 0 || hosts < 0) {
      throw new IllegalArgumentException("a budget below zero");
    }
  }

  /** As much as it likes. */
  public static EgressBudget unlimited() {
    return new EgressBudget(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, Integer.MAX_VALUE);
  }
}
