package dev.pinfold.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** No case is without an answer, and none is promised twice over. */
class CoverageTest {
  @Test
  void everyCaseIsAttackedTestedNotHeldOrForLater() throws Exception {
    Set<String> answered = new TreeSet<>(tried());
    answered.addAll(rows("not-held.tsv", 6));
    answered.addAll(rows("later.tsv", 2));
    assertThat(answered).containsAll(rows("cases.tsv", 3));
  }

  @Test
  void noCaseWithATestIsPutOff() throws Exception {
    assertThat(rows("later.tsv", 2)).doesNotContainAnyElementsOf(tried());
  }

  @Test
  void everyAnswerIsForACase() throws Exception {
    Set<String> answered = new TreeSet<>(tried());
    answered.addAll(rows("not-held.tsv", 6));
    answered.addAll(rows("later.tsv", 2));
    assertThat(rows("cases.tsv", 3)).containsAll(answered);
  }

  private static Set<String> tried() throws IOException, URISyntaxException {
    Set<String> tried = AttackRow.all().stream().map(AttackRow::row).collect(Collectors.toSet());
    tried.addAll(tags());
    return tried;
  }

  private static Set<String> rows(String table, int columns) {
    return Table.read(table, columns).stream()
        .map(List::getFirst)
        .filter(row -> !row.equals("row"))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Tags of all tests in this package. */
  private static Set<String> tags() throws IOException, URISyntaxException {
    Path classes =
        Path.of(CoverageTest.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (Stream<Path> files = Files.walk(classes)) {
      return files
          .map(file -> classes.relativize(file).toString())
          .filter(file -> file.endsWith("Test.class"))
          .map(file -> file.substring(0, file.length() - ".class".length()).replace('/', '.'))
          .flatMap(CoverageTest::methods)
          .flatMap(method -> Arrays.stream(method.getAnnotationsByType(Tag.class)))
          .map(Tag::value)
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private static Stream<Method> methods(String name) {
    try {
      return Arrays.stream(Class.forName(name).getDeclaredMethods());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }
}
