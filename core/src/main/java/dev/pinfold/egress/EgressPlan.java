package dev.pinfold.egress;

/**
 * What a run's proxy goes by.
 *
 * @param log must not block for long: what it holds up is the run's traffic
 */
public record EgressPlan(
    EgressRules rules,
    EgressLog log,
    ProxyToken token,
    PeerCheck peers,
    Resolver resolver,
    EgressBudget budget) {

  /** With the machine's look-up and no budget. */
  public static EgressPlan of(EgressRules rules, EgressLog log, ProxyToken token, PeerCheck peers) {
    return new EgressPlan(rules, log, token, peers, Resolver.system(), EgressBudget.unlimited());
  }

  public EgressPlan withResolver(Resolver other) {
    return new EgressPlan(rules, log, token, peers, other, budget);
  }

  public EgressPlan withBudget(EgressBudget other) {
    return new EgressPlan(rules, log, token, peers, resolver, other);
  }
}
