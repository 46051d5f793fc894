package dev.pinfold.agent.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pinfold.agent.RepositoryException;
import dev.pinfold.journal.JournalFile;
import dev.pinfold.journal.RunId;
import dev.pinfold.journal.Verification;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A run that stops as if its JVM were killed, and goes on. That a killed JVM leaves no process, and
 * that this works with a real one, is shown by e2e.
 */
class ResumeTest {
  @TempDir Path dir;
  private Trial trial;

  @BeforeEach
  void repository() throws Exception {
    trial = new Trial(dir);
  }

  private RunId killed() throws IOException {
    assertThatThrownBy(() -> trial.run(trial.checked()))
        .isInstanceOf(AssertionError.class)
        .hasMessage("killed");
    String name = trial.clones().all().getFirst().value();
    return new RunId(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"said repairing", "called edit_file", "checking", "finalizing"})
  void aRunGoesOnWhereverItWasKilled(String moment) throws Exception {
    trial.seen.killAt(moment);
    trial
        .then(
            (_, _) ->
                Trial.answer(
                    "repairing",
                    trial.call(
                        "edit_file",
                        "{\"path\":\"sum.sh\",\"old_text\":\"total=1\",\"new_text\":\"total=0\"}")))
        .runs("sed -i s/total=1/total=0/ sum.sh")
        .done();
    RunId run = killed();
    Path journal = trial.state.journalOf(run);
    assertThat(JournalFile.verify(journal)).isInstanceOf(Verification.Incomplete.class);
    AgentRun.Interrupted interrupted = AgentRun.interrupted(trial.state, run);
    assertThat(interrupted.again()).containsExactly("again");

    AgentReport report = trial.resume(run);
    assertThat(report.run()).isEqualTo(run.value());
    assertThat(report.ending().cause()).isEqualTo(Ending.Cause.DONE);
    assertThat(report.work().orElseThrow().changes()).hasSize(1);
    assertThat(JournalFile.verify(journal)).isInstanceOf(Verification.Intact.class);
    if (moment.startsWith("called")) {
      assertThat(trial.asked.get(1).messages().getLast().toString()).contains("UNKNOWN: ");
    }
    assertThatThrownBy(() -> AgentRun.interrupted(trial.state, run))
        .isInstanceOf(RepositoryException.class)
        .hasMessageContaining("can't be resumed");
  }

  @Test
  void whatWasRefusedBeforeIsInTheReport() throws Exception {
    trial.seen.killAt("called edit_file");
    trial.runs("rm -rf /").repairs().done();
    RunId run = killed();
    AgentReport report = trial.repairs().done().resume(run);
    assertThat(report.ending().cause()).isEqualTo(Ending.Cause.DONE);
    assertThat(report.refused())
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.what()).contains("rm -rf /");
              assertThat(one.layer()).isEqualTo("policy");
              assertThat(one.rule()).startsWith("floor.");
              assertThat(one.times()).isEqualTo(1);
            });
  }

  @Test
  void whatWasUsedBeforeCounts() throws Exception {
    trial.seen.killAt("called run_command");
    trial.metered(used -> used.input() + used.output()).runs("true").done();
    RunId run = killed();
    AgentReport report = trial.repairs().done().resume(run);
    assertThat(report.use().turns()).isEqualTo(trial.asked.size());
    assertThat(report.use().microDollars().orElseThrow()).isEqualTo(110L * trial.asked.size());
    assertThat(report.use().tokens().input()).isEqualTo(100L * trial.asked.size());
    assertThat(List.of(report.started())).doesNotContain(java.time.Instant.EPOCH);
  }
}
