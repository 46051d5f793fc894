package dev.pinfold.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The programs that people use to reach a network don't, and neither do their grandchildren. */
class NetworkTest {
  private static final String IDENTITIES = "dev.pinfold.e2e.Identity#all";

  @Tag("N001")
  @Tag("N049")
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void noProgramOfTheMachineReachesAServerOutside(Identity identity) throws IOException {
    try (Stage stage = new Stage(identity);
        Targets targets = new Targets(stage)) {
      String port = targets.placeholders().get("tcp4");
      Map<String, String> programs =
          Map.of(
              "bash", "exec 3<>/dev/tcp/127.0.0.1/PORT",
              "curl", "curl -sS -m 5 http://127.0.0.1:PORT",
              "wget", "wget -q -T 5 -t 1 http://127.0.0.1:PORT",
              "git", "git ls-remote http://127.0.0.1:PORT/x");
      for (Map.Entry<String, String> program : programs.entrySet()) {
        String text = program.getValue().replace("PORT", port);
        List<String> command =
            List.of("timeout", "1", "bash", "-c", "bash -c '(" + text + ") & wait $!'; echo $?");
        Script control =
            Script.run(stage.identity().command(command), stage.workspace(), stage.environment());
        int reached = targets.arrivals();
        boolean installed = !control.out().startsWith("127");
        assertThat(reached > 0).as("%s outside: %s", program, control).isEqualTo(installed);
        Script run = new Pen(stage).exec(List.of(), command);
        assertThat(run.out()).as("%s %s", program, run).isNotEqualTo("0\n");
        assertThat(targets.arrivals()).as("%s", run).isEqualTo(0);
      }
    }
  }
}
