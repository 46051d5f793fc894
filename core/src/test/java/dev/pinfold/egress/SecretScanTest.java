package dev.pinfold.egress;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URLEncoder;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SecretScanTest {
  private static final String SECRET = "s3cr+t/K\"ey=0123 x";
  private static final HostPort ELSEWHERE = place("evil.example:443");
  private static final HostPort HOME = place("home.example:443");
  private static final SecretScan SCAN = scan();

  private static HostPort place(String text) {
    try {
      return HostPort.parse(text);
    } catch (EgressSyntaxException e) {
      throw new AssertionError(e);
    }
  }

  private static SecretScan scan() {
    try {
      return new SecretScan(
          List.of(
              KnownSecret.of("KEY", Secret.of(SECRET), List.of("home.example")),
              KnownSecret.of("OTHER", Secret.of("another-value"), List.of())));
    } catch (EgressSyntaxException e) {
      throw new AssertionError(e);
    }
  }

  static Stream<String> writings() {
    byte[] bytes = SECRET.getBytes(UTF_8);
    String hex = HexFormat.of().formatHex(bytes);
    return Stream.of(
        SECRET,
        SECRET.toUpperCase(java.util.Locale.ROOT),
        SECRET.replace(" ", ""),
        String.join("\n", SECRET.split("")),
        hex,
        HexFormat.of().withUpperCase().formatHex(bytes),
        HexFormat.ofDelimiter(" ").formatHex(bytes),
        URLEncoder.encode(SECRET, UTF_8).replace("+", "%20"),
        "%" + HexFormat.ofDelimiter("%").formatHex(bytes),
        URLEncoder.encode(Base64.getEncoder().encodeToString(bytes), UTF_8),
        SECRET.replace("\"", "\\\"").replace("/", "\\/"),
        SECRET.chars().mapToObj(c -> String.format("\\u%04x", c)).collect(Collectors.joining()),
        Base64.getEncoder().encodeToString(bytes),
        Base64.getUrlEncoder().encodeToString(bytes),
        Base64.getEncoder().encodeToString(("x" + SECRET + "yz").getBytes(UTF_8)),
        Base64.getEncoder().encodeToString(("xy" + SECRET).getBytes(UTF_8)),
        Base64.getEncoder().encodeToString(("user:" + SECRET).getBytes(UTF_8)),
        Base64.getMimeEncoder(4, new byte[] {'\r', '\n'})
            .encodeToString(("abc" + SECRET).getBytes(UTF_8)));
  }

  @MethodSource("writings")
  @ParameterizedTest
  void aSecretIsKnownHoweverItIsWrittenAndCut(String written) throws IOException {
    byte[] text = ("{\"k\": \"100%" + written + "\", \"n\": 1}").getBytes(ISO_8859_1);
    assertThat(SCAN.find(ELSEWHERE, text))
        .hasValueSatisfying(found -> assertThat(found).contains("KEY"));
    assertThat(SCAN.find(HOME, text)).isEmpty();
    for (int cut = 0; cut <= text.length; cut++) {
      var sent = new ByteArrayOutputStream();
      SecretScan.Passing passing = SCAN.new Passing(ELSEWHERE);
      byte[] first = Arrays.copyOf(text, cut);
      byte[] second = Arrays.copyOfRange(text, cut, text.length);
      assertThatThrownBy(
              () -> {
                passing.feed(first, first.length, sent::write);
                passing.feed(second, second.length, sent::write);
              })
          .isInstanceOf(SecretFoundException.class);
      assertThat(sent.toString(ISO_8859_1)).doesNotContain(written.substring(0, 8));
    }
  }

  @Test
  void whatHoldsNoSecretPassesUnchanged() throws IOException {
    var random = new Random(3);
    String pieces = SECRET.substring(0, 12) + "another-valu%5Cu00\\u0\\%2";
    for (int round = 0; round < 500; round++) {
      byte[] text = new byte[random.nextInt(300)];
      for (int i = 0; i < text.length; i++) {
        text[i] = (byte) pieces.charAt(random.nextInt(pieces.length()));
      }
      var sent = new ByteArrayOutputStream();
      SecretScan.Passing passing = SCAN.new Passing(ELSEWHERE);
      for (int at = 0; at < text.length; ) {
        int count = Math.min(text.length - at, 1 + random.nextInt(20));
        passing.feed(Arrays.copyOfRange(text, at, at + count), count, sent::write);
        at += count;
      }
      passing.end(sent::write);
      assertThat(sent.toByteArray()).isEqualTo(text);
    }
  }

  @Test
  void whatIsTooShortToBeKnownAgainIsNoSecret() {
    assertThatThrownBy(() -> Secret.of("1234567")).isInstanceOf(EgressSyntaxException.class);
    assertThatThrownBy(() -> Secret.of("1234567\n89")).isInstanceOf(EgressSyntaxException.class);
    assertThat(scanText("1234567890")).doesNotContain("1234567890");
  }

  private static String scanText(String value) {
    try {
      return Secret.of(value).toString();
    } catch (EgressSyntaxException e) {
      throw new AssertionError(e);
    }
  }
}
