package dev.pinfold.agent.model;

import dev.pinfold.agent.model.Answer.Stop;
import dev.pinfold.tools.Tool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonGenerator;

/**
 * Anthropic's Messages API, version 2023-06-01 (its documentation, "Messages" and "Streaming").
 *
 * <p>What was said before is cached at its server: a mark at the tools and the system text, and one
 * at the end of the conversation.
 */
final class AnthropicMessages implements Protocol {
  @Override
  public String path() {
    return "/messages";
  }

  @Override
  public String defaultBaseUrl() {
    return "https://api.anthropic.com/v1";
  }

  @Override
  public Map<String, String> keyHeaders(String key) {
    return Map.of("x-api-key", key);
  }

  @Override
  public Map<String, String> headers() {
    return Map.of("anthropic-version", "2023-06-01");
  }

  @Override
  public byte[] body(String model, Conversation conversation) {
    return RequestJson.object(
        json -> {
          RequestJson.text(json, "model", model);
          json.writeNumberProperty("max_tokens", conversation.answerTokens());
          json.writeBooleanProperty("stream", true);
          if (!conversation.system().isBlank()) {
            json.writeArrayPropertyStart("system");
            textBlock(json, conversation.system(), true);
            json.writeEndArray();
          }
          tools(json, conversation.tools());
          messages(json, conversation.messages());
        });
  }

  private static void tools(JsonGenerator json, List<Tool> tools) {
    if (tools.isEmpty()) {
      return;
    }
    json.writeArrayPropertyStart("tools");
    for (Tool tool : tools) {
      json.writeStartObject();
      json.writeStringProperty("name", tool.name());
      RequestJson.text(json, "description", tool.description());
      RequestJson.schema(json, "input_schema", tool);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** All results of one answer, and what was asked next, are one message of the user's. */
  private static void messages(JsonGenerator json, List<Message> messages) {
    json.writeArrayPropertyStart("messages");
    List<Message> ofUser = new ArrayList<>();
    for (Message message : messages) {
      if (message instanceof Message.Said said) {
        user(json, ofUser, false);
        said(json, said);
      } else {
        ofUser.add(message);
      }
    }
    user(json, ofUser, true);
    json.writeEndArray();
  }

  private static void user(JsonGenerator json, List<Message> messages, boolean last) {
    if (messages.isEmpty()) {
      return;
    }
    start(json, "user");
    for (int i = 0; i < messages.size(); i++) {
      boolean cached = last && i == messages.size() - 1;
      switch (messages.get(i)) {
        case Message.Asked asked -> textBlock(json, asked.text(), cached);
        case Message.Result result -> result(json, result, cached);
        case Message.Said _ -> throw new IllegalStateException("it is not the user's");
      }
    }
    end(json);
    messages.clear();
  }

  private static void said(JsonGenerator json, Message.Said said) {
    start(json, "assistant");
    if (!said.text().isBlank() || said.calls().isEmpty()) {
      textBlock(json, said.text(), false);
    }
    for (ToolCall call : said.calls()) {
      json.writeStartObject();
      json.writeStringProperty("type", "tool_use");
      RequestJson.text(json, "id", call.id());
      json.writeStringProperty("name", RequestJson.toolName(call.name()));
      json.writeName("input");
      json.writeRawValue(RequestJson.arguments(call));
      json.writeEndObject();
    }
    end(json);
  }

  private static void start(JsonGenerator json, String role) {
    json.writeStartObject();
    json.writeStringProperty("role", role);
    json.writeArrayPropertyStart("content");
  }

  private static void end(JsonGenerator json) {
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void textBlock(JsonGenerator json, String text, boolean cached) {
    json.writeStartObject();
    json.writeStringProperty("type", "text");
    RequestJson.text(json, "text", orNothing(text));
    cache(json, cached);
    json.writeEndObject();
  }

  private static void result(JsonGenerator json, Message.Result result, boolean cached) {
    json.writeStartObject();
    json.writeStringProperty("type", "tool_result");
    RequestJson.text(json, "tool_use_id", result.callId());
    RequestJson.text(json, "content", orNothing(result.text()));
    json.writeBooleanProperty("is_error", result.failed());
    cache(json, cached);
    json.writeEndObject();
  }

  /** Blocks without text are refused. */
  private static String orNothing(String text) {
    return text.isBlank() ? "(nothing)" : text;
  }

  private static void cache(JsonGenerator json, boolean cached) {
    if (cached) {
      json.writeObjectPropertyStart("cache_control");
      json.writeStringProperty("type", "ephemeral");
      json.writeEndObject();
    }
  }

  @Override
  public void take(SseEvent event, Draft draft) throws FailedTryException {
    JsonObject data = ServerErrors.event(event);
    switch (data.textOrEmpty("type")) {
      case "message_start" -> count(data.object("message").object("usage"), draft);
      case "content_block_start" -> open(data.count("index"), data.object("content_block"), draft);
      case "content_block_delta" -> piece(data.count("index"), data.object("delta"), draft);
      case "message_delta" -> {
        data.object("delta").text("stop_reason").ifPresent(why -> draft.stop(stop(why)));
        count(data.object("usage"), draft);
      }
      case "message_stop" -> draft.complete();
      case "error" -> throw ServerErrors.inStream(data.object("error"));
      default -> {
        // ping, content_block_stop; the documentation asks clients to pass over others.
      }
    }
  }

  private static void open(long place, JsonObject block, Draft draft) throws FailedTryException {
    switch (block.textOrEmpty("type")) {
      case "text" -> draft.text(block.textOrEmpty("text"));
      case "tool_use" -> {
        draft.call(place, block.textOrEmpty("id"), block.textOrEmpty("name"));
        JsonObject input = block.object("input");
        if (!input.isEmpty()) {
          draft.wholeArguments(place, input.written());
        }
      }
      default -> {
        // thinking and what else a model does by itself
      }
    }
  }

  private static void piece(long place, JsonObject delta, Draft draft) throws FailedTryException {
    switch (delta.textOrEmpty("type")) {
      case "text_delta" -> draft.text(delta.textOrEmpty("text"));
      case "input_json_delta" -> {
        if (draft.hasCall(place)) {
          draft.arguments(place, delta.textOrEmpty("partial_json"));
        }
      }
      default -> {
        // thinking_delta, signature_delta, citations_delta
      }
    }
  }

  private static Stop stop(String why) {
    return switch (why) {
      case "max_tokens", "model_context_window_exceeded" -> Stop.LENGTH;
      case "refusal" -> Stop.REFUSED;
      case "tool_use" -> Stop.TOOLS;
      default -> Stop.DONE;
    };
  }

  /** The counts of a later event hold for the whole answer; what it leaves out stays. */
  private static void count(JsonObject usage, Draft draft) {
    Usage before = draft.usage();
    draft.usage(
        new Usage(
            usage.has("input_tokens") ? usage.count("input_tokens") : before.input(),
            usage.has("cache_read_input_tokens")
                ? usage.count("cache_read_input_tokens")
                : before.cacheRead(),
            usage.has("cache_creation_input_tokens")
                ? usage.count("cache_creation_input_tokens")
                : before.cacheWrite(),
            usage.has("output_tokens") ? usage.count("output_tokens") : before.output()));
  }
}
