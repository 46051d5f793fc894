package dev.pinfold.agent.loop;

import dev.pinfold.agent.model.Conversation;
import dev.pinfold.agent.model.Message;
import dev.pinfold.agent.model.ToolCall;
import dev.pinfold.tools.Tool;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What the model is asked next: all that was said, kept within what it can read. Old answers of
 * tools go first, then whole exchanges; a call and its answers never part.
 *
 * <p>Dropping goes down to half of the window, so that the beginning of the conversation stays the
 * same for many turns and a server's cache of it serves.
 */
final class Context {
  /**
   * Bytes of a token, at the least: English has about 4, source code 3. Too low means that the
   * window is used less, too high that a server refuses.
   */
  private static final int BYTES_OF_TOKEN = 3;

  /** What surrounds a message and a call in any protocol, in tokens. */
  private static final int OVERHEAD = 12;

  /** The last exchanges keep their answers as long as possible: the model works with them. */
  private static final int KEPT_EXCHANGES = 2;

  private static final String DROPPED =
      "[left out to save room; call the tool again if you need it]";

  private final String system;
  private final List<Tool> tools;
  private final int answerTokens;
  private final List<Message> messages = new ArrayList<>();
  private long window;
  private int leftOut;

  /**
   * @param window how many tokens a conversation and its answer may have together
   */
  Context(String system, List<Tool> tools, long window, int answerTokens) {
    this.system = system;
    this.tools = List.copyOf(tools);
    this.window = window;
    this.answerTokens = answerTokens;
  }

  void add(Message message) {
    messages.add(message);
  }

  List<Message> messages() {
    return List.copyOf(messages);
  }

  /** What to ask now. */
  Conversation next() {
    long limit = window - answerTokens - tokensOf(system) - toolTokens();
    if (tokens() > limit) {
      shrink(limit / 2, limit);
    }
    return new Conversation(system, messages, tools, answerTokens);
  }

  /** A server says that it is too long although the estimate was not: less, then. */
  Conversation smaller() {
    window = Math.min(window, tokens()) / 2 + answerTokens + tokensOf(system) + toolTokens();
    return next();
  }

  /** The most tokens that the conversation may count as. */
  static long tokens(Conversation conversation) {
    long sum = tokensOf(conversation.system());
    for (Message message : conversation.messages()) {
      sum += tokensOf(message);
    }
    for (Tool tool : conversation.tools()) {
      sum += tokensOf(tool);
    }
    return sum;
  }

  private long tokens() {
    return messages.stream().mapToLong(Context::tokensOf).sum();
  }

  private long toolTokens() {
    return tools.stream().mapToLong(Context::tokensOf).sum();
  }

  private void shrink(long target, long limit) {
    int recent = startOfExchange(KEPT_EXCHANGES);
    dropResults(target, recent);
    while (tokens() > target && startOfExchange(KEPT_EXCHANGES) > 1) {
      dropFirstExchange();
    }
    dropResults(limit, messages.size());
  }

  /** Answers before that message, the oldest first, until the rest fits. */
  private void dropResults(long target, int before) {
    long now = tokens();
    for (int i = 1; i < before && now > target; i++) {
      if (messages.get(i) instanceof Message.Result result
          && result.text().length() > DROPPED.length()) {
        Message small = new Message.Result(result.callId(), DROPPED, result.failed());
        now += tokensOf(small) - tokensOf(result);
        messages.set(i, small);
      }
    }
  }

  /** Everything from the model's first words to its second. */
  private void dropFirstExchange() {
    int end = 2;
    while (end < messages.size() && !(messages.get(end) instanceof Message.Said)) {
      end++;
    }
    messages.subList(1, end).clear();
    leftOut++;
    if (messages.getFirst() instanceof Message.Asked(String text)) {
      int note = text.indexOf(NOTE);
      messages.set(
          0,
          new Message.Asked(
              (note < 0 ? text : text.substring(0, note))
                  + NOTE
                  + leftOut
                  + " earlier exchanges are left out to save room; look at the files to see how"
                  + " they stand]"));
    }
  }

  private static final String NOTE = "\n\n[Pinfold: ";

  /** Where the last so many exchanges begin; the size of all where there are fewer. */
  private int startOfExchange(int fromEnd) {
    int seen = 0;
    for (int i = messages.size() - 1; i > 0; i--) {
      if (messages.get(i) instanceof Message.Said && ++seen == fromEnd) {
        return i;
      }
    }
    return 1;
  }

  private static long tokensOf(Message message) {
    return OVERHEAD
        + switch (message) {
          case Message.Asked(String text) -> tokensOf(text);
          case Message.Said said -> {
            long sum = tokensOf(said.text());
            for (ToolCall call : said.calls()) {
              sum += OVERHEAD + tokensOf(call.name()) + tokensOf(call.arguments());
            }
            yield sum;
          }
          case Message.Result result -> tokensOf(result.text());
        };
  }

  private static long tokensOf(Tool tool) {
    long sum = OVERHEAD + tokensOf(tool.name()) + tokensOf(tool.description());
    for (Tool.Parameter parameter : tool.parameters()) {
      sum += OVERHEAD + tokensOf(parameter.name()) + tokensOf(parameter.description());
    }
    return sum;
  }

  private static long tokensOf(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length / BYTES_OF_TOKEN + 1L;
  }
}
