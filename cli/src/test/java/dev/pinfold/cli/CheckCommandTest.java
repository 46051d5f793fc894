package dev.pinfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CheckCommandTest {
  @TempDir Path home;

  private Finished pinfold(String... arguments) throws Exception {
    return new Pinfold(home).run(arguments);
  }

  @Test
  void whatIsAllowedExitsWithZero() throws Exception {
    assertThat(pinfold("check", "ls -l")).isEqualTo(new Finished(0, "allow\n", ""));
  }

  @Test
  void whatIsRefusedIsShownWithItsRuleItsWordsAndItsReason() throws Exception {
    Finished refused = pinfold("check", "echo ok && rm -rf ~/");
    assertThat(refused.status()).isEqualTo(20);
    List<String> lines = refused.out().lines().toList();
    assertThat(lines.get(0)).isEqualTo("deny");
    assertThat(lines.get(2)).matches("floor\\.[a-z.-]+: .+");
    assertThat(lines.get(3)).isEqualTo("  echo ok && rm -rf ~/");
    assertThat(lines.get(4)).matches(" {13,}\\^+").hasSizeLessThanOrEqualTo(lines.get(3).length());
  }

  @Test
  void whatAPersonMustDecideExitsWithTen() throws Exception {
    assertThat(pinfold("check", "rm -rf $UNKNOWN/x").status()).isEqualTo(10);
  }

  @Test
  void textComesAsOneOperandAsSeveralOrAfterMinusC() throws Exception {
    for (String[] call :
        List.of(
            new String[] {"check", "--json", "rm -rf /"},
            new String[] {"check", "--json", "rm", "-rf", "/"},
            new String[] {"check", "--json", "-c", "rm -rf /"})) {
      Finished refused = pinfold(call);
      assertThat(refused.status()).isEqualTo(20);
      assertThat(refused.out())
          .startsWith("{\"command\":\"rm -rf /\",\"decision\":\"deny\",")
          .hasLineCount(1);
    }
  }

  @Test
  void anArgumentVectorIsReadByNoShell() throws Exception {
    assertThat(pinfold("check", "--", "echo", "$(rm -rf /)").status()).isZero();
    assertThat(pinfold("check", "echo", "$(rm -rf /)").status()).isEqualTo(20);
    assertThat(pinfold("check", "--", "rm", "-rf", "/").status()).isEqualTo(20);
  }

  @Test
  void bytesThatAreNoUtf8AreKept() throws Exception {
    Finished raw =
        new Pinfold(home).script("exec \"$@\" \"$(printf 'echo \\351')\"", "check", "--json");
    assertThat(raw.out()).containsIgnoringCase("{\"command\":\"echo \\udce9\"");
  }

  @Test
  void aBatchAnswersEachLineInOrder() throws Exception {
    Finished batch =
        new Pinfold(home)
            .fed("ls\nrm -rf /\n\necho 'a\\n\\tb' \\\\\\\\ \\x\nrm -rf /", "check", "--batch");
    assertThat(batch.status()).isZero();
    List<String> lines = batch.out().lines().toList();
    assertThat(lines).hasSize(5);
    assertThat(lines.get(0))
        .isEqualTo(
            "{\"command\":\"ls\",\"decision\":\"allow\",\"matches\":[],\"profile\":\"permissive\"}");
    assertThat(lines.get(1))
        .contains("\"decision\":\"deny\"", "\"span\":{\"start\":", "\"rule\":\"floor.");
    assertThat(lines.get(2)).startsWith("{\"command\":\"\",");
    assertThat(lines.get(3)).startsWith("{\"command\":\"echo 'a\\n\\tb' \\\\\\\\ \\\\x\",");
    assertThat(lines.get(4)).startsWith("{\"command\":\"rm -rf /\",\"decision\":\"deny\"");
  }

  @Test
  void aBatchAnswersBeforeTheNextLineIsWritten() throws Exception {
    Process batch = new Pinfold(home).process("check", "--batch").start();
    try (var stdin = batch.getOutputStream();
        var answers = batch.inputReader(StandardCharsets.UTF_8)) {
      for (String command : List.of("ls", "pwd")) {
        stdin.write((command + "\n").getBytes(StandardCharsets.UTF_8));
        stdin.flush();
        assertThat(answers.readLine()).startsWith("{\"command\":\"" + command + "\"");
      }
    }
    assertThat(batch.waitFor()).isZero();
  }

  @Test
  void judgesForTheWorkspaceThatIsNamed() throws Exception {
    assertThat(pinfold("check", "--workspace", "/w", "--home", "/h", "rm -rf /w/build").status())
        .isZero();
    assertThat(
            pinfold("check", "--workspace", "/elsewhere", "--home", "/h", "rm -rf /w/build")
                .status())
        .isEqualTo(20);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--profile permisive|unknown profile 'permisive'|Did you mean permissive?",
        "--profile x|unknown profile 'x'|There are: permissive, read-write, read-only, locked",
        "--dialect zsh|unknown dialect 'zsh'|Did you mean sh?",
        "--porfile x|unknown option --porfile|Did you mean --profile?",
        "--json|nothing to check|--batch",
        "-c ls -- pwd|-c already is the command|Quote",
        "--batch ls|--batch reads the commands from standard input|Leave out the command",
      })
  void aCommandLineThatMakesNoSenseIsAUsageError(String words, String message, String hint)
      throws Exception {
    Finished wrong = pinfold(("check " + words).split(" ", -1));
    assertThat(wrong.status()).isEqualTo(2);
    assertThat(wrong.out()).isEmpty();
    assertThat(wrong.err()).startsWith("pinfold: " + message).contains("\nhint: ").contains(hint);
  }
}
