package dev.pinfold.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * What is said not to hold in tier landlock really doesn't, and does in tier full: a list of
 * weaknesses that outlives its truth misleads as one that hides some.
 */
class NotHeldTest {
  @TestFactory
  Stream<DynamicContainer> openDoors() throws IOException {
    List<AttackRow> rows = rows();
    List<DynamicContainer> identities = new ArrayList<>();
    for (Identity identity : Identity.all().toList()) {
      try (Stage stage = new Stage(identity);
          Targets targets = new Targets(stage)) {
        AttackBatch landlock = AttackBatch.inPen(stage, targets, rows, PenTier.LANDLOCK);
        AttackBatch full = AttackBatch.inPen(stage, targets, rows, PenTier.FULL);
        identities.add(
            DynamicContainer.dynamicContainer(
                identity.name(),
                rows.stream()
                    .map(
                        row ->
                            DynamicTest.dynamicTest(
                                row.toString(),
                                () -> {
                                  isOpen(row, landlock);
                                  assertThat(full.verdict(row)).isNotIn(row.held());
                                }))));
      }
    }
    return identities.stream();
  }

  private static void isOpen(AttackRow row, AttackBatch pen) {
    assertThat(pen.verdict(row)).as(row.why()).isIn(row.held());
  }

  /** Columns: row, tier, act, arguments, answer, why. */
  private static List<AttackRow> rows() {
    List<List<String>> lines = Table.read("not-held.tsv", 6);
    return IntStream.range(0, lines.size())
        .mapToObj(i -> AttackRow.of(i, open(lines.get(i))))
        .toList();
  }

  private static List<String> open(List<String> line) {
    return List.of(
        line.get(0), line.get(1), line.get(2), line.get(3), line.get(4), AttackRow.OK, line.get(5));
  }
}
