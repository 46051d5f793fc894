package dev.pinfold.prove;

import java.util.List;

/**
 * What came of one tier.
 *
 * @param state whether it works here
 * @param findings of each guarantee that it claims, in the order of THREAT_MODEL.md
 */
record TierProof(Proof.TierState state, List<Finding> findings) {
  /** Copies the list. */
  TierProof {
    findings = List.copyOf(findings);
  }
}
