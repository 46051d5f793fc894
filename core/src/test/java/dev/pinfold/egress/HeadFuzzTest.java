package dev.pinfold.egress;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes get an answer, and the same one from two readers that share no code. */
class HeadFuzzTest {
  static Stream<Arguments> heads() {
    return Rows.of("heads.tsv").stream()
        .map(row -> Arguments.of((Object) Rows.unescaped(row.getFirst()).getBytes(ISO_8859_1)));
  }

  @MethodSource("heads")
  @FuzzTest(maxDuration = "4h")
  void twoReadersAgreeOnAnyHead(byte[] input) {
    Optional<ReferenceReading.Request> expected = reference(input);
    Optional<ReferenceReading.Request> read;
    try {
      read = Optional.of(asReference(HeadParser.request(head(input))));
    } catch (MalformedException _) {
      read = Optional.empty();
    }
    if (!read.equals(expected)) {
      throw new AssertionError(read + " is not " + expected);
    }
    read.ifPresent(HeadFuzzTest::itsTextReadsTheSame);
  }

  @FuzzTest(maxDuration = "4h")
  void anyHelloGetsAnAnswer(byte[] input) throws IOException {
    try {
      ClientHello.peek(new Wire(new ByteArrayInputStream(input)));
    } catch (MalformedException _) {
      // An answer.
    }
  }

  /** The head that comes first in {@code input}; what is behind it belongs to the body. */
  private static byte[] head(byte[] input) throws MalformedException {
    try {
      byte[] head = new Wire(new ByteArrayInputStream(input)).head();
      if (head == null) {
        throw new MalformedException("nothing");
      }
      return head;
    } catch (IOException e) {
      throw new MalformedException(String.valueOf(e.getMessage()));
    }
  }

  private static Optional<ReferenceReading.Request> reference(byte[] input) {
    String text = new String(input, ISO_8859_1);
    int end = text.indexOf("\r\n\r\n");
    return end < 0 || end + 4 > Wire.LONGEST_HEAD
        ? Optional.empty()
        : ReferenceReading.of(text.substring(0, end + 4));
  }

  private static ReferenceReading.Request asReference(RequestHead head) {
    String body =
        switch (head.framing()) {
          case Framing.Length(long bytes) -> Long.toString(bytes);
          case Framing.Chunked _ -> "chunked";
          case Framing.None _ -> "none";
          case Framing.UntilClose _ ->
              throw new AssertionError("a request ends before its connection");
        };
    return new ReferenceReading.Request(
        head.method(),
        head.target(),
        "HTTP/1." + head.minor(),
        head.headers().fields().stream()
            .map(field -> field.name().toLowerCase(Locale.ROOT) + ":" + field.value())
            .toList(),
        body);
  }

  /** What is sent on, read again, is what was read. */
  private static void itsTextReadsTheSame(ReferenceReading.Request read) {
    var text =
        new StringBuilder(read.method() + " " + read.target() + " " + read.version() + "\r\n");
    read.fields().forEach(field -> text.append(field).append("\r\n"));
    if (!ReferenceReading.of(text.append("\r\n").toString()).equals(Optional.of(read))) {
      throw new AssertionError("another meaning: " + text);
    }
  }
}
