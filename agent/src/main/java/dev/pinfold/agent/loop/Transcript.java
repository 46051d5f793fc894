package dev.pinfold.agent.loop;

import dev.pinfold.agent.model.JsonObject;
import dev.pinfold.agent.model.Message;
import dev.pinfold.agent.model.ToolCall;
import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;

/**
 * What was said in a run, as JSON lines in a file of the person's (0600), so that a run whose JVM
 * was killed can go on. It holds texts as they are, secrets of files that the model read among
 * them, and is removed when the run ends.
 */
final class Transcript implements AutoCloseable {
  private static final JsonFactory JSON =
      JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private final Path file;
  private final FileOutputStream out;

  private Transcript(Path file) throws IOException {
    this.file = file;
    out = new FileOutputStream(file.toFile(), true);
  }

  /**
   * Of a new run.
   *
   * @param again what the caller needs to make its task again; the first line
   */
  static Transcript create(Path file, List<String> again) throws IOException {
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Transcript transcript = new Transcript(file);
    transcript.write(
        json -> {
          json.writeArrayPropertyStart("again");
          again.forEach(json::writeString);
          json.writeEndArray();
        });
    return transcript;
  }

  /** Of a run that goes on; a line that was not written to its end is taken away. */
  static Transcript reopen(Path file) throws IOException {
    byte[] all = Files.readAllBytes(file);
    int end = all.length;
    while (end > 0 && all[end - 1] != '\n') {
      end--;
    }
    if (end < all.length) {
      try (var channel = Files.newByteChannel(file, StandardOpenOption.WRITE)) {
        channel.truncate(end);
      }
    }
    return new Transcript(file);
  }

  /**
   * All that is in one.
   *
   * @param again as given to {@link #create}
   * @param messages all that was said
   */
  record Content(List<String> again, List<Message> messages) {}

  /** All that is in one, up to a line that was not written to its end. */
  static Content read(Path file) throws IOException {
    List<String> again = new ArrayList<>();
    List<Message> messages = new ArrayList<>();
    String all = Files.readString(file);
    try {
      for (String line : all.substring(0, all.lastIndexOf('\n') + 1).lines().toList()) {
        Map<String, Object> members =
            JsonObject.parse(line)
                .orElseThrow(() -> new IOException(file + " is damaged: a line is no JSON object"))
                .asMap();
        if (members.get("again") instanceof List<?> words) {
          words.forEach(word -> again.add(String.valueOf(word)));
        } else {
          messages.add(message(members));
        }
      }
    } catch (ClassCastException damaged) {
      throw new IOException(file + " is damaged: " + damaged.getMessage(), damaged);
    }
    return new Content(again, messages);
  }

  private static Message message(Map<String, Object> line) {
    if (line.get("asked") instanceof String asked) {
      return new Message.Asked(asked);
    }
    if (line.get("said") instanceof String said) {
      List<ToolCall> calls = new ArrayList<>();
      for (Object call : (List<?>) line.getOrDefault("calls", List.of())) {
        Map<?, ?> parts = (Map<?, ?>) call;
        calls.add(
            new ToolCall(
                String.valueOf(parts.get("id")),
                String.valueOf(parts.get("name")),
                String.valueOf(parts.get("arguments"))));
      }
      return new Message.Said(said, calls);
    }
    return new Message.Result(
        String.valueOf(line.get("call")),
        String.valueOf(line.get("result")),
        Boolean.TRUE.equals(line.get("failed")));
  }

  /**
   * Adds to it. What a model said is durable when this returns, before anything of it is done; an
   * answer of a tool becomes so with what is said next, and is not known to a run that goes on
   * after a loss of power before that.
   */
  void add(Message message) throws IOException {
    write(json -> members(json, message));
    if (!(message instanceof Message.Result)) {
      out.getFD().sync();
    }
  }

  private void write(Consumer<JsonGenerator> members) throws IOException {
    var bytes = new ByteArrayOutputStream(256);
    try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), bytes)) {
      json.writeStartObject();
      members.accept(json);
      json.writeEndObject();
    }
    bytes.write('\n');
    out.write(bytes.toByteArray());
  }

  private static void members(JsonGenerator json, Message message) {
    switch (message) {
      case Message.Asked(String text) -> json.writeStringProperty("asked", text);
      case Message.Said said -> {
        json.writeStringProperty("said", said.text());
        json.writeArrayPropertyStart("calls");
        for (ToolCall call : said.calls()) {
          json.writeStartObject();
          json.writeStringProperty("id", call.id());
          json.writeStringProperty("name", call.name());
          json.writeStringProperty("arguments", call.arguments());
          json.writeEndObject();
        }
        json.writeEndArray();
      }
      case Message.Result result -> {
        json.writeStringProperty("result", result.text());
        json.writeStringProperty("call", result.callId());
        json.writeBooleanProperty("failed", result.failed());
      }
    }
  }

  /** The run has ended. */
  void remove() throws IOException {
    out.close();
    Files.deleteIfExists(file);
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
