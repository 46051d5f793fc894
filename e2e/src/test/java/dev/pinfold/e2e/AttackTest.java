package dev.pinfold.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every row of {@code attacks.tsv}, as each identity: it works outside, the pen answers as the
 * table says, the host is unchanged.
 */
class AttackTest {
  @TestFactory
  Stream<DynamicContainer> attacks() throws IOException {
    List<AttackRow> rows = AttackRow.all().stream().filter(AttackTest::isChosen).toList();
    List<DynamicContainer> identities = new ArrayList<>();
    for (Identity identity : Identity.all().toList()) {
      identities.add(DynamicContainer.dynamicContainer(identity.name(), tests(identity, rows)));
    }
    return identities.stream();
  }

  /** All, unless the property pinfold.attacks names acts, apart by commas (e2e/mutate does). */
  private static boolean isChosen(AttackRow row) {
    List<String> acts = List.of(System.getProperty("pinfold.attacks", "").split(","));
    return acts.contains("") || acts.contains(row.act());
  }

  private static Stream<DynamicNode> tests(Identity identity, List<AttackRow> rows)
      throws IOException {
    List<DynamicNode> tests = new ArrayList<>();
    try (Stage stage = new Stage(identity)) {
      stage.write(stage.workspace().resolveSibling("space-other").resolve("file"), Stage.SECRET);
      AttackBatch control;
      try (Targets targets = new Targets(stage)) {
        control = AttackBatch.outside(stage, targets, rows);
      }
      for (PenTier tier : PenTier.values()) {
        tests.add(DynamicContainer.dynamicContainer(tier.id(), inPen(stage, rows, control, tier)));
      }
    }
    return tests.stream();
  }

  private static List<DynamicNode> inPen(
      Stage stage, List<AttackRow> rows, AttackBatch control, PenTier tier) throws IOException {
    List<DynamicNode> tests = new ArrayList<>();
    try (Targets targets = new Targets(stage)) {
      Snapshot home = Snapshot.of(stage.home());
      List<String> processes = targets.processes();
      AttackBatch pen = AttackBatch.inPen(stage, targets, rows, tier);
      tests.add(unchanged("the user's home", List.of(), home.changes(Snapshot.of(stage.home()))));
      tests.add(unchanged("the processes outside", processes, targets.processes()));
      tests.add(unchanged("what reached the servers outside", 0, targets.arrivals()));
      rows.forEach(row -> tests.add(test(stage.identity(), row, control, pen, tier)));
    }
    return tests;
  }

  private static DynamicTest test(
      Identity identity, AttackRow row, AttackBatch control, AttackBatch pen, PenTier tier) {
    return DynamicTest.dynamicTest(
        row.toString(),
        () -> {
          if (row.hasControl()) {
            assertThat(control.verdict(row)).as("outside the pen").isIn(row.control(identity));
          }
          Set<String> held = new HashSet<>(tier.held(row));
          if (row.mayLack(control.verdict(row))) {
            held.add(control.verdict(row));
          }
          assertThat(pen.verdict(row)).as("in the pen").isIn(held);
          assertThat(pen.changed()).as("rows that changed the host").doesNotContain(row.label());
        });
  }

  private static DynamicTest unchanged(String what, Object before, Object after) {
    return DynamicTest.dynamicTest(what + " unchanged", () -> assertThat(after).isEqualTo(before));
  }
}
