package dev.pinfold.egress;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HeadParserTest {
  static Stream<List<String>> heads() {
    return Rows.of("heads.tsv").stream();
  }

  @MethodSource("heads")
  @ParameterizedTest
  void whatHasTwoReadingsIsRefused(List<String> row) {
    ThrowingCallable reading = () -> read(Rows.unescaped(row.getFirst()));
    if (row.getLast().equals("ok")) {
      assertThatCode(reading).doesNotThrowAnyException();
    } else {
      assertThatThrownBy(reading)
          .isInstanceOf(MalformedException.class)
          .hasMessageContaining(row.getLast());
    }
  }

  @Test
  void lengthsAreBounded() {
    String start = "GET http://a.example/ HTTP/1.1\r\nHost: a.example\r\n";
    assertThatThrownBy(() -> read(start + "X: " + "x".repeat(33_000) + "\r\n\r\n"))
        .isInstanceOf(MalformedException.class);
    assertThatThrownBy(() -> read(start + "X: y\r\n".repeat(300) + "\r\n"))
        .isInstanceOf(MalformedException.class);
    assertThatThrownBy(() -> read(start + "X: 1234567890\r\n".repeat(10_000) + "\r\n"))
        .isInstanceOf(MalformedException.class)
        .hasMessageContaining("head of more than");
  }

  private static HostPort read(String text) throws Exception {
    byte[] head =
        Objects.requireNonNull(
            new Wire(new ByteArrayInputStream(text.getBytes(ISO_8859_1))).head());
    RequestHead request = HeadParser.request(head);
    return request.isConnect()
        ? request.connectTarget()
        : request.place(Optional.empty(), HostPort.HTTP);
  }
}
