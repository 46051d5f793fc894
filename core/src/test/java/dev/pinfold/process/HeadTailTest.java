package dev.pinfold.process;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HeadTailTest {
  @Test
  void keepsAllThatFits() {
    HeadTail kept = new HeadTail(8);
    kept.add("abcde".getBytes(US_ASCII), 5);
    kept.add("fgh".getBytes(US_ASCII), 3);
    assertThat(kept.head()).asString().isEqualTo("abcdefgh");
    assertThat(kept.tail()).isEmpty();
    assertThat(kept.dropped()).isZero();
  }

  @Test
  void keepsBothEndsOfAnyStreamInAnyChunks() {
    Random random = new Random(7);
    for (int round = 0; round < 500; round++) {
      int keep = random.nextInt(40);
      HeadTail kept = new HeadTail(keep);
      var all = new ByteArrayOutputStream();
      for (int chunk = random.nextInt(8); chunk > 0; chunk--) {
        byte[] bytes = new byte[random.nextInt(50)];
        random.nextBytes(bytes);
        kept.add(bytes, bytes.length);
        all.writeBytes(bytes);
      }
      byte[] stream = all.toByteArray();
      assertThat(kept.total()).isEqualTo(stream.length);
      if (stream.length <= keep) {
        assertThat(kept.head()).isEqualTo(stream);
        assertThat(kept.tail()).isEmpty();
      } else {
        int head = keep / 2;
        assertThat(kept.head()).isEqualTo(Arrays.copyOf(stream, head));
        assertThat(kept.tail())
            .isEqualTo(Arrays.copyOfRange(stream, stream.length - (keep - head), stream.length));
        assertThat(kept.dropped()).isEqualTo(stream.length - keep);
      }
    }
  }
}
