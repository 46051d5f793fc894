package dev.pinfold.agent.model;

import dev.pinfold.agent.model.Answer.Stop;
import dev.pinfold.tools.Tool;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/**
 * OpenAI's Responses API (its documentation, "Create a model response" and "Streaming events").
 *
 * <p>Nothing is stored at its server: each request carries the whole conversation. What a model
 * thought before its answer is not carried.
 */
final class OpenAiResponses implements Protocol {
  @Override
  public String path() {
    return "/responses";
  }

  @Override
  public String defaultBaseUrl() {
    return "https://api.openai.com/v1";
  }

  @Override
  public byte[] body(String model, Conversation conversation) {
    return RequestJson.object(
        json -> {
          RequestJson.text(json, "model", model);
          json.writeNumberProperty("max_output_tokens", conversation.answerTokens());
          json.writeBooleanProperty("stream", true);
          json.writeBooleanProperty("store", false);
          if (!conversation.system().isBlank()) {
            RequestJson.text(json, "instructions", conversation.system());
          }
          tools(json, conversation.tools());
          json.writeArrayPropertyStart("input");
          conversation.messages().forEach(message -> items(json, message));
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
      json.writeStringProperty("name", tool.name());
      RequestJson.text(json, "description", tool.description());
      RequestJson.schema(json, "parameters", tool);
      // Strict schemas have no optional members.
      json.writeBooleanProperty("strict", false);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void items(JsonGenerator json, Message message) {
    switch (message) {
      case Message.Asked asked -> text(json, "user", "input_text", asked.text());
      case Message.Said said -> {
        if (!said.text().isBlank()) {
          text(json, "assistant", "output_text", said.text());
        }
        said.calls().forEach(call -> call(json, call));
      }
      case Message.Result result -> {
        json.writeStartObject();
        json.writeStringProperty("type", "function_call_output");
        RequestJson.text(json, "call_id", result.callId());
        RequestJson.text(json, "output", result.text());
        json.writeEndObject();
      }
    }
  }

  private static void text(JsonGenerator json, String role, String type, String text) {
    json.writeStartObject();
    json.writeStringProperty("type", "message");
    json.writeStringProperty("role", role);
    json.writeArrayPropertyStart("content");
    json.writeStartObject();
    json.writeStringProperty("type", type);
    RequestJson.text(json, "text", text);
    json.writeEndObject();
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void call(JsonGenerator json, ToolCall call) {
    json.writeStartObject();
    json.writeStringProperty("type", "function_call");
    RequestJson.text(json, "call_id", call.id());
    json.writeStringProperty("name", RequestJson.toolName(call.name()));
    json.writeStringProperty("arguments", RequestJson.arguments(call));
    json.writeEndObject();
  }

  @Override
  public void take(SseEvent event, Draft draft) throws FailedTryException {
    JsonObject data = ServerErrors.event(event);
    long place = data.count("output_index");
    switch (data.textOrEmpty("type")) {
      case "response.output_text.delta" -> draft.text(data.textOrEmpty("delta"));
      case "response.refusal.delta" -> {
        draft.text(data.textOrEmpty("delta"));
        draft.stop(Stop.REFUSED);
      }
      case "response.output_item.added", "response.output_item.done" ->
          item(place, data.object("item"), draft);
      case "response.function_call_arguments.delta" ->
          draft.arguments(place, data.textOrEmpty("delta"));
      case "response.function_call_arguments.done" ->
          draft.wholeArguments(place, data.textOrEmpty("arguments"));
      case "response.completed", "response.incomplete" -> end(data.object("response"), draft);
      case "response.failed" ->
          throw ServerErrors.inStream(data.object("response").object("error"));
      case "error" ->
          throw ServerErrors.inStream(data.has("error") ? data.object("error") : unnamed(data));
      default -> {
        // Progress of other kinds.
      }
    }
  }

  /** The event is the error itself: its type is "error", the code says more. */
  private static JsonObject unnamed(JsonObject data) {
    return data.without("type");
  }

  private static void item(long place, JsonObject item, Draft draft) throws FailedTryException {
    if (item.textOrEmpty("type").equals("function_call")) {
      draft.call(place, item.textOrEmpty("call_id"), item.textOrEmpty("name"));
      String arguments = item.textOrEmpty("arguments");
      if (!arguments.isEmpty()) {
        draft.wholeArguments(place, arguments);
      }
    }
  }

  private static void end(JsonObject response, Draft draft) {
    JsonObject usage = response.object("usage");
    long input = usage.count("input_tokens");
    long cached = Math.min(input, usage.object("input_tokens_details").count("cached_tokens"));
    draft.usage(new Usage(input - cached, cached, 0, usage.count("output_tokens")));
    switch (response.object("incomplete_details").textOrEmpty("reason")) {
      case "max_output_tokens" -> draft.stop(Stop.LENGTH);
      case "content_filter" -> draft.stop(Stop.REFUSED);
      default -> {
        // It was not cut.
      }
    }
    draft.complete();
  }
}
