package dev.pinfold.run;

import dev.pinfold.egress.EgressPlan;
import dev.pinfold.egress.EgressProxy;
import dev.pinfold.egress.EgressSyntaxException;
import dev.pinfold.egress.Injection;
import dev.pinfold.egress.Interception;
import dev.pinfold.egress.ProxyToken;
import dev.pinfold.egress.RunAuthority;
import dev.pinfold.egress.TrustFiles;
import dev.pinfold.egress.TrustedAuthorities;
import dev.pinfold.sandbox.Doorway;
import dev.pinfold.sandbox.Pen;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A run's proxy, from the opening of its pen to its end; or none, for a run without network. */
final class RunProxy implements AutoCloseable {
  private final NetworkLog log;
  private final @Nullable EgressProxy proxy;
  private final Map<String, String> variables;
  private final List<String> unseen;

  private RunProxy(
      NetworkLog log,
      @Nullable EgressProxy proxy,
      Map<String, String> variables,
      List<String> unseen) {
    this.log = log;
    this.proxy = proxy;
    this.variables = variables;
    this.unseen = unseen;
  }

  /**
   * Starts it behind the pen's doorway.
   *
   * @param log what is told of all that the run tries
   * @param variables those of the run so far
   * @param trust a folder that the run can read, for what its clients are to trust
   */
  static RunProxy start(
      Pen pen, RunRequest request, NetworkLog log, Map<String, String> variables, Path trust)
      throws IOException {
    Optional<Doorway> doorway = pen.doorway();
    if (doorway.isEmpty()) {
      return new RunProxy(log, null, variables, List.of());
    }
    Doorway way = doorway.get();
    NetworkRequest network = request.network();
    SecureRandom random = new SecureRandom();
    // Not required: Java's clients can't send one. Who connects is known without it: in tier
    // landlock the supervisor made each connection, in tier full nobody else is in that network.
    ProxyToken token = ProxyToken.random(random, false);
    EgressPlan plan =
        EgressPlan.of(network.rules(), log, token, way::admits)
            .withBudget(network.budget())
            .withInjections(network.injections());
    Map<String, String> all =
        ProxyVariables.of(token.url(way.port()), way.port(), pen.hidesNames(), network)
            .addedTo(variables);
    if (!network.lookedInto().isEmpty()) {
      RunAuthority authority = RunAuthority.create(random, Clock.systemUTC());
      TrustedAuthorities usual = TrustedAuthorities.of(request.user().environment());
      plan = plan.withInterception(interception(network.lookedInto(), authority, usual, random));
      all = TrustVariables.added(TrustFiles.write(trust, authority, usual), all);
    }
    return new RunProxy(
        log,
        EgressProxy.start(plan, way.listener()),
        withStandIns(all, network.injections()),
        plan.unseenPurposes());
  }

  private static Interception interception(
      List<String> hosts, RunAuthority authority, TrustedAuthorities usual, SecureRandom random) {
    try {
      return Interception.of(hosts, authority, usual.client(), random);
    } catch (EgressSyntaxException e) {
      throw new IllegalStateException("a request holds only words that were read before", e);
    }
  }

  private static Map<String, String> withStandIns(
      Map<String, String> variables, List<Injection> injections) {
    Map<String, String> all = new TreeMap<>(variables);
    injections.forEach(injection -> all.put(injection.name(), injection.standIn()));
    return all;
  }

  /** The variables of the run, with those that lead its clients here. */
  Map<String, String> variables() {
    return variables;
  }

  /** Ends every connection; what was tried. */
  NetworkReport end() {
    close();
    return log.report(unseen);
  }

  /** The second time it does nothing. */
  @Override
  public void close() {
    if (proxy != null) {
      proxy.close();
    }
  }
}
