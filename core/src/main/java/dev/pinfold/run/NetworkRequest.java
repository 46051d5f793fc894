package dev.pinfold.run;

import dev.pinfold.egress.EgressBudget;
import dev.pinfold.egress.EgressRules;
import dev.pinfold.egress.EgressSyntaxException;
import java.util.List;

/**
 * What a run may reach of the network, through its proxy.
 *
 * @param allow the words that opened it, as {@link EgressRules#parse} takes them
 * @param deny the words that close it
 * @param rules what they mean
 * @param budget how much it may carry
 */
public record NetworkRequest(
    List<String> allow, List<String> deny, EgressRules rules, EgressBudget budget) {
  /** Nothing, which is what a run has unless somebody says otherwise. */
  public static final NetworkRequest NONE =
      new NetworkRequest(List.of(), List.of(), EgressRules.none(), EgressBudget.unlimited());

  /** Copies the lists. */
  public NetworkRequest {
    allow = List.copyOf(allow);
    deny = List.copyOf(deny);
  }

  /**
   * Reads the words.
   *
   * @throws EgressSyntaxException for the first that can't be used
   */
  public static NetworkRequest of(List<String> allow, List<String> deny)
      throws EgressSyntaxException {
    return new NetworkRequest(
        allow, deny, EgressRules.parse(allow, deny), EgressBudget.unlimited());
  }

  /** Within another budget. */
  public NetworkRequest withBudget(EgressBudget other) {
    return new NetworkRequest(allow, deny, rules, other);
  }

  /** Whether nothing can be reached, so that there is no proxy. */
  public boolean isNone() {
    return rules.isNone();
  }
}
