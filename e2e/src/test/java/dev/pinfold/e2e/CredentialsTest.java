package dev.pinfold.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Keys stay closed even to grants that would open them by the way. */
class CredentialsTest {
  private static final String IDENTITIES = "dev.pinfold.e2e.Identity#all";
  private static final int COULD_NOT = 125;

  @Tag("C003")
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void aGrantThatHoldsKeysIsRefusedAndSaysHowToAskForIt(Identity identity) throws IOException {
    try (Stage stage = new Stage(identity)) {
      Path link =
          Files.createSymbolicLink(
              stage.outside().resolve("innocent"), stage.home().resolve(".ssh"));
      stage.hand();
      for (Path path :
          List.of(
              stage.home().resolve(".ssh"),
              stage.home().resolve(".ssh/id_ed25519"),
              stage.home(),
              link,
              stage.base(),
              Path.of("/"))) {
        for (String option : List.of("--read", "--write")) {
          Script run =
              new Pen(stage)
                  .execFile(
                      "echo ran; cat " + stage.home().resolve(".ssh/id_ed25519"),
                      option,
                      path.toString());
          assertThat(run.exit()).as("%s %s %s", option, path, run).isIn(2, COULD_NOT);
          assertThat(run.out()).doesNotContain("ran", Stage.SECRET);
          assertThat(run.err()).contains("pinfold: ").contains("hint: ");
        }
      }
    }
  }

  @Tag("C004")
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void openingOneGroupOpensNoOther(Identity identity) {
    try (Stage stage = new Stage(identity)) {
      Path ssh = stage.home().resolve(".ssh");
      String text =
          "cat %s/id_ed25519 && cat %s/.aws/credentials || echo held".formatted(ssh, stage.home());
      Script run =
          new Pen(stage).execFile(text, "--read", ssh.toString(), "--allow-credentials", "ssh");
      assertThat(run.out()).as("%s", run).isEqualTo(Stage.SECRET + "\nheld\n");
      Script other =
          new Pen(stage)
              .execFile(
                  "cat %s/id_ed25519".formatted(ssh),
                  "--read",
                  ssh.toString(),
                  "--allow-credentials",
                  "aws");
      assertThat(other.out()).doesNotContain(Stage.SECRET);
    }
  }

  /** Tool folders are opened because PATH names them; a home has more than one name. */
  @Tag("C002")
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void aToolFolderOpensNoKeysWhicheverWayItIsSpelt(Identity identity) throws IOException {
    try (Stage stage = new Stage(identity)) {
      Path link = Files.createSymbolicLink(stage.base().resolve("home-link"), stage.home());
      stage.hand();
      String text =
          "cat %1$s/.cargo/credentials.toml %1$s/.ssh/id_ed25519 %1$s/.config/gh/hosts.yml %1$s/.bash_history"
              .formatted(stage.home());
      List<Map.Entry<String, String>> spellings =
          List.of(
              Map.entry(link.toString(), stage.home() + "/.cargo/bin"),
              Map.entry(stage.home().toString(), link + "/.cargo/bin"),
              Map.entry(stage.home().toString(), stage.home() + "/.cargo/bin/.."),
              Map.entry(stage.home().toString(), stage.home() + "/.cargo/bin/../.."),
              Map.entry(stage.home().toString(), stage.home() + "//.cargo//"),
              Map.entry(stage.home().toString(), stage.home() + "/."),
              Map.entry(stage.home().toString(), stage.home() + "/.config"),
              Map.entry(stage.home().toString(), stage.base().toString()));
      for (Map.Entry<String, String> spelling : spellings) {
        for (String variable : List.of("PATH", "JAVA_HOME")) {
          Map<String, String> environment = stage.environment();
          environment.put("HOME", spelling.getKey());
          environment.merge(
              variable,
              spelling.getValue(),
              (old, more) -> variable.equals("PATH") ? more + ":" + old : more);
          Pen pen = new Pen(stage);
          Script run =
              pen.run(environment, pen.execWords(List.of(), List.of("/bin/sh", pen.script(text))));
          assertThat(run.out())
              .as("HOME=%s %s=%s %s", spelling.getKey(), variable, spelling.getValue(), run)
              .doesNotContain(Stage.SECRET);
        }
      }
    }
  }
}
