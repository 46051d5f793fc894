package dev.pinfold.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class SpanTest {
  @Test
  void refusesAnEndBeforeItsStart() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Span(2, 1));
    assertThat(new Span(1, 1).end()).isEqualTo(1);
  }

  @Test
  void theBuildTestsOnJava25() {
    assertThat(Runtime.version().feature()).isEqualTo(25);
  }
}
