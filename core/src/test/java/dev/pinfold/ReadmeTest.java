package dev.pinfold;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pinfold.journal.StateDirectory;
import dev.pinfold.policy.Decision;
import dev.pinfold.process.Cancellation;
import dev.pinfold.process.Live;
import dev.pinfold.run.CommandLine;
import dev.pinfold.run.RunReport;
import dev.pinfold.run.RunRequest;
import dev.pinfold.run.Runner;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The README's example, compiled and run. */
class ReadmeTest {
  @Test
  void theExampleRuns(@TempDir Path workspace, @TempDir Path state) throws Exception {
    var runner =
        new Runner(
            StateDirectory.of(Map.of("XDG_STATE_HOME", state.toString()), state),
            InstantSource.system(),
            new SecureRandom());
    try (var cancellation = new Cancellation()) {
      RunReport report =
          runner.run(
              RunRequest.of(workspace.toString(), new CommandLine.Text("true")),
              Live.NOWHERE,
              cancellation);
      assertThat(report.exitStatus()).isZero();
      assertThat(report.evaluation().decision()).isEqualTo(Decision.ALLOW);
    }
  }
}
