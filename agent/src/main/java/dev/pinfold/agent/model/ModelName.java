package dev.pinfold.agent.model;

/**
 * A model, as it is named on a command line.
 *
 * @param protocol how its server is spoken to
 * @param name as its server knows it
 */
record ModelName(Protocol protocol, String name) {
  /** Longer than any model's name. */
  private static final int MOST_CHARS = 200;

  private static final String KINDS =
      """
      write one of
        anthropic:NAME  Anthropic's Messages, as anthropic:claude-sonnet-4-5
        openai:NAME     OpenAI's Responses, as openai:gpt-5
        chat:NAME       chat completions at any --base-url (OpenRouter, Qwen, DeepSeek, Ollama,
                        llama.cpp, vLLM), as chat:qwen3-coder\
      """;

  /**
   * Reads {@code KIND:NAME}.
   *
   * @throws ModelException if it is none; its message lists what there is
   */
  static ModelName of(String word) throws ModelException {
    int colon = word.indexOf(':');
    String name = word.substring(colon + 1);
    if (colon < 0 || !isName(name)) {
      throw new ModelException(
          ModelException.Kind.REQUEST, "no model is named " + shown(word) + ": " + KINDS);
    }
    return switch (word.substring(0, colon)) {
      case "anthropic" -> new ModelName(new AnthropicMessages(), name);
      case "openai" -> new ModelName(new OpenAiResponses(), name);
      case "chat" -> new ModelName(new ChatCompletions(), name);
      default ->
          throw new ModelException(
              ModelException.Kind.REQUEST,
              "no kind of server is named " + shown(word.substring(0, colon)) + ": " + KINDS);
    };
  }

  private static boolean isName(String name) {
    return !name.isEmpty()
        && name.length() <= MOST_CHARS
        && name.chars().allMatch(c -> c > ' ' && c <= '~');
  }

  private static String shown(String word) {
    String cut = word.substring(0, Math.min(word.length(), 60));
    return "'" + cut.replaceAll("[^\\x20-\\x7E]", "?") + "'";
  }
}
