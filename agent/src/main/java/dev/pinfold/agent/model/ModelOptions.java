package dev.pinfold.agent.model;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * Which model, and where.
 *
 * @param word {@code anthropic:NAME}, {@code openai:NAME} or {@code chat:NAME}
 * @param baseUrl where it is served, up to the version: {@code http://127.0.0.1:11434/v1}; the
 *     maker's own server if left out
 * @param contextTokens how much it can read and write together; what is known of it if left out
 * @param price what it costs; what is known of it if left out
 */
public record ModelOptions(
    String word, Optional<String> baseUrl, OptionalLong contextTokens, Optional<Price> price) {
  /** The model that {@code word} names, where its maker serves it. */
  public static ModelOptions of(String word) {
    return new ModelOptions(word, Optional.empty(), OptionalLong.empty(), Optional.empty());
  }

  /** The same at another server. */
  public ModelOptions withBaseUrl(String url) {
    return new ModelOptions(word, Optional.of(url), contextTokens, price);
  }

  /** The same with another window. */
  public ModelOptions withContextTokens(long tokens) {
    return new ModelOptions(word, baseUrl, OptionalLong.of(tokens), price);
  }

  /** The same at another price. */
  public ModelOptions withPrice(Price other) {
    return new ModelOptions(word, baseUrl, contextTokens, Optional.of(other));
  }
}
