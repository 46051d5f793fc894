package dev.pinfold.agent.loop;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/** What a model wrote as a call's arguments, as values. */
final class CallArguments {
  /** It is no JSON object. */
  static final class MalformedException extends Exception {
    private static final long serialVersionUID = 1;

    MalformedException(String message) {
      super(message, null, false, false);
    }
  }

  private static final JsonFactory JSON =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private CallArguments() {}

  /** Nothing at all counts as no arguments: some servers send that. */
  static Map<String, Object> of(String text) throws MalformedException {
    if (text.isBlank()) {
      return Map.of();
    }
    try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), text)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw new MalformedException("they are no JSON object");
      }
      Map<String, Object> all = object(json);
      if (json.nextToken() != null) {
        throw new MalformedException("something follows the JSON object");
      }
      return all;
    } catch (JacksonException | ArithmeticException e) {
      throw new MalformedException("they are no JSON: " + firstLine(e));
    }
  }

  private static String firstLine(RuntimeException e) {
    String message = String.valueOf(e.getMessage());
    return message.lines().findFirst().orElse(message);
  }

  private static Map<String, Object> object(JsonParser json) {
    Map<String, Object> all = new LinkedHashMap<>();
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = json.currentName();
      if (json.nextToken() != JsonToken.VALUE_NULL) { // null is how many models leave one out
        all.put(name, value(json));
      }
    }
    return all;
  }

  private static Object value(JsonParser json) {
    return switch (json.currentToken()) {
      case START_OBJECT -> object(json);
      case START_ARRAY -> {
        List<Object> list = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
          list.add(json.currentToken() == JsonToken.VALUE_NULL ? "" : value(json));
        }
        yield list;
      }
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> json.getDoubleValue();
      case null, default -> json.getString();
    };
  }
}
