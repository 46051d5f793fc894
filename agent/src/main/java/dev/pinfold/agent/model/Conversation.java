package dev.pinfold.agent.model;

import dev.pinfold.tools.Tool;
import java.util.List;

/**
 * What a model is asked.
 *
 * @param system what it is told about itself and its place
 * @param messages what was said so far, in order; each {@link Message.Said} with calls is followed
 *     by one {@link Message.Result} for each of them
 * @param tools what it may call
 * @param answerTokens how many tokens its answer may have
 */
public record Conversation(
    String system, List<Message> messages, List<Tool> tools, int answerTokens) {
  /** Copies the lists. */
  public Conversation {
    messages = List.copyOf(messages);
    tools = List.copyOf(tools);
  }
}
