package dev.pinfold.egress;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a run's proxy goes by.
 *
 * @param log must not block for long: what it holds up is the run's traffic
 * @param interception the hosts whose TLS is looked into; empty for none
 * @param injections credentials that the run uses without having them
 * @param secrets what may not leave, besides the injected values, which are always watched for
 */
public record EgressPlan(
    EgressRules rules,
    EgressLog log,
    ProxyToken token,
    PeerCheck peers,
    Resolver resolver,
    EgressBudget budget,
    Optional<Interception> interception,
    List<Injection> injections,
    List<KnownSecret> secrets) {

  /** Secrets that can be watched for; an injection counts as two. */
  public static final int MOST_SECRETS = 64;

  public EgressPlan {
    injections = List.copyOf(injections);
    secrets = List.copyOf(secrets);
    if (secrets.size() + 2 * injections.size() > MOST_SECRETS) {
      throw new IllegalArgumentException("more than " + MOST_SECRETS + " secrets");
    }
  }

  /** With the machine's look-up, no budget, no interception, and nothing secret. */
  public static EgressPlan of(EgressRules rules, EgressLog log, ProxyToken token, PeerCheck peers) {
    return new EgressPlan(
        rules,
        log,
        token,
        peers,
        Resolver.system(),
        EgressBudget.unlimited(),
        Optional.empty(),
        List.of(),
        List.of());
  }

  /** As this one, looking up elsewhere. */
  public EgressPlan withResolver(Resolver other) {
    return new EgressPlan(
        rules, log, token, peers, other, budget, interception, injections, secrets);
  }

  /** As this one, bounded. */
  public EgressPlan withBudget(EgressBudget other) {
    return new EgressPlan(
        rules, log, token, peers, resolver, other, interception, injections, secrets);
  }

  /** As this one, looking into TLS. */
  public EgressPlan withInterception(Interception other) {
    return new EgressPlan(
        rules, log, token, peers, resolver, budget, Optional.of(other), injections, secrets);
  }

  /** As this one, putting credentials in. */
  public EgressPlan withInjections(List<Injection> others) {
    return new EgressPlan(
        rules, log, token, peers, resolver, budget, interception, others, secrets);
  }

  /** As this one, watching for secrets. */
  public EgressPlan withSecrets(List<KnownSecret> others) {
    return new EgressPlan(
        rules, log, token, peers, resolver, budget, interception, injections, others);
  }

  /**
   * The words whose purpose can't be kept, because TLS hides the requests: they open their hosts
   * for everything. For the report.
   */
  public List<String> unseenPurposes() {
    return rules.limited().stream()
        .filter(rule -> !isSeen(rule))
        .map(EgressRule::word)
        .distinct()
        .toList();
  }

  List<KnownSecret> watched() {
    return Stream.concat(
            secrets.stream(), injections.stream().flatMap(injection -> injection.known().stream()))
        .toList();
  }

  private boolean isSeen(EgressRule rule) {
    return rule.purpose().clear() || interception.filter(looked -> looked.covers(rule)).isPresent();
  }

  boolean looksInto(HostPort target) {
    return interception.filter(looked -> looked.covers(target)).isPresent();
  }
}
