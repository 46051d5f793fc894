package dev.pinfold.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class ProfileTest {
  @Test
  void isNamedWithoutRegardToCaseAndBlanks() {
    assertThat(Profile.named(" Read-Only ")).isEqualTo(Profile.READ_ONLY);
    assertThat(Profile.named("")).isEqualTo(Profile.PERMISSIVE);
    assertThat(Profile.named("locked-down")).isEqualTo(Profile.LOCKED);
  }

  @Test
  void anUnknownNameIsAnErrorThatListsTheNames() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Profile.named("strict"))
        .withMessageContaining("strict")
        .withMessageContaining("read-write");
  }
}
