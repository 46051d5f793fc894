package dev.pinfold.egress;

import java.util.List;
import java.util.Optional;

/**
 * What a rule opens its hosts for.
 *
 * @param clear whether its requests come in clear text alone, so that none is hidden
 * @param requests empty for everything
 * @param push the branches that may be pushed, for git
 */
record Purpose(
    String name, boolean clear, List<RequestShape> requests, Optional<BranchPattern> push) {
  /** Everything that a host can be used for. */
  static final Purpose HOST = new Purpose("host", false, List.of(), Optional.empty());

  Purpose {
    requests = List.copyOf(requests);
  }

  boolean isLimited() {
    return !requests.isEmpty();
  }

  boolean allows(RequestLine line) {
    return requests.isEmpty() || requests.stream().anyMatch(shape -> shape.matches(line));
  }
}
