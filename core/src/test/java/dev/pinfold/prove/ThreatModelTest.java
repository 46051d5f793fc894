package dev.pinfold.prove;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * THREAT_MODEL.md's tables are made from {@code guarantees.txt}; {@code -Dguarantees=write} writes
 * them. What README.md and THREAT_MODEL.md say of protection beside them names a guarantee.
 */
class ThreatModelTest {
  private static final Path ROOT = Path.of("..");
  private static final Path DOCUMENT = ROOT.resolve("THREAT_MODEL.md");
  private static final Path NO_CLAIMS =
      Path.of("src/test/resources/dev/pinfold/prove/no-claims.txt");

  private static final Path CONFIRMED =
      Path.of("src/test/resources/dev/pinfold/prove/confirmed-sentences.tsv");

  private static final GuaranteeFile FILE = GuaranteeFile.builtIn();

  private static final Set<String> IDS =
      FILE.guarantees().stream()
          .flatMap(guarantee -> guarantee.ids().stream())
          .collect(Collectors.toCollection(TreeSet::new));

  /** Words without which hardly a sentence of ours speaks of protection. */
  private static final Pattern CLAIM =
      Pattern.compile(
          "(?i)\\b(can't|cannot|never|nothing|nobody|none|no|not|without|only|refus\\w*|reject\\w*|stop\\w*|den(y|ies|ied)"
              + "|undo\\w*|dead|die\\w*|kill\\w*|end(s|ed)?|protect\\w*|guard\\w*|boundary|outside|hid\\w*|closed"
              + "|contain\\w*|h[eo]ld\\w*|bound\\w*|limit\\w*|secret\\w*|credential\\w*|safe\\w*|prevent\\w*|block\\w*)\\b");

  private static final Pattern ID = Pattern.compile("`([a-z]+(?:\\.[a-z-]+)+)`");

  @Test
  void theTablesSayWhatTheGuaranteesSay() throws IOException {
    String written = Files.readString(DOCUMENT);
    String expected = ThreatModel.withTables(written, FILE);
    if ("write".equals(System.getProperty("guarantees"))) {
      Files.writeString(DOCUMENT, expected);
    }

    assertThat(Files.readString(DOCUMENT))
        .as("mvn -pl core test -Dtest=ThreatModelTest -Dsurefire.argLine=-Dguarantees=write")
        .isEqualTo(expected);
    for (Guarantee guarantee : FILE.guarantees()) {
      assertThat(expected).contains("<!-- " + guarantee.section() + ": from guarantees.txt -->");
    }
  }

  /**
   * Seen are whole sentences with a word of {@link #CLAIM}; one that makes no claim of protection
   * (it says a limit, or how something is built) stands in {@code no-claims.txt}, where somebody
   * has looked at it. Whether a sentence names the right guarantee, only a reader sees.
   */
  @Test
  void aSentenceAboutProtectionNamesItsGuarantee() throws IOException {
    List<String> looked = Files.readAllLines(NO_CLAIMS);
    List<String> claims = claims();

    assertThat(claims.stream().filter(claim -> !looked.contains(claim)).toList())
        .as("name the guarantee in them, or put them into no-claims.txt if they promise nothing")
        .isEmpty();
    assertThat(looked).as("no-claims.txt: no longer in a document").isSubsetOf(claims);
  }

  /**
   * A sentence that names guarantees is as old as they are: whoever changes it, one of them, or how
   * one is tried, reads them together, and says so by the digest.
   */
  @Test
  void aSentenceIsChangedTogetherWithWhatItNames() throws IOException {
    List<String> confirmed =
        Files.readAllLines(CONFIRMED).stream().filter(line -> !line.startsWith("#")).toList();
    List<String> now =
        sentences().stream()
            .filter(sentence -> named(sentence).anyMatch(IDS::contains))
            .map(ThreatModelTest::confirmation)
            .toList();
    assertThat(now).as("sentences that name a guarantee").hasSizeGreaterThan(20);
    assertThat(now.stream().filter(line -> !confirmed.contains(line)).toList())
        .as(
            "these were changed, or a guarantee that they name: read both, does the sentence still"
                + " say what is tried? then put these lines into confirmed-sentences.tsv")
        .isEmpty();
    assertThat(confirmed).as("confirmed-sentences.tsv: no longer in a document").isSubsetOf(now);
  }

  private static String confirmation(String sentence) {
    String digest = Digests.of(sentence, named(sentence).collect(Collectors.toSet()));
    return digest + "\t" + sentence.substring(0, Math.min(60, sentence.length()));
  }

  @Test
  void everyNamedGuaranteeIsThere() throws IOException {
    for (String document : List.of("README.md", "THREAT_MODEL.md", "ARCHITECTURE.md")) {
      Matcher id = ID.matcher(Files.readString(ROOT.resolve(document)));
      while (id.find()) {
        String family = id.group(1).substring(0, id.group(1).indexOf('.'));
        if (IDS.stream().anyMatch(known -> known.startsWith(family + "."))) {
          assertThat(IDS).as(document).contains(id.group(1));
        }
      }
    }
  }

  /** What has a word of claim, and no guarantee. */
  private static List<String> claims() throws IOException {
    return sentences().stream()
        .filter(sentence -> CLAIM.matcher(sentence).find())
        .filter(sentence -> named(sentence).noneMatch(IDS::contains))
        .toList();
  }

  private static List<String> sentences() throws IOException {
    return Sentences.of(
        Files.readString(ROOT.resolve("README.md")) + "\n\n" + Files.readString(DOCUMENT));
  }

  private static Stream<String> named(String sentence) {
    return Pattern.compile("`([a-z.-]+)`").matcher(sentence).results().map(m -> m.group(1));
  }
}
