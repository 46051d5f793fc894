package dev.pinfold.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StateDirectoryTest {
  private static final Path HOME = Path.of("/home/dev");

  @Test
  void isWhereXdgSays() {
    assertThat(StateDirectory.of(Map.of("XDG_STATE_HOME", "/s"), HOME).root())
        .isEqualTo(Path.of("/s/pinfold"));
    assertThat(StateDirectory.of(Map.of(), HOME).root())
        .isEqualTo(Path.of("/home/dev/.local/state/pinfold"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "relative", "./x"})
  void aRelativeStateHomeCountsAsUnset(String stateHome) {
    assertThat(StateDirectory.of(Map.of("XDG_STATE_HOME", stateHome), HOME).root())
        .isEqualTo(Path.of("/home/dev/.local/state/pinfold"));
  }

  @Test
  void listsRunsOldestFirstAndLeavesForeignNamesAlone(@TempDir Path home) throws IOException {
    StateDirectory state = StateDirectory.of(Map.of(), home);
    assertThat(state.runs()).isEmpty();
    RandomGenerator random = new Random(1);
    RunId late = RunId.next(Instant.parse("2026-12-01T09:30:00.010Z"), random);
    RunId early = RunId.next(Instant.parse("2026-12-01T09:30:00.009Z"), random);
    Journal.open(state, late, InstantSource.system()).close();
    Journal.open(state, early, InstantSource.system()).close();
    Files.createDirectory(state.root().resolve("runs/..Foreign"));
    assertThat(state.runs()).containsExactly(early, late);
    assertThat(early.value()).matches("20261201-093000-009-[0-9a-f]{6}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "..", "a/b", "A", "-rf", "a b", "a\n", "é"})
  void aRunIdIsSafeAsAFileName(String value) {
    assertThat(RunId.isValid(value)).isFalse();
    assertThatIllegalArgumentException().isThrownBy(() -> new RunId(value));
  }
}
