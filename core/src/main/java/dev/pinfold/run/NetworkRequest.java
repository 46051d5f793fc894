package dev.pinfold.run;

import dev.pinfold.egress.EgressBudget;
import dev.pinfold.egress.EgressRules;
import dev.pinfold.egress.EgressSyntaxException;
import dev.pinfold.egress.Injection;
import dev.pinfold.egress.Interception;
import dev.pinfold.policy.PolicyNetwork;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a run may reach of the network, through its proxy.
 *
 * @param allow the words that opened it, as {@link EgressRules#parse} takes them
 * @param deny the words that close it
 * @param rules what they mean
 * @param budget how much it may carry
 * @param intercept hosts whose TLS the proxy looks into, as {@link Interception#of} takes them
 * @param credentials what the run uses without having it
 */
public record NetworkRequest(
    List<String> allow,
    List<String> deny,
    EgressRules rules,
    EgressBudget budget,
    List<String> intercept,
    List<Credential> credentials) {
  /** Nothing, which is what a run has unless somebody says otherwise. */
  public static final NetworkRequest NONE =
      new NetworkRequest(
          List.of(), List.of(), EgressRules.none(), EgressBudget.unlimited(), List.of(), List.of());

  /**
   * A credential that is put into the run's requests on their way out.
   *
   * @param injection which, and where it goes
   * @param files where it came from, if from a file: the run must not be able to read it there
   */
  public record Credential(Injection injection, List<Path> files) {
    /** Copies the list. */
    public Credential {
      files = List.copyOf(files);
    }
  }

  /** Copies the lists. */
  public NetworkRequest {
    allow = List.copyOf(allow);
    deny = List.copyOf(deny);
    intercept = List.copyOf(intercept);
    credentials = List.copyOf(credentials);
  }

  /**
   * Reads the words.
   *
   * @throws EgressSyntaxException for the first that can't be used
   */
  public static NetworkRequest of(List<String> allow, List<String> deny)
      throws EgressSyntaxException {
    return new NetworkRequest(
        allow,
        deny,
        EgressRules.parse(allow, deny),
        EgressBudget.unlimited(),
        List.of(),
        List.of());
  }

  /**
   * As policy files have it: what they deny is closed, and what they allow is open too, unless this
   * one says {@code none}.
   */
  public NetworkRequest heldTo(PolicyNetwork files) {
    List<String> opened = new ArrayList<>(allow);
    if (!allow.contains(EgressRules.NONE)) {
      opened.addAll(PolicyNetwork.texts(files.allow()));
    }
    List<String> closed = new ArrayList<>(PolicyNetwork.texts(files.deny()));
    closed.addAll(deny);
    try {
      return new NetworkRequest(
          opened, closed, EgressRules.parse(opened, closed), budget, intercept, credentials);
    } catch (EgressSyntaxException e) {
      throw new IllegalStateException("each word was read before", e);
    }
  }

  /** Within another budget. */
  public NetworkRequest withBudget(EgressBudget other) {
    return new NetworkRequest(allow, deny, rules, other, intercept, credentials);
  }

  /**
   * Looking into TLS to these hosts.
   *
   * @throws EgressSyntaxException for the first word that can't be used
   */
  public NetworkRequest withIntercept(List<String> hosts) throws EgressSyntaxException {
    Interception.check(hosts);
    return new NetworkRequest(allow, deny, rules, budget, hosts, credentials);
  }

  /**
   * Putting these credentials in.
   *
   * @throws EgressSyntaxException if one is for a host that can't be reached
   */
  public NetworkRequest withCredentials(List<Credential> others) throws EgressSyntaxException {
    for (Credential credential : others) {
      credential.injection().checkReachable(rules);
    }
    return new NetworkRequest(allow, deny, rules, budget, intercept, others);
  }

  /** Whether nothing can be reached, so that there is no proxy. */
  public boolean isNone() {
    return rules.isNone();
  }

  /** Where TLS is looked into: a credential can't be put into what is not read. */
  List<String> lookedInto() {
    return Stream.concat(
            intercept.stream(),
            credentials.stream().map(credential -> credential.injection().place()))
        .distinct()
        .toList();
  }

  List<Injection> injections() {
    return credentials.stream().map(Credential::injection).toList();
  }
}
