package dev.pinfold.egress;

import java.net.InetAddress;
import java.util.List;

/** Where a target was found to be. */
sealed interface Route {
  /** At addresses that were judged; no others may be dialled. */
  record To(List<InetAddress> addresses) implements Route {}

  record Refused(Verdict.Refused verdict) implements Route {}

  record Nowhere(String why) implements Route {}
}
