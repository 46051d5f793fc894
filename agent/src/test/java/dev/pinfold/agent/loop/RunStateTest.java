package dev.pinfold.agent.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pinfold.journal.Journal;
import dev.pinfold.journal.RunId;
import dev.pinfold.journal.StateDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RunStateTest {
  @TempDir Path dir;

  /** Every pair of states: what is not in a row must throw, and leave no trace. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "QUEUED          | PREPARING CANCELLED",
        "PREPARING       | RUNNING FAILED CANCELLED",
        "RUNNING         | FINALIZING",
        "FINALIZING      | COMPLETED FAILED CANCELLED BUDGET_EXCEEDED TIMED_OUT",
        "COMPLETED       | ''",
        "FAILED          | ''",
        "CANCELLED       | ''",
        "BUDGET_EXCEEDED | ''",
        "TIMED_OUT       | ''",
      })
  void whatIsNotInTheTableThrows(RunState from, String to) throws Exception {
    List<String> legal = List.of(to.strip().split(" ", -1));
    assertThat(from.isEnd()).isEqualTo(to.isBlank());
    StateDirectory state = StateDirectory.of(Map.of(), dir.toRealPath());
    int number = 0;
    for (RunState next : RunState.values()) {
      RunId run = new RunId(from.label().replace('_', '-') + "-" + number++);
      try (Journal journal = Journal.open(state, run, InstantSource.system())) {
        Lifecycle life =
            new Lifecycle(new RunRecord(journal, Mask.nothing()), Seen.nothing(), from);
        if (legal.contains(next.name())) {
          life.become(next, "");
          assertThat(life.state()).isEqualTo(next);
        } else {
          assertThatThrownBy(() -> life.become(next, ""))
              .isInstanceOf(IllegalStateException.class)
              .hasMessage("a run that is " + from.label() + " can't be " + next.label());
          assertThat(life.state()).isEqualTo(from);
        }
        assertThat(Files.readString(journal.file()).contains("\"agent.state\""))
            .isEqualTo(legal.contains(next.name()));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Ending.Cause.class)
  void everyCauseLeadsToAnEnd(Ending.Cause cause) {
    assertThat(cause.state().isEnd()).isTrue();
  }
}
