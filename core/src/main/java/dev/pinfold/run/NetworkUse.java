package dev.pinfold.run;

import dev.pinfold.egress.Attempt;
import dev.pinfold.egress.EgressSyntaxException;
import dev.pinfold.egress.HostPort;
import dev.pinfold.egress.Verdict;
import dev.pinfold.sandbox.CountedDenial;
import dev.pinfold.sandbox.Denial;
import java.util.Optional;

/**
 * Something that a run tried to reach through its proxy, and how often.
 *
 * @param attempt what
 * @param verdict what the rules said
 * @param count at least 1
 * @param bytesOut carried from the run
 * @param bytesIn carried to the run
 */
public record NetworkUse(
    Attempt attempt, Verdict verdict, long count, long bytesOut, long bytesIn) {
  /** The same among the run's denials; empty for what was let through. */
  Optional<CountedDenial> denial() {
    return verdict instanceof Verdict.Refused(String rule, String reason, Optional<String> grant)
        ? Optional.of(
            new CountedDenial(
                new Denial(
                    Denial.Layer.NETWORK,
                    "connect",
                    target(attempt.target()),
                    rule,
                    reason,
                    grant.map(word -> "--allow-host " + word).orElse(""),
                    Denial.Evidence.OBSERVED),
                count))
        : Optional.empty();
  }

  /** As the client wrote it, where that names no host. */
  private static Denial.Target target(String text) {
    try {
      HostPort target = HostPort.parse(text);
      String host = target.host().toString().replace("[", "").replace("]", "");
      return new Denial.Target.Host(host, target.port());
    } catch (EgressSyntaxException _) {
      return new Denial.Target.Call(text);
    }
  }

  NetworkUse again() {
    return new NetworkUse(attempt, verdict, count + 1, bytesOut, bytesIn);
  }

  NetworkUse carried(long out, long in) {
    return new NetworkUse(attempt, verdict, count, bytesOut + out, bytesIn + in);
  }
}
