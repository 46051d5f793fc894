package dev.pinfold.agent.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Words become models, and models have prices or none. */
class ModelsTest {
  private static Optional<ApiKey> key() throws ModelException {
    return Optional.of(ApiKey.of("sk-0123456789".toCharArray(), "a test"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "gpt-5", "anthropic:", ":x", "claude:x", "chat:a b", "chat:\u00e4"})
  void aWordThatNamesNoModelIsAnsweredWithWhatThereIs(String word) {
    assertThatThrownBy(() -> Models.open(ModelOptions.of(word), key()))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("anthropic:NAME")
        .hasMessageContaining("openai:NAME")
        .hasMessageContaining("chat:NAME");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "no url",
        "ftp://host/v1",
        "host/v1",
        "https://user:secret@host/v1",
        "https://host/v1?key=secret",
        "https://host/v1#secret"
      })
  void aBaseUrlThatIsNoneIsRefusedAndNotRepeated(String url) {
    assertThatThrownBy(
            () -> Models.open(ModelOptions.of("chat:m").withBaseUrl(url), Optional.empty()))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("base URL")
        .hasMessageNotContaining("secret");
  }

  @Test
  void whatIsMissingIsSaid() {
    assertThatThrownBy(() -> Models.open(ModelOptions.of("chat:m"), Optional.empty()))
        .hasMessageContaining("--base-url");
    assertThatThrownBy(() -> Models.open(ModelOptions.of("openai:m"), Optional.empty()))
        .hasMessageContaining("asks for a key");
  }

  @Test
  void theWindowIsWhatIsKnownOrSaid() throws Exception {
    try (Model known = Models.open(ModelOptions.of("anthropic:claude-sonnet-4-5"), key());
        Model unknown = Models.open(ModelOptions.of("anthropic:claude-other"), key());
        Model said =
            Models.open(ModelOptions.of("anthropic:claude-other").withContextTokens(9000), key())) {
      assertThat(known.contextTokens()).isEqualTo(200_000);
      assertThat(unknown.contextTokens()).isEqualTo(32_000);
      assertThat(said.contextTokens()).isEqualTo(9000);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "anthropic:claude-sonnet-4-5,3",
    "anthropic:claude-sonnet-4-5-20250929,3",
    "openai:gpt-5-2025-08-07,1.25",
    "openai:gpt-5-mini,0.25",
  })
  void pricesAreOfAModelAndItsFixedVersions(String word, String input) throws Exception {
    Price price = Price.of(ModelOptions.of(word)).orElseThrow();
    assertThat(price.input()).isEqualByComparingTo(input);
    assertThat(price.asOf()).matches("20[0-9]{2}-[0-9]{2}-[0-9]{2}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"anthropic:claude-sonnet-4-50", "openai:gpt-5-turbo", "openai:claude-sonnet-4-5"})
  void thePriceOfAnotherModelIsNotKnown(String word) throws Exception {
    assertThat(Price.of(ModelOptions.of(word))).isEmpty();
  }

  @Test
  void thePriceOfTheSameNameElsewhereIsNotKnownUnlessItIsSaid() throws Exception {
    var elsewhere =
        ModelOptions.of("anthropic:claude-sonnet-4-5").withBaseUrl("https://gateway.example/v1");
    assertThat(Price.of(elsewhere)).isEmpty();
    assertThat(Price.of(ModelOptions.of("chat:x"))).isEmpty();
    Price said = Price.parse("1,2", "as you said");
    assertThat(Price.of(elsewhere.withPrice(said))).contains(said);
  }

  @Test
  void costsAreExact() {
    Price price = Price.parse("3, 0.30, 3.75, 15", "2026-01-01");
    assertThat(price.of(new Usage(1, 10, 100, 1000))).isEqualByComparingTo("0.015381");
    assertThat(price.of(Usage.NONE)).isEqualByComparingTo(BigDecimal.ZERO);
  }

  @Test
  void whatIsReservedIsNeverLessThanACost() {
    Price price = Price.parse("3,0.30,3.75,15", "2026-01-01");
    var conversation =
        new Conversation("\u00e4".repeat(500), List.of(new Message.Asked("abc")), List.of(), 100);
    // Every byte a token, all of it written to the cache, the whole answer used.
    Usage worst = new Usage(0, 0, 1003, 100);
    assertThat(price.most(conversation)).isGreaterThan(price.of(worst));
    assertThat(price.most(conversation)).isLessThan(new BigDecimal("0.02"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "3", "1,2,3", "a,b", "-1,2", "1e3,2", "3,15,", "10001,1"})
  void whatIsNoPriceIsRefused(String text) {
    assertThatThrownBy(() -> Price.parse(text, "x")).isInstanceOf(IllegalArgumentException.class);
  }
}
