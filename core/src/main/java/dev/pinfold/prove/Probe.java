package dev.pinfold.prove;

import dev.pinfold.sandbox.Tier;
import java.util.List;
import java.util.Set;

/**
 * One way in which a guarantee is tried, a row of {@code probes.tsv}.
 *
 * @param guarantee which
 * @param cases the rows of the corpus of escapes that it stands for
 * @param what is tried, as people say it
 * @param how it is done
 * @param landlock what must come of it in tier landlock; empty where that tier claims nothing
 * @param full the same for tier full
 * @param control what must come of it outside, else it shows nothing on this machine
 * @param why the control is another than {@code ok}; empty otherwise
 */
record Probe(
    String guarantee,
    List<String> cases,
    String what,
    How how,
    Set<String> landlock,
    Set<String> full,
    Set<String> control,
    String why) {
  /** Copies the collections. */
  Probe {
    cases = List.copyOf(cases);
    landlock = Set.copyOf(landlock);
    full = Set.copyOf(full);
    control = Set.copyOf(control);
  }

  /** The ways to try something. */
  sealed interface How {
    /**
     * System calls by a program in the pen.
     *
     * @param text as {@link CallLine} reads it
     */
    record Calls(String text) implements How {}

    /**
     * A whole run, or what comes before one.
     *
     * @param trial which
     */
    record Run(Trial trial) implements How {}

    /**
     * Not by prove.
     *
     * @param test the test that does
     */
    record Test(String test) implements How {}
  }

  /** What must come of it in {@code tier}; empty where nothing is claimed. */
  Set<String> held(Tier tier) {
    return switch (tier) {
      case LANDLOCK -> landlock;
      case FULL -> full;
    };
  }
}
