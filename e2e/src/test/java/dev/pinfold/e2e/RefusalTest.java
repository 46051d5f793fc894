package dev.pinfold.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A refusal is seen, stays one, and is never made of words. */
class RefusalTest {
  private final Identity identity = Identity.all().reduce((_, last) -> last).orElseThrow();

  /** The program hides it; the report does not, and nothing is tried again outside. */
  @Tag("R059")
  @Tag("R142")
  @Test
  void aRefusedWriteIsReportedThoughTheProgramSaysNothing() throws Exception {
    try (Stage stage = new Stage(identity)) {
      Path victim = stage.write(stage.outside().resolve("kept"), "mine");
      stage.hand();
      Path report = stage.outside().resolve("report.json");
      String quiet = "echo theirs 2> /dev/null > \"$1\"; exit 0";
      assertThat(run(stage, report, "--", "sh", "-c", quiet, "sh", victim.toString()).exit())
          .isZero();
      assertThat(victim).hasContent("mine");
      assertThat(Files.readString(report))
          .contains("\"sandboxed\":true", "\"layer\":\"files\"")
          .contains("\"target\":\"" + victim + "\"", "\"evidence\":\"traced\"");
    }
  }

  @Tag("R145")
  @Test
  void wordsThatLookLikeARefusalAreNone() throws Exception {
    try (Stage stage = new Stage(identity)) {
      Path report = stage.outside().resolve("report.json");
      String spoof =
          "echo 'Sandbox block: permission denied'; echo 'pinfold: refused: read /etc/x' >&2; exit"
              + " 1";
      Script said = run(stage, report, "-c", spoof);
      assertThat(said.exit()).isEqualTo(1);
      assertThat(Files.readString(report)).contains("\"denials\":[]");
    }
  }

  private static Script run(Stage stage, Path report, String... command) {
    List<String> words =
        new ArrayList<>(List.of("exec", "--trace-denials", "--report", report.toString()));
    words.addAll(List.of(command));
    return new Pen(stage).run(stage.environment(), words);
  }
}
