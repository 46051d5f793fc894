package dev.pinfold.agent.model;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Server-sent events as the standard has them, and more than is read. */
class SseReaderTest {
  private static List<SseEvent> events(String text) throws Exception {
    SseReader reader = new SseReader(new ByteArrayInputStream(text.getBytes(UTF_8)));
    List<SseEvent> events = new ArrayList<>();
    for (Optional<SseEvent> event = reader.next(); event.isPresent(); event = reader.next()) {
      events.add(event.get());
    }
    return events;
  }

  @Test
  void everyKindOfLineEndEndsALine() throws Exception {
    for (String end : List.of("\n", "\r", "\r\n")) {
      String text = "event: a\ndata: 1\ndata:2\n\n: comment\nid: 7\nretry: 9\n\ndata\n\n";
      assertThat(events(text.replace("\n", end)))
          .containsExactly(new SseEvent("a", "1\n2"), new SseEvent("message", ""));
    }
  }

  @Test
  void oneBlankAfterTheColonIsNoneOfTheValueAndAMarkAtTheBeginningIsNone() throws Exception {
    assertThat(events("\uFEFFdata:  x:y\n\n")).containsExactly(new SseEvent("message", " x:y"));
  }

  @Test
  void anEventWithoutItsEndDoesNotCount() throws Exception {
    assertThat(events("data: 1\n\ndata: 2\n")).containsExactly(new SseEvent("message", "1"));
    assertThat(events("data: 1\n\ndata: 2")).hasSize(1);
    assertThat(events("event: x\n\ndata: 1\n\n")).containsExactly(new SseEvent("message", "1"));
  }

  @Test
  void linesEventsAndStreamsHaveLimits() {
    String long1 = "data: " + "x".repeat(SseReader.MOST_EVENT_BYTES / 2) + "\n";
    for (byte[] endless : List.of("x".getBytes(UTF_8), long1.getBytes(UTF_8))) {
      assertThatThrownBy(() -> new SseReader(repeated(endless)).next())
          .isInstanceOf(SseReader.TooLargeException.class)
          .hasMessageContaining("one event");
    }
    SseReader comments = new SseReader(repeated((":" + "x".repeat(8000) + "\n").getBytes(UTF_8)));
    assertThatThrownBy(comments::next)
        .isInstanceOf(SseReader.TooLargeException.class)
        .hasMessageContaining(SseReader.MOST_BYTES + " bytes");
  }

  private static InputStream repeated(byte[] bytes) {
    return new InputStream() {
      private int at;

      @Override
      public int read() {
        at = (at + 1) % bytes.length;
        return bytes[(at + bytes.length - 1) % bytes.length];
      }

      @Override
      public int read(byte[] into, int from, int length) {
        for (int i = 0; i < length; i++) {
          into[from + i] = (byte) read();
        }
        return length;
      }
    };
  }
}
