package dev.pinfold.mcp;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CountDownLatch;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The client's messages on their way to the SDK, which passes no request's id to a tool and knows
 * no cancellation (2.1.0): each call of a tool gets its id into {@code _meta}, and {@code
 * notifications/cancelled} ends the call. Everything else goes through as it came.
 */
final class RequestLines extends InputStream {
  /** The key of {@code _meta}; the form is the specification's (basic, "_meta"). */
  static final String ID = "dev.pinfold/request";

  /** As much as a file tool writes at once, escaped at its worst, with room for the rest. */
  private static final int MOST_BYTES = 8 << 20;

  private final InputStream in;
  private final JsonMapper json;
  private final Calls calls;
  private final CountDownLatch end = new CountDownLatch(1);
  private byte[] line = new byte[0];
  private int at;

  RequestLines(InputStream in, JsonMapper json, Calls calls) {
    this.in = new BufferedInputStream(in);
    this.json = json;
    this.calls = calls;
  }

  /** Waits until the client has closed its side. */
  void awaitEnd() throws InterruptedException {
    end.await();
  }

  @Override
  public int read() throws IOException {
    return fill() ? line[at++] & 0xFF : -1;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (!fill()) {
      return -1;
    }
    int copied = Math.min(length, line.length - at);
    System.arraycopy(line, at, target, offset, copied);
    at += copied;
    return copied;
  }

  private boolean fill() throws IOException {
    while (at == line.length) {
      byte[] next = next();
      if (next.length == 0) {
        calls.cancelAll();
        end.countDown();
        return false;
      }
      line = changed(next);
      at = 0;
    }
    return true;
  }

  /** The next line with its line feed; empty at the end of the stream. */
  private byte[] next() throws IOException {
    var bytes = new ByteArrayOutputStream();
    int b = in.read();
    while (b >= 0) {
      bytes.write(b);
      if (b == '\n') {
        return bytes.toByteArray();
      }
      if (bytes.size() > MOST_BYTES) {
        throw new IOException("a message has more than " + MOST_BYTES + " bytes");
      }
      b = in.read();
    }
    return bytes.toByteArray();
  }

  private byte[] changed(byte[] message) {
    try {
      if (!(json.readTree(message) instanceof ObjectNode node)) {
        return message;
      }
      String method = node.path("method").asString("");
      if (method.equals("notifications/cancelled")) {
        calls.cancel(id(node.path("params").path("requestId")));
        return new byte[0];
      }
      if (method.equals("tools/call") && node.get("params") instanceof ObjectNode params) {
        ObjectNode meta =
            params.get("_meta") instanceof ObjectNode own ? own : json.createObjectNode();
        meta.put(ID, id(node.path("id")));
        params.set("_meta", meta);
        byte[] written = json.writeValueAsBytes(node);
        byte[] all = java.util.Arrays.copyOf(written, written.length + 1);
        all[written.length] = '\n';
        return all;
      }
      return message;
    } catch (JacksonException _) {
      return message; // the SDK answers what is no JSON
    }
  }

  /** A number and a text of the same digits are different ids. */
  private static String id(JsonNode node) {
    return node.toString();
  }
}
