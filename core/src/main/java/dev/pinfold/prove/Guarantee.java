package dev.pinfold.prove;

import dev.pinfold.sandbox.Tier;
import java.util.List;
import java.util.Set;

/**
 * A sentence about protection.
 *
 * @param section of THREAT_MODEL.md
 * @param ids the names that it goes by, {@code fs.read.outside}; several where it is true of each
 * @param selfProved those of them that each pen proves on itself at its start
 * @param sentence what holds
 * @param by what enforces it
 * @param limits where it ends; empty for no limit
 * @param tiers which of them hold it
 */
public record Guarantee(
    String section,
    List<String> ids,
    Set<String> selfProved,
    String sentence,
    String by,
    String limits,
    Set<Tier> tiers) {
  /** Copies the collections. */
  public Guarantee {
    ids = List.copyOf(ids);
    selfProved = Set.copyOf(selfProved);
    tiers = Set.copyOf(tiers);
  }
}
