package dev.pinfold.agent.model;

import java.util.Map;

/** How a kind of server is asked, and how it answers. */
sealed interface Protocol permits AnthropicMessages, OpenAiResponses, ChatCompletions {
  /** What follows the base URL. */
  String path();

  /** Where it is served if nothing else is said; empty if that must be said. */
  String defaultBaseUrl();

  /** The headers that carry the key: as a bearer token (RFC 6750, 2.1). */
  default Map<String, String> keyHeaders(String key) {
    return Map.of("Authorization", "Bearer " + key);
  }

  /** The headers of every request. */
  default Map<String, String> headers() {
    return Map.of();
  }

  /** The request. */
  byte[] body(String model, Conversation conversation);

  /**
   * Takes an event of the answer.
   *
   * @throws FailedTryException when it tells of a failure
   */
  void take(SseEvent event, Draft draft) throws FailedTryException;
}
