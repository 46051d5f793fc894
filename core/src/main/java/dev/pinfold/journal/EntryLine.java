package dev.pinfold.journal;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;

/**
 * One entry as bytes, and back.
 *
 * <p>{@code {"seq":0,"at":"…","run":"…","kind":"…","fields":{…},"prev":"…","hash":"…"}}, members in
 * this order, then a line feed. The hash covers the object as it is without its hash member, so
 * that a shell can check a line:
 *
 * <pre>{@code sed -n 1p journal.jsonl | sed 's/,"hash":"[0-9a-f]*"}$/}/' | tr -d '\n' | sha256sum}
 * </pre>
 *
 * <p>Everything outside ASCII is written as an escape: lone surrogates are kept, and a raw journal
 * shown on a terminal sends it no control codes and no reversed text.
 */
final class EntryLine {
  static final String NO_PREV = "0".repeat(64);

  /**
   * Above what {@link TextBudget} lets through (6 bytes a character): a reader need not take more.
   */
  static final int MAX_BYTES = 1 << 20;

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  private static final byte[] BEFORE_HASH = ",\"hash\":\"".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] AFTER_HASH = "\"}".getBytes(StandardCharsets.US_ASCII);
  private static final int HASH_MEMBER_BYTES = BEFORE_HASH.length + 64 + AFTER_HASH.length;

  private EntryLine() {}

  /** The line of {@code entry} with its line feed; {@code entry.hash()} is not looked at. */
  static byte[] encode(Entry entry) {
    byte[] unhashed = unhashed(entry);
    var line = new ByteArrayOutputStream(unhashed.length + HASH_MEMBER_BYTES);
    line.write(unhashed, 0, unhashed.length - 1);
    line.writeBytes(BEFORE_HASH);
    line.writeBytes(sha256(unhashed).getBytes(StandardCharsets.US_ASCII));
    line.writeBytes(AFTER_HASH);
    line.write('\n');
    if (line.size() > MAX_BYTES) {
      throw new IllegalArgumentException(entry.kind() + " has more fields than one entry takes");
    }
    return line.toByteArray();
  }

  /** The hash in a line that {@link #encode} made. */
  static String hashOf(byte[] line) {
    int end = line.length - 1 - AFTER_HASH.length;
    return new String(line, end - 64, 64, StandardCharsets.US_ASCII);
  }

  private static byte[] unhashed(Entry entry) {
    var bytes = new ByteArrayOutputStream(512);
    try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), bytes)) {
      json.writeStartObject();
      json.writeNumberProperty("seq", entry.seq());
      json.writeStringProperty("at", entry.at().toString());
      json.writeStringProperty("run", entry.run().value());
      json.writeStringProperty("kind", entry.kind());
      json.writeName("fields");
      write(json, entry.fields(), new TextBudget());
      json.writeStringProperty("prev", entry.prev());
      json.writeEndObject();
    }
    return bytes.toByteArray();
  }

  private static void write(JsonGenerator json, Object value, TextBudget budget) {
    switch (value) {
      case String text -> json.writeString(budget.cut(text));
      case Long number -> json.writeNumber(number.longValue());
      case Boolean flag -> json.writeBoolean(flag);
      case List<?> list -> writeList(json, list, budget);
      case Fields fields -> writeFields(json, fields, budget);
      default -> throw new IllegalArgumentException("not a field's value: " + value.getClass());
    }
  }

  private static void writeFields(JsonGenerator json, Fields fields, TextBudget budget) {
    json.writeStartObject();
    for (Map.Entry<String, Object> field : fields.asMap().entrySet()) {
      json.writeName(field.getKey());
      budget.spend(field.getKey().length());
      write(json, field.getValue(), budget);
    }
    json.writeEndObject();
  }

  private static void writeList(JsonGenerator json, List<?> list, TextBudget budget) {
    json.writeStartArray();
    int written = 0;
    for (Object element : list) {
      if (!budget.takesElement()) {
        json.writeString("…[+" + (list.size() - written) + " more]");
        break;
      }
      write(json, element, budget);
      written++;
    }
    json.writeEndArray();
  }

  /** The entry of a line (without its line feed). */
  static Entry decode(byte[] line) throws MalformedLineException {
    int bare = line.length - HASH_MEMBER_BYTES;
    if (bare < 1
        || !matches(line, bare, BEFORE_HASH)
        || !matches(line, line.length - AFTER_HASH.length, AFTER_HASH)) {
      throw new MalformedLineException("it does not end with its hash");
    }
    byte[] unhashed = Arrays.copyOf(line, bare + 1);
    unhashed[bare] = '}';
    String hash = new String(line, bare + BEFORE_HASH.length, 64, StandardCharsets.ISO_8859_1);
    if (!hash.equals(sha256(unhashed))) {
      throw new MalformedLineException("its bytes do not have the hash that it carries");
    }
    return parse(unhashed, hash);
  }

  private static boolean matches(byte[] line, int from, byte[] expected) {
    return Arrays.equals(line, from, from + expected.length, expected, 0, expected.length);
  }

  private static Entry parse(byte[] unhashed, String hash) throws MalformedLineException {
    try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), unhashed)) {
      expect(json.nextToken() == JsonToken.START_OBJECT, "no object");
      member(json, "seq");
      long seq = json.getLongValue();
      Instant at = Instant.parse(text(json, "at"));
      var run = new RunId(text(json, "run"));
      String kind = text(json, "kind");
      member(json, "fields");
      Fields fields = fields(json);
      String prev = text(json, "prev");
      expect(json.nextToken() == JsonToken.END_OBJECT && json.nextToken() == null, "more members");
      return new Entry(seq, at, run, kind, fields, prev, hash);
    } catch (JacksonException | DateTimeException | IllegalArgumentException e) {
      throw new MalformedLineException("it is no entry: " + e.getMessage());
    }
  }

  private static void expect(boolean holds, String what) throws MalformedLineException {
    if (!holds) {
      throw new MalformedLineException("it is no entry: " + what);
    }
  }

  private static void member(JsonParser json, String name) throws MalformedLineException {
    expect(name.equals(json.nextName()), "no " + name);
    json.nextToken();
  }

  private static String text(JsonParser json, String name) throws MalformedLineException {
    member(json, name);
    expect(json.currentToken() == JsonToken.VALUE_STRING, name + " is no text");
    return json.getString();
  }

  private static Fields fields(JsonParser json) throws MalformedLineException {
    expect(json.currentToken() == JsonToken.START_OBJECT, "fields are no object");
    Fields fields = Fields.none();
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = json.currentName();
      json.nextToken();
      fields = fields.and(name, value(json));
    }
    return fields;
  }

  private static Object value(JsonParser json) throws MalformedLineException {
    return switch (json.currentToken()) {
      case VALUE_STRING -> json.getString();
      case VALUE_NUMBER_INT -> json.getLongValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case START_OBJECT -> fields(json);
      case START_ARRAY -> list(json);
      case null, default ->
          throw new MalformedLineException("it is no entry: a value of an unknown type");
    };
  }

  private static List<Object> list(JsonParser json) throws MalformedLineException {
    List<Object> list = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      list.add(value(json));
    }
    return List.copyOf(list);
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
