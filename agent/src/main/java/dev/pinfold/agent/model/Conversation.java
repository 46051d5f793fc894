package dev.pinfold.agent.model;

import static java.nio.charset.StandardCharsets.UTF_8;

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
  /** What servers put around a message or a tool, with room to spare. */
  private static final int AROUND_EACH = 64;

  /** What they tell a model about the use of tools: 300 to 700 tokens where it is documented. */
  private static final int AROUND_ALL = 1500;

  /** Copies the lists. */
  public Conversation {
    messages = List.copyOf(messages);
    tools = List.copyOf(tools);
  }

  /**
   * What asking it once can cost at most. No token is less than a byte, so it has at most as many
   * as it has bytes (in JSON, with what is around); all of it may be put into a cache.
   */
  public Usage most() {
    long bytes = AROUND_ALL + bytes(system);
    for (Tool tool : tools) {
      bytes += AROUND_EACH + bytes(tool.name()) + bytes(tool.description());
      for (Tool.Parameter parameter : tool.parameters()) {
        bytes += AROUND_EACH + bytes(parameter.name()) + bytes(parameter.description());
      }
    }
    for (Message message : messages) {
      bytes += AROUND_EACH + bytes(message);
    }
    return new Usage(0, 0, bytes, answerTokens);
  }

  private static long bytes(Message message) {
    return switch (message) {
      case Message.Asked asked -> bytes(asked.text());
      case Message.Result result -> bytes(result.callId()) + bytes(result.text());
      case Message.Said said -> {
        long sum = bytes(said.text());
        for (ToolCall call : said.calls()) {
          sum += AROUND_EACH + bytes(call.id()) + bytes(call.name()) + bytes(call.arguments());
        }
        yield sum;
      }
    };
  }

  private static long bytes(String text) {
    return text.getBytes(UTF_8).length;
  }
}
