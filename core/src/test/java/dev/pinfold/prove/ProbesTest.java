package dev.pinfold.prove;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pinfold.sandbox.Tier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every guarantee is tried, every trial is for one, and every case of the corpus has an answer. */
class ProbesTest {
  private static final Path ESCAPES = Path.of("src/test/resources/dev/pinfold/prove/escapes.tsv");
  private static final Path CONFIRMED =
      Path.of("src/test/resources/dev/pinfold/prove/confirmed.tsv");

  private static final GuaranteeFile FILE = GuaranteeFile.builtIn();
  private static final List<Probe> PROBES = ProbeFile.builtIn();

  @Test
  void everyGuaranteeIsTriedInEveryTierThatClaimsIt() {
    List<String> untried = new ArrayList<>();
    for (Guarantee guarantee : FILE.guarantees()) {
      for (String id : guarantee.ids()) {
        for (Tier tier : guarantee.tiers()) {
          if (PROBES.stream().noneMatch(p -> p.guarantee().equals(id) && !p.held(tier).isEmpty())) {
            untried.add(id + " in tier " + tier.id());
          }
        }
      }
    }
    assertThat(untried).as("probes.tsv has no row for").isEmpty();
  }

  @Test
  void everyProbeIsForAGuaranteeThatItsTiersClaim() {
    for (Probe probe : PROBES) {
      Guarantee guarantee =
          FILE.guarantees().stream()
              .filter(g -> g.ids().contains(probe.guarantee()))
              .findFirst()
              .orElseThrow(() -> new AssertionError("no such guarantee: " + probe));
      for (Tier tier : Tier.values()) {
        assertThat(probe.held(tier).isEmpty() || guarantee.tiers().contains(tier))
            .as("%s: %s is not claimed by tier %s", probe.guarantee(), probe.what(), tier.id())
            .isTrue();
      }
    }
  }

  /** The calls of each row can be read: a program comes of them. */
  @Test
  void everyRowOfCallsMakesAProgram() {
    Map<String, String> places = new TreeMap<>();
    for (String name : List.of("out", "ro", "in", "home", "socket", "cgroup")) {
      places.put(name, "/" + name);
    }
    for (String name :
        List.of("victim", "jvm", "pen", "peer", "tcp4", "tcp6", "udp", "segment", "uid")) {
      places.put(name, "7");
    }
    places.put("abstract", "@name");
    for (Probe probe : PROBES) {
      if (probe.how() instanceof Probe.How.Calls(String calls)) {
        assertThat(CallLine.program(calls, places)).as(calls).startsWith(0x7f, 'E', 'L', 'F');
      }
    }
  }

  /** What only a test tries is said so by name, and the test is there. */
  @Test
  void everyTestThatIsNamedIsThere() throws IOException {
    Set<String> tests = new TreeSet<>();
    for (String module : List.of("shell", "linux", "core", "agent", "cli", "e2e")) {
      Path folder = Path.of("..", module, "src", "test", "java");
      try (Stream<Path> files = Files.walk(folder)) {
        files
            .map(file -> String.valueOf(file.getFileName()))
            .filter(name -> name.endsWith("Test.java"))
            .forEach(name -> tests.add(name.substring(0, name.length() - ".java".length())));
      }
    }
    Stream<String> named =
        Stream.concat(
            PROBES.stream()
                .filter(p -> p.how() instanceof Probe.How.Test)
                .map(p -> ((Probe.How.Test) p.how()).test()),
            escapes().stream()
                .filter(row -> row[2].startsWith("test "))
                .map(row -> row[2].substring("test ".length())));
    assertThat(named).isSubsetOf(tests);
  }

  /** A row that is neither probed nor said to be tried elsewhere, or not at all, is a gap. */
  @Test
  void everyCaseOfTheCorpusHasAnAnswerThatIsTrue() throws IOException {
    Set<String> probed =
        PROBES.stream()
            .flatMap(p -> p.cases().stream())
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> rows = new TreeSet<>();
    for (String[] row : escapes()) {
      rows.add(row[0]);
      assertThat(probed.contains(row[0]))
          .as("%s says %s", row[0], row[2])
          .isEqualTo(row[2].equals("probe"));
      assertThat(row[2]).as(row[0]).matches("probe|test \\w+|not claimed|later");
      assertThat(row[3].isEmpty()).as("the reason of %s", row[0]).isEqualTo(row[2].equals("probe"));
    }
    assertThat(rows).hasSizeGreaterThan(180);
    // Scenarios (R…) and starts (S…) have tables of their own.
    assertThat(rows).containsAll(probed.stream().filter(id -> !id.startsWith("R")).toList());
  }

  /**
   * Somebody who changes a sentence, where it ends or how it is tried has to look at the two
   * together, and says so by the digest.
   */
  @Test
  void aSentenceIsChangedTogetherWithItsProbes() throws IOException {
    List<String> confirmed =
        Files.readAllLines(CONFIRMED).stream().filter(line -> !line.startsWith("#")).toList();
    List<String> now = new ArrayList<>();
    for (Guarantee guarantee : FILE.guarantees()) {
      guarantee.ids().forEach(id -> now.add(id + "\t" + Digests.of(id, guarantee)));
    }
    assertThat(now.stream().filter(line -> !confirmed.contains(line)).toList())
        .as(
            "these were changed, or their rows in probes.tsv: read both, do the rows try what the"
                + " sentence says? then put these lines into confirmed.tsv")
        .isEmpty();
    assertThat(confirmed).as("confirmed.tsv: no longer a guarantee").isSubsetOf(now);
  }

  private static List<String[]> escapes() throws IOException {
    return Files.readAllLines(ESCAPES).stream()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.split("\t", -1))
        .toList();
  }
}
