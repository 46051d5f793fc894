package dev.pinfold.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code docs/reference/policy.md} is made from the rule table; {@code -Dpolicy.reference=write}
 * writes it.
 */
class PolicyReferenceTest {
  private static final Path DOCUMENT = Path.of("..", "docs", "reference", "policy.md");

  @Test
  void theReferenceSaysWhatTheRuleTableSays() throws IOException {
    String expected = PolicyReference.text(RuleTable.builtIn());
    if ("write".equals(System.getProperty("policy.reference"))) {
      Files.createDirectories(DOCUMENT.resolve("..").normalize());
      Files.writeString(DOCUMENT, expected);
    }

    assertThat(Files.readString(DOCUMENT)).isEqualTo(expected);
  }

  private static final Pattern ROW = Pattern.compile("\\| `([^`]+)` \\|.*");

  private static final Pattern SECTION = Pattern.compile("In `([^`]+)`.*:");

  /** The keys that the document lists, by table, against those that the reader takes. */
  @Test
  void theReferenceHasTheKeysThatTheReaderKnows() throws IOException {
    Map<String, List<String>> documented = new TreeMap<>();
    boolean keys = false;
    String section = "";
    for (String line : Files.readAllLines(DOCUMENT)) {
      keys = line.startsWith("#") ? line.equals("### Keys") : keys;
      Matcher named = SECTION.matcher(line);
      section = named.matches() ? named.group(1) : section;
      Matcher row = ROW.matcher(line);
      if (keys && row.matches()) {
        documented.computeIfAbsent(section, _ -> new ArrayList<>()).add(row.group(1));
      }
    }
    documented.forEach(
        (table, labels) -> {
          assertThat(PolicyKey.labels(table)).as(table).isEqualTo(labels);
          Problems problems = new Problems("x");
          TomlValue.Table all = new TomlValue.Table(TomlValue.Table.Origin.HEADER, 1);
          labels.forEach(label -> all.values().put(label, new TomlValue.Flag(true, 1)));
          all.values().put("no-such-key", new TomlValue.Flag(true, 1));
          assertThat(new PolicySection(table, all, problems).line()).isEqualTo(1);
          assertThat(problems.all())
              .extracting(PolicyProblem::what)
              .singleElement()
              .asString()
              .startsWith("unknown key 'no-such-key'");
        });
    assertThat(documented.values().stream().mapToInt(List::size).sum())
        .isEqualTo(PolicyKey.values().length);
  }

  /** The example of the reference is a file that can be used, and holds what it says. */
  @Test
  void theExampleOfTheReferenceCanBeUsed(@TempDir Path folder) throws Exception {
    String document = Files.readString(DOCUMENT);
    int start = document.indexOf("```toml\n") + 8;
    Path file =
        Files.writeString(
            folder.resolve("policy.toml"),
            document.substring(start, document.indexOf("```", start)));
    Files.writeString(folder.resolve("cloud.toml"), "schema = 1\n");
    PolicyFiles files = PolicyFiles.load(PolicyPlaces.only(List.of(file.toString())));
    assertThat(files.examples()).hasSize(7).allMatch(ExampleResult::right);
  }
}
