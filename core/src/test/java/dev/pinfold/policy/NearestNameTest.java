package dev.pinfold.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestNameTest {
  private static final List<String> NAMES = List.of("exec", "check", "log", "policy names");

  @Test
  void countsInsertionsRemovalsReplacementsAndSwaps() {
    assertThat(NearestName.edits("", "abc")).isEqualTo(3);
    assertThat(NearestName.edits("exec", "exce")).isEqualTo(1);
    assertThat(NearestName.edits("kitten", "sitting")).isEqualTo(3);
  }

  @Test
  void proposesOnlyWhatIsNear() {
    assertThat(NearestName.to("chekc", NAMES)).contains("check");
    assertThat(NearestName.to("policy", NAMES)).contains("policy names");
    assertThat(NearestName.to("zzzz", NAMES)).isEmpty();
    assertThat(NearestName.to("", NAMES)).isEmpty();
  }
}
