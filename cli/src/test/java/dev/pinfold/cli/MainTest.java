package dev.pinfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {
  @TempDir Path home;

  private Finished pinfold(String... arguments) throws Exception {
    return new Pinfold(home).run(arguments);
  }

  @Test
  void printsItsVersion() throws Exception {
    Finished version = pinfold("version");
    assertThat(version.status()).isZero();
    assertThat(version.out())
        .startsWith("pinfold " + VersionCommand.VERSION + " (Java 25")
        .endsWith(")\n");
    assertThat(version.err()).isEmpty();
  }

  @Test
  void itsVersionIsThatOfTheBuild() throws Exception {
    assertThat(Files.readString(Path.of("pom.xml")))
        .contains("<version>" + VersionCommand.VERSION + "</version>");
  }

  @Test
  void aLoneNameIsNotEnough() throws Exception {
    Finished nothing = pinfold();
    assertThat(nothing.status()).isEqualTo(2);
    assertThat(nothing.err()).isEqualTo("pinfold: no command\nhint: pinfold help lists them.\n");
  }

  @ParameterizedTest
  @CsvSource({
    "versoin, Did you mean version?",
    "verison, Did you mean version?",
    "lgo, Did you mean log?",
    "hel, Did you mean help?",
    "xyzzy, pinfold help lists the commands.",
    "'', pinfold help lists the commands.",
  })
  void anUnknownCommandIsAnsweredWithTheNearestName(String name, String hint) throws Exception {
    Finished unknown = pinfold(name);
    assertThat(unknown.status()).isEqualTo(2);
    assertThat(unknown.err())
        .startsWith("pinfold: unknown command '" + name + "'\nhint: ")
        .contains(hint);
    assertThat(unknown.out()).isEmpty();
  }

  @Test
  void anUnknownOptionIsAnsweredWithTheNearestName() throws Exception {
    Finished unknown = pinfold("log", "--jsno");
    assertThat(unknown.status()).isEqualTo(2);
    assertThat(unknown.err())
        .isEqualTo(
            """
            pinfold: unknown option --jsno
            hint: Did you mean --json? pinfold log --help explains the options.
            """);
  }

  @ParameterizedTest
  @ValueSource(strings = {"help", "--help", "-h"})
  void helpListsEveryCommand(String word) throws Exception {
    Finished help = pinfold(word);
    assertThat(help.status()).isZero();
    assertThat(help.out()).contains(Commands.NAMES);
  }

  @Test
  void everyCommandExplainsItself() throws Exception {
    for (String name : Commands.NAMES) {
      String[] words = ("help " + name).split(" ", -1);
      Finished help = pinfold(words);
      assertThat(help.status()).as(name).isZero();
      assertThat(help.out())
          .startsWith("Usage: pinfold " + name)
          .hasLineCount(help.out().split("\n").length);
      assertThat(help.out().lines()).as("fits a terminal").allMatch(line -> line.length() <= 100);
    }
  }

  @Test
  void outputThatCannotBeWrittenIsNoSuccess() throws Exception {
    Finished full = new Pinfold(home).script("exec \"$@\" >/dev/full", "version");
    assertThat(full.status()).isEqualTo(125);
    assertThat(full.err()).startsWith("pinfold: can't write the output: No space left on device");
  }

  @Test
  void aReaderThatLeavesEndsItQuietly() throws Exception {
    Finished gone = new Pinfold(home).script("{ \"$@\"; echo $? >&2; } | :", "help");
    assertThat(gone.err()).isEqualTo("141\n");
  }

  @Test
  void controlCodesInAMessageAreShownAndNotObeyed() throws Exception {
    assertThat(pinfold("\u001b[2Jx\u202e").err())
        .startsWith("pinfold: unknown command '\\x1b[2Jx\\u{202e}'");
  }
}
