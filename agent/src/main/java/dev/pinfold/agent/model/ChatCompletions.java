package dev.pinfold.agent.model;

import dev.pinfold.agent.model.Answer.Stop;
import dev.pinfold.tools.Tool;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/**
 * Chat completions, as OpenAI documents them and many others serve them, each with its own habits:
 * missing ids and places of calls, no end mark, no counts.
 */
final class ChatCompletions implements Protocol {
  private static final String END = "[DONE]";

  @Override
  public String path() {
    return "/chat/completions";
  }

  @Override
  public String defaultBaseUrl() {
    return "";
  }

  @Override
  public byte[] body(String model, Conversation conversation) {
    return RequestJson.object(
        json -> {
          RequestJson.text(json, "model", model);
          // The older name, which all of these servers know.
          json.writeNumberProperty("max_tokens", conversation.answerTokens());
          json.writeBooleanProperty("stream", true);
          json.writeObjectPropertyStart("stream_options");
          json.writeBooleanProperty("include_usage", true);
          json.writeEndObject();
          tools(json, conversation.tools());
          json.writeArrayPropertyStart("messages");
          if (!conversation.system().isBlank()) {
            message(json, "system", conversation.system());
          }
          conversation.messages().forEach(message -> message(json, message));
          json.writeEndArray();
        });
  }

  private static void tools(JsonGenerator json, List<Tool> tools) {
    if (tools.isEmpty()) {
      return;
    }
    json.writeArrayPropertyStart("tools");
    for (Tool tool : tools) {
      json.writeStartObject();
      json.writeStringProperty("type", "function");
      json.writeObjectPropertyStart("function");
      json.writeStringProperty("name", tool.name());
      RequestJson.text(json, "description", tool.description());
      RequestJson.schema(json, "parameters", tool);
      json.writeEndObject();
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void message(JsonGenerator json, Message message) {
    switch (message) {
      case Message.Asked asked -> message(json, "user", asked.text());
      case Message.Said said -> said(json, said);
      case Message.Result result -> {
        json.writeStartObject();
        json.writeStringProperty("role", "tool");
        RequestJson.text(json, "tool_call_id", result.callId());
        RequestJson.text(json, "content", result.text());
        json.writeEndObject();
      }
    }
  }

  private static void message(JsonGenerator json, String role, String text) {
    json.writeStartObject();
    json.writeStringProperty("role", role);
    RequestJson.text(json, "content", text);
    json.writeEndObject();
  }

  private static void said(JsonGenerator json, Message.Said said) {
    json.writeStartObject();
    json.writeStringProperty("role", "assistant");
    RequestJson.text(json, "content", said.text());
    if (!said.calls().isEmpty()) {
      json.writeArrayPropertyStart("tool_calls");
      for (ToolCall call : said.calls()) {
        json.writeStartObject();
        RequestJson.text(json, "id", call.id());
        json.writeStringProperty("type", "function");
        json.writeObjectPropertyStart("function");
        json.writeStringProperty("name", RequestJson.toolName(call.name()));
        json.writeStringProperty("arguments", RequestJson.arguments(call));
        json.writeEndObject();
        json.writeEndObject();
      }
      json.writeEndArray();
    }
    json.writeEndObject();
  }

  @Override
  public void take(SseEvent event, Draft draft) throws FailedTryException {
    if (event.data().strip().equals(END)) {
      draft.complete();
      return;
    }
    JsonObject data = ServerErrors.event(event);
    if (data.has("error")) {
      throw ServerErrors.inStream(data.object("error"));
    }
    count(data.object("usage"), draft);
    List<JsonObject> choices = data.objects("choices");
    if (choices.isEmpty()) {
      return;
    }
    JsonObject delta = choices.getFirst().object("delta");
    draft.text(delta.textOrEmpty("content"));
    draft.text(delta.textOrEmpty("refusal"));
    for (JsonObject call : delta.objects("tool_calls")) {
      call(call, draft);
    }
    String why = choices.getFirst().textOrEmpty("finish_reason");
    if (!why.isEmpty()) {
      draft.stop(delta.has("refusal") ? Stop.REFUSED : stop(why));
      draft.finishable();
    }
  }

  private static void call(JsonObject piece, Draft draft) throws FailedTryException {
    String id = piece.textOrEmpty("id");
    JsonObject function = piece.object("function");
    long place = place(piece, id, draft);
    draft.call(place, id, function.textOrEmpty("name"));
    if (function.has("arguments")) {
      JsonObject whole = function.object("arguments");
      draft.arguments(place, whole.isEmpty() ? function.textOrEmpty("arguments") : whole.written());
    }
  }

  /**
   * Where a piece belongs. Some servers give no places, or the same to all calls: a new id is a new
   * call then.
   */
  private static long place(JsonObject piece, String id, Draft draft) {
    long last = Math.max(0, draft.callCount() - 1);
    long place = piece.has("index") ? piece.count("index") : last;
    boolean another =
        !id.isEmpty() && !draft.idAt(place).isEmpty() && !id.equals(draft.idAt(place));
    return another ? draft.callCount() : place;
  }

  private static Stop stop(String why) {
    return switch (why) {
      case "length" -> Stop.LENGTH;
      case "content_filter" -> Stop.REFUSED;
      case "tool_calls", "function_call" -> Stop.TOOLS;
      default -> Stop.DONE;
    };
  }

  private static void count(JsonObject usage, Draft draft) {
    if (!usage.isEmpty()) {
      // DeepSeek's own member beside OpenAI's.
      long cached =
          Math.max(
              usage.object("prompt_tokens_details").count("cached_tokens"),
              usage.count("prompt_cache_hit_tokens"));
      long input = usage.count("prompt_tokens");
      draft.usage(
          new Usage(
              Math.max(0, input - cached),
              Math.min(cached, input),
              0,
              usage.count("completion_tokens")));
    }
  }
}
