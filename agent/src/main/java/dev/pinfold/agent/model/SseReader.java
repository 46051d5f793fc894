package dev.pinfold.agent.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads server-sent events (WHATWG HTML, "Interpreting an event stream"). An event that the stream
 * ends in does not count, as the standard has it.
 *
 * <p>Bounded in all that a server decides: a line, an event, the stream.
 */
final class SseReader {
  /** The largest events repeat a whole answer; a long one has 100,000 tokens, so half a MB. */
  static final int MOST_EVENT_BYTES = 8 << 20;

  /** 100,000 tokens, each in an event of its own of up to 600 bytes. */
  static final long MOST_BYTES = 64L << 20;

  private static final int CHUNK = 8192;
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  /** More came than is read. */
  static final class TooLargeException extends Exception {
    private static final long serialVersionUID = 1;

    TooLargeException(String message) {
      super(message);
    }
  }

  private final InputStream in;
  private final byte[] chunk = new byte[CHUNK];
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private int from;
  private int to;
  private long bytes;
  private boolean afterReturn;
  private boolean first = true;

  SseReader(InputStream in) {
    this.in = in;
  }

  /** How many bytes came so far. */
  long bytes() {
    return bytes;
  }

  /** The next event that has data; empty at the stream's end. */
  Optional<SseEvent> next() throws IOException, TooLargeException {
    String name = "";
    StringBuilder data = new StringBuilder();
    boolean hasData = false;
    for (String text = line(); text != null; text = line()) {
      if (text.isEmpty()) {
        if (hasData) {
          return Optional.of(new SseEvent(name.isEmpty() ? "message" : name, data.toString()));
        }
        name = "";
        continue;
      }
      int colon = text.indexOf(':');
      String value = value(text, colon);
      switch (colon < 0 ? text : text.substring(0, colon)) {
        case "event" -> name = value;
        case "data" -> {
          data.append(hasData ? "\n" : "").append(value);
          hasData = true;
          limit(data.length());
        }
        default -> {
          // Comments (an empty name), ids and retry times mean nothing here.
        }
      }
    }
    return Optional.empty();
  }

  private static String value(String text, int colon) {
    if (colon < 0) {
      return "";
    }
    return text.substring(text.startsWith(" ", colon + 1) ? colon + 2 : colon + 1);
  }

  /** A line without its end, which is CR, LF or both; null at the stream's end. */
  private @Nullable String line() throws IOException, TooLargeException {
    line.reset();
    for (int b = read(); b >= 0; b = read()) {
      boolean endedBefore = afterReturn && b == '\n';
      afterReturn = b == '\r';
      if (endedBefore) {
        continue;
      }
      if (b == '\n' || b == '\r') {
        String text = line.toString(UTF_8);
        boolean marked = first && text.startsWith(BYTE_ORDER_MARK);
        first = false;
        return marked ? text.substring(1) : text;
      }
      line.write(b);
      limit(line.size());
    }
    return null;
  }

  private static void limit(int size) throws TooLargeException {
    if (size > MOST_EVENT_BYTES) {
      throw new TooLargeException("one event of more than " + MOST_EVENT_BYTES + " bytes");
    }
  }

  private int read() throws IOException, TooLargeException {
    if (from == to) {
      from = 0;
      to = Math.max(0, in.read(chunk));
      if (to == 0) {
        return -1;
      }
      bytes += to;
      if (bytes > MOST_BYTES) {
        throw new TooLargeException("more than " + MOST_BYTES + " bytes");
      }
    }
    return chunk[from++] & 0xFF;
  }
}
