package dev.pinfold.run;

import dev.pinfold.egress.EgressPlan;
import dev.pinfold.egress.EgressProxy;
import dev.pinfold.egress.ProxyToken;
import dev.pinfold.sandbox.Doorway;
import dev.pinfold.sandbox.Pen;
import java.security.SecureRandom;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A run's proxy, from the opening of its pen to its end; or none, for a run without network. */
final class RunProxy implements AutoCloseable {
  private final NetworkLog log;
  private final @Nullable EgressProxy proxy;
  private final Map<String, String> variables;

  private RunProxy(NetworkLog log, @Nullable EgressProxy proxy, Map<String, String> variables) {
    this.log = log;
    this.proxy = proxy;
    this.variables = variables;
  }

  /**
   * Starts it behind the pen's doorway.
   *
   * @param log what is told of all that the run tries
   * @param variables those of the run so far
   */
  static RunProxy start(
      Pen pen, NetworkRequest network, NetworkLog log, Map<String, String> variables) {
    Optional<Doorway> doorway = pen.doorway();
    if (doorway.isEmpty()) {
      return new RunProxy(log, null, variables);
    }
    Doorway way = doorway.get();
    // Not required: Java's clients can't send one. Who connects is known without it: in tier
    // landlock the supervisor made each connection, in tier full nobody else is in that network.
    ProxyToken token = ProxyToken.random(new SecureRandom(), false);
    EgressPlan plan =
        EgressPlan.of(network.rules(), log, token, way::admits).withBudget(network.budget());
    return new RunProxy(
        log,
        EgressProxy.start(plan, way.listener()),
        ProxyVariables.of(token.url(way.port()), way.port(), pen.hidesNames(), network)
            .addedTo(variables));
  }

  /** The variables of the run, with those that lead its clients here. */
  Map<String, String> variables() {
    return variables;
  }

  /** Ends every connection; what was tried. */
  NetworkReport end() {
    close();
    return log.report();
  }

  /** The second time it does nothing. */
  @Override
  public void close() {
    if (proxy != null) {
      proxy.close();
    }
  }
}
