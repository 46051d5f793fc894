package dev.pinfold.agent.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * A JSON object (RFC 8259) as it was read: {@code String}, {@code Long}, {@code Double}, {@code
 * Boolean}, {@code List} and {@code JsonObject}. Members that are null are left out; an object that
 * has a member twice is none, for readers differ in which one they take.
 */
public final class JsonObject {
  /** Deeper than any answer of a model's server, and far from the end of a thread's stack. */
  private static final int MOST_DEPTH = 64;

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MOST_DEPTH)
                  .maxStringLength(SseReader.MOST_EVENT_BYTES)
                  .build())
          .build();

  private static final JsonObject EMPTY = new JsonObject(Map.of());

  private final Map<String, Object> members;

  private JsonObject(Map<String, Object> members) {
    this.members = members;
  }

  /** The object that {@code text} is, and nothing else around it; empty if it is none. */
  public static Optional<JsonObject> parse(String text) {
    try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), text)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        return Optional.empty();
      }
      JsonObject object = object(json);
      return json.nextToken() == null ? Optional.of(object) : Optional.empty();
    } catch (JacksonException | NumberFormatException _) {
      return Optional.empty();
    }
  }

  private static JsonObject object(JsonParser json) {
    Map<String, Object> members = new LinkedHashMap<>();
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = json.currentName();
      json.nextToken();
      Object value = value(json);
      if (value != null) {
        members.put(name, value);
      }
    }
    return new JsonObject(Collections.unmodifiableMap(members));
  }

  private static List<Object> list(JsonParser json) {
    List<Object> list = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      Object value = value(json);
      if (value != null) {
        list.add(value);
      }
    }
    return Collections.unmodifiableList(list);
  }

  private static @Nullable Object value(JsonParser json) {
    return switch (json.currentToken()) {
      case VALUE_STRING -> json.getString();
      case VALUE_NUMBER_INT -> number(json);
      case VALUE_NUMBER_FLOAT -> json.getDoubleValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case START_OBJECT -> object(json);
      case START_ARRAY -> list(json);
      case null, default -> null;
    };
  }

  private static Object number(JsonParser json) {
    return switch (json.getNumberType()) {
      case INT, LONG -> json.getLongValue();
      case null, default -> json.getDoubleValue();
    };
  }

  /** The members, objects in them as maps. */
  public Map<String, Object> asMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    members.forEach((name, value) -> map.put(name, plain(value)));
    return Collections.unmodifiableMap(map);
  }

  private static Object plain(Object value) {
    return switch (value) {
      case JsonObject object -> object.asMap();
      case List<?> list -> list.stream().map(JsonObject::plain).toList();
      default -> value;
    };
  }

  /** The object as JSON text. */
  String written() {
    return new String(
        RequestJson.object(json -> members.forEach((name, value) -> write(json, name, value))),
        UTF_8);
  }

  private static void write(JsonGenerator json, String name, Object value) {
    json.writeName(name);
    write(json, value);
  }

  private static void write(JsonGenerator json, Object value) {
    switch (value) {
      case String text -> json.writeString(text);
      case Long number -> json.writeNumber(number.longValue());
      case Double number -> json.writeNumber(number.doubleValue());
      case Boolean flag -> json.writeBoolean(flag);
      case List<?> list -> {
        json.writeStartArray();
        list.forEach(element -> write(json, element));
        json.writeEndArray();
      }
      case JsonObject object -> {
        json.writeStartObject();
        object.members.forEach((name, member) -> write(json, name, member));
        json.writeEndObject();
      }
      default -> throw new IllegalStateException("no value of JSON: " + value.getClass());
    }
  }

  /** A member that is a text. */
  Optional<String> text(String name) {
    return members.get(name) instanceof String text ? Optional.of(text) : Optional.empty();
  }

  /** A member that is a text, or nothing. */
  String textOrEmpty(String name) {
    return text(name).orElse("");
  }

  /** A member that is a number, 0 for others and for less. */
  long count(String name) {
    return members.get(name) instanceof Number number ? Math.max(0, number.longValue()) : 0;
  }

  /** The same object without a member. */
  JsonObject without(String name) {
    Map<String, Object> others = new LinkedHashMap<>(members);
    others.remove(name);
    return new JsonObject(Collections.unmodifiableMap(others));
  }

  /** Whether there is such a member. */
  boolean has(String name) {
    return members.containsKey(name);
  }

  /** A member that is an object, or an empty one. */
  JsonObject object(String name) {
    return members.get(name) instanceof JsonObject object ? object : EMPTY;
  }

  /** The objects in a member that is a list. */
  List<JsonObject> objects(String name) {
    List<JsonObject> objects = new ArrayList<>();
    if (members.get(name) instanceof List<?> list) {
      for (Object element : list) {
        if (element instanceof JsonObject object) {
          objects.add(object);
        }
      }
    }
    return objects;
  }

  /** Whether it has no members. */
  boolean isEmpty() {
    return members.isEmpty();
  }
}
