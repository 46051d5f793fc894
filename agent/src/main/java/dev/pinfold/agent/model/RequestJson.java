package dev.pinfold.agent.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pinfold.tools.Tool;
import java.io.ByteArrayOutputStream;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Writes what is the same in all requests. */
final class RequestJson {
  private static final JsonFactory JSON = new JsonFactory();

  /** What all servers take as a tool's name. */
  private static final int LONGEST_NAME = 64;

  private RequestJson() {}

  /** The bytes of an object with the members that {@code content} writes. */
  static byte[] object(Consumer<JsonGenerator> content) {
    var bytes = new ByteArrayOutputStream(4096);
    try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), bytes)) {
      json.writeStartObject();
      content.accept(json);
      json.writeEndObject();
    }
    return bytes.toByteArray();
  }

  /** A text member. */
  static void text(JsonGenerator json, String name, String value) {
    json.writeStringProperty(name, wellFormed(value));
  }

  /**
   * The same text with U+FFFD for halves of surrogate pairs, which output that was cut somewhere
   * has: servers refuse the whole request for one.
   */
  private static String wellFormed(String text) {
    StringBuilder whole = new StringBuilder(text.length());
    text.codePoints()
        .map(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? 0xFFFD : c)
        .forEach(whole::appendCodePoint);
    return whole.toString();
  }

  /** A tool's name as servers take it: a model's own invention may be none. */
  static String toolName(String name) {
    String plain = name.replaceAll("[^A-Za-z0-9_-]", "_");
    String cut = plain.substring(0, Math.min(plain.length(), LONGEST_NAME));
    return cut.isEmpty() ? "unnamed" : cut;
  }

  /**
   * Arguments as a JSON object. Text that is none is sent back as a member of one: servers read it
   * as JSON, and would refuse every further request.
   */
  static String arguments(ToolCall call) {
    if (JsonObject.parse(call.arguments()).isPresent()) {
      return wellFormed(call.arguments());
    }
    return new String(object(json -> text(json, "not_a_json_object", call.arguments())), UTF_8);
  }

  /** A tool's parameters as a JSON schema. */
  static void schema(JsonGenerator json, String name, Tool tool) {
    json.writeObjectPropertyStart(name);
    json.writeStringProperty("type", "object");
    json.writeObjectPropertyStart("properties");
    for (Tool.Parameter parameter : tool.parameters()) {
      json.writeObjectPropertyStart(parameter.name());
      json.writeStringProperty(
          "type",
          switch (parameter.kind()) {
            case TEXT -> "string";
            case WHOLE_NUMBER -> "integer";
            case FLAG -> "boolean";
          });
      text(json, "description", parameter.description());
      json.writeEndObject();
    }
    json.writeEndObject();
    json.writeArrayPropertyStart("required");
    tool.parameters().stream()
        .filter(Tool.Parameter::required)
        .forEach(parameter -> json.writeString(parameter.name()));
    json.writeEndArray();
    json.writeEndObject();
  }
}
