package dev.pinfold.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Standard input is empty unless it is asked for, and nothing waits for a person. */
class InputTest {
  private static final String IDENTITIES = "dev.pinfold.e2e.Identity#all";

  @Tag("R262")
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void aCommandThatReadsMeetsTheEndAtOnce(Identity identity) throws IOException {
    try (Stage stage = new Stage(identity)) {
      Pen pen = new Pen(stage);
      List<String> words = new ArrayList<>(pen.execWords(List.of(), List.of()));
      words.addAll(List.of("-c", "cat; read x; echo read $?"));
      // The caller's input stays open: a program that inherited it would wait for ever.
      Process process = pen.start(stage.environment(), words);
      Script run = Script.finish(process);
      assertThat(run.out()).as("%s", run).isEqualTo("read 1\n");
    }
  }

  @Tag("A025")
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void inputThatIsAskedForArrives(Identity identity) throws IOException {
    try (Stage stage = new Stage(identity)) {
      Pen pen = new Pen(stage);
      Process process =
          pen.start(stage.environment(), pen.execWords(List.of("--stdin"), List.of("sh")));
      try (var in = process.getOutputStream()) {
        in.write("echo from a script; exit 5\n".getBytes(StandardCharsets.UTF_8));
      }
      Script run = Script.finish(process);
      assertThat(run.out()).as("%s", run).isEqualTo("from a script\n");
      assertThat(run.exit()).isEqualTo(5);
    }
  }

  @Tag("R263")
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void noEditorOrPagerWaitsForAPerson(Identity identity) {
    try (Stage stage = new Stage(identity)) {
      Map<String, String> environment = stage.environment();
      environment.put("EDITOR", "vim");
      environment.put("VISUAL", "vim");
      environment.put("PAGER", "less");
      environment.put("GIT_EDITOR", "vim");
      Pen pen = new Pen(stage);
      String text =
          "git init -q . && git config user.name A && git config user.email a@example.com && echo a"
              + " > a && git add a && git commit -qm one && echo b > a && git add a && git commit;"
              + " echo commit $?; git log --oneline; git --no-pager log -1 --format=%s";
      List<String> words = new ArrayList<>(pen.execWords(List.of(), List.of()));
      words.addAll(List.of("-c", text));
      Script run = pen.run(environment, words);
      assertThat(run.exit()).as("%s", run).isEqualTo(0);
      assertThat(run.out()).endsWith("one\n").doesNotContain("commit 0");
    }
  }
}
