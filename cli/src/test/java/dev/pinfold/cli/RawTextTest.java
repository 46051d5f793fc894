package dev.pinfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RawTextTest {
  @Test
  void bytesThatAreNoUtf8BecomeLoneSurrogates() {
    assertThat(RawText.decode(new byte[] {'a', (byte) 0xe9, 'b', (byte) 0x80}))
        .isEqualTo("a\udce9b\udc80");
    // Encoded surrogates (CESU-8), overlong forms and cut sequences are no UTF-8 either.
    assertThat(RawText.decode(new byte[] {(byte) 0xed, (byte) 0xb2, (byte) 0x80}))
        .isEqualTo("\udced\udcb2\udc80");
    assertThat(RawText.decode(new byte[] {(byte) 0xc0, (byte) 0x80})).isEqualTo("\udcc0\udc80");
    assertThat(RawText.decode(new byte[] {(byte) 0xf0, (byte) 0x9f, (byte) 0x98}))
        .isEqualTo("\udcf0\udc9f\udc98");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "plain", "üöä € 😀", "\0\n"})
  void utf8IsDecodedAsSuch(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    assertThat(RawText.decode(bytes)).isEqualTo(text);
    assertThat(RawText.encode(text)).isEqualTo(bytes);
  }

  @Test
  void everyByteSequenceComesBack() {
    var random = new Random(20261201);
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = new byte[random.nextInt(12)];
      random.nextBytes(bytes);
      assertThat(RawText.encode(RawText.decode(bytes))).isEqualTo(bytes);
    }
  }
}
