package dev.pinfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExplainCommandTest {
  @TempDir Path home;

  private Finished explain(String... arguments) throws Exception {
    String[] all = new String[arguments.length + 5];
    all[0] = "explain";
    System.arraycopy(new String[] {"--workspace", "/w", "--home", "/h"}, 0, all, 1, 4);
    System.arraycopy(arguments, 0, all, 5, arguments.length);
    return new Pinfold(home).run(all);
  }

  @Test
  void showsTheTreeOfWhatRunsWithPlacesDirectoriesAndReasons() throws Exception {
    Finished shown =
        explain("-c", "cd src &&\nsudo -u me sh -c 'rm -rf /etc \"$X\"' | tee log.txt");

    assertThat(shown.status()).isEqualTo(20);
    assertThat(shown.out()).startsWith("deny\n\nfloor.delete.outside: /etc is outside");
    assertThat(shown.out())
        .contains(
            """
            cd src   1:1
               in /w
            pipeline   2:1
            ├─ sudo -u me sh -c 'rm -rf /etc "$X"'   2:1
            │  │  in /w/src
            │  └─ sudo → sh -c 'rm -rf /etc "$X"'   2:12
            │     └─ sh -c → rm -rf /etc <?>   2:19   DENY
            │           <?>: $X is not set in the text
            │           floor.delete.outside: /etc is outside the workspace; deleting there is refused
            │           floor.delete.unknown: what would be deleted is only known when it runs: <?>
            └─ tee log.txt   2:39
                  reads a pipe

            each command was shown to the rules on: deletion, write,\
            """);
  }

  @Test
  void exitsAsCheckDoes() throws Exception {
    assertThat(explain("--", "ls").status()).isZero();
    assertThat(explain("-c", "rm -rf $X").status()).isEqualTo(10);
    assertThat(explain("--", "rm", "-rf", "/etc").status()).isEqualTo(20);
    assertThat(explain("--profile", "read-only", "--", "ls", "/").status()).isEqualTo(20);
  }

  @Test
  void theSameAsDataForPrograms() throws Exception {
    Finished shown = explain("--json", "-c", "A=1 ls $B 2> /dev/null");

    assertThat(shown.status()).isZero();
    assertThat(shown.out())
        .hasLineCount(1)
        .startsWith("{\"command\":\"A=1 ls $B 2> /dev/null\",\"decision\":\"allow\",")
        .contains(
            "\"steps\":[{\"how\":\"\",\"construct\":\"\",\"span\":{\"start\":0,\"end\":22},"
                + "\"line\":1,\"column\":1,\"call\":{\"kind\":\"program\",\"name\":\"ls\",\"words\":["
                + "{\"text\":\"ls\",\"certainty\":\"constant\",\"why\":\"\",\"span\":{\"start\":4,\"end\":6}},{\"text\":\"<?>\",\"certainty\":\"unknown\",\"why\":\"$B"
                + " is not set in the text\","
                + "\"span\":{\"start\":7,\"end\":9}}],\"cwd\":\"/w\",\"environment\":{\"A\":\"1\"},\"redirects\":[\"2>"
                + " /dev/null\"],"
                + "\"input\":null},\"matches\":[],\"inside\":[]}],\"complete\":true}");
  }

  @Test
  void theLongFormTakesACommandAsCheckDoes() throws Exception {
    Finished shown = new Pinfold(home).run("explain", "command", "ls", "-l");

    assertThat(shown.status()).isZero();
    assertThat(shown.out()).startsWith("allow\n\nls -l   1:1\n");
  }

  @Test
  void whatATerminalWouldObeyIsEscaped() throws Exception {
    assertThat(explain("-c", "ls $'\\e[2J' > $'\\ea'").out())
        .doesNotContain("\u001b")
        .contains("\\x1b[2J", "> \\x1ba");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "explain ls -l|explain what? 'ls'|pinfold explain -- ls -l",
        "explain|nothing to explain|Give a command",
        "explain --batch|unknown option --batch|explains the options",
        "explain --profile x -- ls|unknown profile 'x'|There are:",
      })
  void aCommandLineThatMakesNoSenseIsAUsageError(String words, String message, String hint)
      throws Exception {
    Finished wrong = new Pinfold(home).run(words.split(" ", -1));
    assertThat(wrong.status()).isEqualTo(2);
    assertThat(wrong.out()).isEmpty();
    assertThat(wrong.err()).startsWith("pinfold: " + message).contains("\nhint: ").contains(hint);
  }

  @Test
  void withARunTellsWhichStartsOfItWereRefusedThere() throws Exception {
    Path workspace = Files.createDirectory(home.resolve("space"));
    Files.writeString(workspace.resolve("s.sh"), "rm -rf /usr/no-such-pinfold; cat /no/such\n");
    Pinfold pinfold = new Pinfold(home).in(workspace);
    pinfold.run("exec", "--", "sh", "s.sh");
    String refused = "refused in run ";
    String started = ": exec rm -rf /usr/no-such-pinfold: floor.delete.outside: ";

    Finished asked = pinfold.run("explain", "command", "--run", "last", "--", "rm", "-r", "build");
    assertThat(asked.status()).isZero();
    assertThat(asked.out()).startsWith("allow\n").contains(refused).contains(started);
    assertThat(pinfold.run("explain", "--run", "last", "--json", "-c", "sudo /bin/rm x").out())
        .contains("\"denied\":[\"exec rm -rf /usr/no-such-pinfold: floor.delete.outside: ");
    assertThat(pinfold.run("explain", "--run", "last", "--", "cat", "x").out())
        .doesNotContain(refused);

    pinfold.run("exec", "-c", "rm -rf /usr/no-such-pinfold && ls");
    assertThat(
            pinfold
                .run("explain", "--run", "last", "-c", "rm -rf /usr/no-such-pinfold && ls")
                .out())
        .contains(refused + "2");
    assertThat(pinfold.run("explain", "--run", "none", "--", "ls").status())
        .as("no such run")
        .isNotZero();
  }
}
