package dev.pinfold.run;

import dev.pinfold.egress.Verdict;
import dev.pinfold.sandbox.CountedDenial;
import java.util.List;

/**
 * All that a run tried to reach through its proxy.
 *
 * @param uses each different one once, in the order of the first attempt
 * @param notListed further attempts, of kinds that are not listed
 * @param unseen words of purposes that were kept to hosts only, because TLS hides the requests
 */
public record NetworkReport(List<NetworkUse> uses, long notListed, List<String> unseen) {
  /** Of a run without a proxy. */
  public static final NetworkReport NOTHING = new NetworkReport(List.of(), 0, List.of());

  /** Copies the lists. */
  public NetworkReport {
    uses = List.copyOf(uses);
    unseen = List.copyOf(unseen);
  }

  /** Those that were let through. */
  public List<NetworkUse> allowed() {
    return uses.stream().filter(use -> use.verdict() instanceof Verdict.Allowed).toList();
  }

  /** Those that were not, as denials. */
  List<CountedDenial> denials() {
    return uses.stream().flatMap(use -> use.denial().stream()).toList();
  }
}
