package dev.pinfold.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.IntSupplier;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Every condition of the rules is turned round, every text and table entry taken away, one at a
 * time, in the classes as they were compiled: each time a row of the corpora or an example of the
 * rule table must become wrong. A survivor is a condition that no row needs: write the row, or
 * delete the condition.
 */
class ConditionMutationTest {
  static final Set<String> RULES =
      Set.of(
          "DeletionRules",
          "WriteRules",
          "DeviceRules",
          "PowerRules",
          "GitForceRules",
          "OtherPushRules",
          "GitPlaceRules",
          "MachineRules",
          "PublishRules",
          "CredentialRules",
          "ScheduleRules",
          "RepoRules");

  /**
   * What the rows can't tell: texts that are only shown, owners' additions and directories below
   * the workspace, which have tests of their own, and primaries that find refuses for two reasons.
   */
  private static final Pattern NOT_IN_ROWS =
      Pattern.compile(
          ".* text \".*|AllowList\\.(extra|append|judge):.*|AllowedArguments\\.lambda\\$depth.*"
              + "|.* without -(-version|follow|delete|fprint0?|fls|files0-from)(, no row)?");

  /** What a test run says about itself: how much was tried. */
  private record Outcome(int mutants, int evaluations, List<String> survivors) {}

  @Test
  void everyConditionOfARuleDecidesARow() throws Exception {
    Outcome outcome = run(RULES);

    assertThat(outcome.mutants()).isGreaterThan(1500);
    assertThat(outcome.survivors())
        .as("of %d mutants, in %d evaluations", outcome.mutants(), outcome.evaluations())
        .isEmpty();
  }

  @Test
  void everyConditionOfTheAllowListsDecidesARow() throws Exception {
    Outcome outcome = run(Set.of("AllowList", "AllowedArguments"));

    assertThat(outcome.mutants()).isGreaterThan(250);
    assertThat(outcome.survivors())
        .filteredOn(survivor -> !NOT_IN_ROWS.matcher(survivor).matches())
        .as("of %d mutants, in %d evaluations", outcome.mutants(), outcome.evaluations())
        .isEmpty();
  }

  static List<String> survivors(Set<String> classes) throws Exception {
    return run(classes).survivors();
  }

  private static Outcome run(Set<String> classes) throws Exception {
    int first = MutantSwitch.mutants().size();
    Object corpus =
        new MutatedClasses(classes)
            .loadClass(CorpusRun.class.getName())
            .getDeclaredConstructor()
            .newInstance();
    IntPredicate row = (IntPredicate) corpus;
    List<BitSet> rowsOf = rowsByMutant(row, ((IntSupplier) corpus).getAsInt());
    int all = MutantSwitch.mutants().size();
    int evaluations = 0;
    List<String> survivors = new ArrayList<>();
    for (int mutant = first; mutant < all; mutant++) {
      BitSet rows = mutant < rowsOf.size() ? rowsOf.get(mutant) : new BitSet();
      boolean killed = false;
      for (int i = rows.nextSetBit(0); i >= 0 && !killed; i = rows.nextSetBit(i + 1)) {
        killed = !isRight(row, i, mutant);
        evaluations++;
      }
      if (!killed) {
        survivors.add(MutantSwitch.mutants().get(mutant) + (rows.isEmpty() ? ", no row" : ""));
      }
    }
    return new Outcome(all - first, evaluations, survivors);
  }

  /** For each mutant the rows that reach it. */
  private static List<BitSet> rowsByMutant(IntPredicate row, int rows) {
    List<BitSet> rowsOf = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      assertThat(isRight(row, i, -1)).as("row %d without a mutant", i).isTrue();
      int current = i;
      MutantSwitch.reached().stream()
          .forEach(
              mutant -> {
                while (rowsOf.size() <= mutant) {
                  rowsOf.add(new BitSet());
                }
                rowsOf.get(mutant).set(current);
              });
    }
    return rowsOf;
  }

  private static boolean isRight(IntPredicate row, int index, int mutant) {
    MutantSwitch.activate(mutant);
    try {
      return row.test(index);
    } catch (RuntimeException | StackOverflowError e) {
      return false;
    }
  }
}
