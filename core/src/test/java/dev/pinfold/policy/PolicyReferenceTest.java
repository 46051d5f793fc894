package dev.pinfold.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

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
}
