package dev.pinfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pinfold.journal.Fields;
import dev.pinfold.journal.Journal;
import dev.pinfold.journal.RunId;
import dev.pinfold.journal.StateDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogCommandTest {
  private static final InstantSource CLOCK =
      InstantSource.fixed(Instant.parse("2026-12-01T09:30:00Z"));

  @TempDir Path home;

  private Finished pinfold(String... arguments) throws Exception {
    return new Pinfold(home).run(arguments);
  }

  private Journal open(String run) throws IOException {
    Journal journal = Journal.open(StateDirectory.of(Map.of(), home), new RunId(run), CLOCK);
    journal.append(
        "command.judged",
        Fields.none()
            .with("command", Fields.none().withTexts("argv", List.of("printf", "a b", "\u001b[2J")))
            .with("profile", "permissive"));
    return journal;
  }

  private Path ended(String run) throws IOException {
    try (Journal journal = open(run)) {
      journal.append(Journal.END, Fields.none().with("outcome", "exit 0"));
      return journal.file();
    }
  }

  @Test
  void listsNothingBeforeTheFirstRun() throws Exception {
    assertThat(pinfold("log")).isEqualTo(new Finished(0, "", ""));
    assertThat(pinfold("log", "verify")).isEqualTo(new Finished(0, "", ""));
    assertThat(home).isEmptyDirectory();
  }

  @Test
  void listsRunsWithTheirState() throws Exception {
    ended("run-1");
    open("run-2").close();
    try (Journal running = open("run-3")) {
      assertThat(running.head()).isNotEmpty();
      Finished log = pinfold("log");
      assertThat(log.status()).isZero();
      assertThat(log.out())
          .isEqualTo(
              """
              run-1  exit 0  printf 'a b' '\\x1b[2J'
              run-2  cut or killed  printf 'a b' '\\x1b[2J'
              run-3  running  printf 'a b' '\\x1b[2J'
              """);
      assertThat(pinfold("log", "--last", "1").out()).startsWith("run-3").hasLineCount(1);
    }
  }

  @Test
  void showsARunReadably() throws Exception {
    ended("run-1");
    for (String name : List.of("run-1", "run", "last")) {
      assertThat(pinfold("log", name).out())
          .isEqualTo(
              """
              2026-12-01T09:30:00Z  journal.opened
                  format: 1
              2026-12-01T09:30:00Z  command.judged
                  command:
                    argv: printf 'a b' '\\x1b[2J'
                  profile: permissive
              2026-12-01T09:30:00Z  run.ended
                  outcome: exit 0
              """);
    }
  }

  @Test
  void printsTheLinesOfAJournalAsTheyAre() throws Exception {
    assertThat(pinfold("log", "run-1", "--json").status()).isEqualTo(2);
    Path journal = ended("run-1");
    assertThat(pinfold("log", "run-1", "--json").out()).isEqualTo(Files.readString(journal));
  }

  @Test
  void printingAJournalNeedsARun() throws Exception {
    ended("run-1");
    Finished wrong = pinfold("log", "--json");
    assertThat(wrong.status()).isEqualTo(2);
    assertThat(wrong.out()).isEmpty();
    assertThat(wrong.err())
        .startsWith("pinfold: --json prints the journal of one run")
        .contains("\nhint: Name one: pinfold log --json last");
  }

  @Test
  void aRunThatIsUnknownOrAmbiguousIsAUsageError() throws Exception {
    ended("run-1");
    ended("run-2");
    assertThat(pinfold("log", "walk").err())
        .startsWith("pinfold: no run 'walk'\nhint: pinfold log lists the runs");
    assertThat(pinfold("log", "run").err()).startsWith("pinfold: 2 runs start with 'run'\n");
    assertThat(pinfold("log", "run").status()).isEqualTo(2);
    assertThat(pinfold("log", "../..").status()).isEqualTo(2);
  }

  @Test
  void verifiesAllRunsOrThoseThatAreNamed() throws Exception {
    ended("run-1");
    ended("run-2");
    Finished all = pinfold("log", "verify");
    assertThat(all.status()).isZero();
    assertThat(all.out())
        .containsPattern("run-1  intact  3 entries, head [0-9a-f]{64}\nrun-2  intact");
    assertThat(pinfold("log", "verify", "run-2").out()).startsWith("run-2  intact").hasLineCount(1);
  }

  @Test
  void saysWhereAJournalIsBrokenAndStillChecksTheOthers() throws Exception {
    Path journal = ended("run-1");
    ended("run-2");
    Files.writeString(journal, Files.readString(journal).replace("permissive", "permissivE"));
    Finished verify = pinfold("log", "verify");
    assertThat(verify.status()).isEqualTo(1);
    assertThat(verify.err())
        .matches(
            "(?s)pinfold: run-1: the journal is broken at line 2 \\(byte \\d+\\): its bytes do not"
                + " have the hash .*\n"
                + "hint: .*run-1/journal.jsonl\n");
    assertThat(verify.out()).startsWith("run-2  intact");
    assertThat(pinfold("log", "run-1").status()).isEqualTo(1);
    assertThat(pinfold("log").out()).startsWith("run-1  BROKEN at line 2  ");
  }

  @Test
  void aJournalWithoutItsEndIsNoSuccess() throws Exception {
    open("run-1").close();
    Finished verify = pinfold("log", "verify");
    assertThat(verify.status()).isEqualTo(1);
    assertThat(verify.err())
        .contains("run-1: the journal stops after entry 2 without the run's end");
  }

  @Test
  void aRunWithoutAJournalIsNoSuccess() throws Exception {
    Files.delete(ended("run-1"));
    assertThat(pinfold("log", "verify").status()).isEqualTo(1);
  }
}
