package dev.pinfold.cli;

import java.io.ByteArrayOutputStream;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;

/**
 * JSON for programs: an object a line, in ASCII, so that bytes that are no UTF-8 survive as lone
 * surrogates.
 */
final class Json {
  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private Json() {}

  /** One object on one line, with its line feed; {@code members} writes what is in it. */
  static byte[] line(Consumer<JsonGenerator> members) {
    var bytes = new ByteArrayOutputStream(256);
    try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), bytes)) {
      json.writeStartObject();
      members.accept(json);
      json.writeEndObject();
    }
    bytes.write('\n');
    return bytes.toByteArray();
  }
}
