package dev.pinfold.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
  private static final InstantSource CLOCK =
      InstantSource.fixed(Instant.parse("2026-12-01T09:30:00.5Z"));
  private static final RunId RUN = new RunId("run-1");

  @TempDir Path home;

  private StateDirectory state() {
    return StateDirectory.of(Map.of(), home);
  }

  private Journal open() throws IOException {
    return Journal.open(state(), RUN, CLOCK);
  }

  private List<Entry> entries() throws IOException {
    List<Entry> entries = new ArrayList<>();
    JournalFile.read(state().journalOf(RUN), entries::add);
    return entries;
  }

  @Test
  void givesBackWhatWasAppended() throws IOException {
    Fields fields =
        Fields.none()
            .with("text", "ü \"\\\n\0\u202e😀")
            .with("exit", -1)
            .with("sandboxed", true)
            .withTexts("argv", List.of("", "a b"))
            .with("limits", Fields.none().with("wallMillis", Long.MAX_VALUE))
            .withEach("matches", List.of(Fields.none().with("rule", "rm.root"), Fields.none()));
    try (Journal journal = open()) {
      journal.append("run.started", fields);
      journal.append(Journal.END, Fields.none());
      assertThat(JournalFile.verify(journal.file()))
          .isEqualTo(new Verification.Intact(3, journal.head()));
    }

    assertThat(entries())
        .extracting(Entry::kind)
        .containsExactly("journal.opened", "run.started", "run.ended");
    Entry started = entries().get(1);
    assertThat(started.fields()).isEqualTo(fields);
    assertThat(started.at()).isEqualTo(CLOCK.instant());
    assertThat(started.run()).isEqualTo(RUN);
    assertThat(started.seq()).isEqualTo(1);
  }

  @Test
  void keepsBytesThatAreNoUtf8AsLoneSurrogates() throws IOException {
    String text = "a\udc80\udcffb\udce9";
    try (Journal journal = open()) {
      journal.append("run.started", Fields.none().with("text", text));
    }
    assertThat(Files.readString(state().journalOf(RUN), StandardCharsets.US_ASCII))
        .containsIgnoringCase("\"a\\udc80\\udcffb\\udce9\"");
    assertThat(entries().get(1).fields().text("text")).contains(text);
  }

  @Test
  void theHashIsThatOfTheLineWithoutItsHash() throws Exception {
    try (Journal journal = open()) {
      String line = Files.readString(journal.file()).stripTrailing();
      String bare = line.replaceAll(",\"hash\":\"[0-9a-f]*\"}$", "}");
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(bare.getBytes(StandardCharsets.UTF_8));
      assertThat(journal.head()).isEqualTo(HexFormat.of().formatHex(digest));
      assertThat(line)
          .startsWith("{\"seq\":0,\"at\":\"2026-12-01T09:30:00.500Z\",\"run\":\"run-1\",\"kind\":");
    }
  }

  @Test
  void isPrivateToItsOwner() throws IOException {
    try (Journal journal = open()) {
      assertThat(mode(journal.file())).isEqualTo("rw-------");
      assertThat(mode(state().root().resolve("runs/run-1"))).isEqualTo("rwx------");
      assertThat(mode(state().root())).isEqualTo("rwx------");
      assertThat(mode(state().root().resolve("runs"))).isEqualTo("rwx------");
      assertThat(mode(home.resolve(".local"))).isEqualTo("rwx------");
    }
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @Test
  void refusesADirectoryThatIsOpenToOthers() throws IOException {
    open().close();
    Path runs = state().root().resolve("runs");
    Files.setPosixFilePermissions(runs, PosixFilePermissions.fromString("rwxr-x---"));
    assertThatExceptionOfType(JournalUnavailableException.class)
        .isThrownBy(() -> Journal.open(state(), new RunId("run-2"), CLOCK))
        .withMessageContaining("others than you may use it")
        .withMessageContaining(runs.toString())
        .satisfies(e -> assertThat(e.hint()).contains("chmod 700"));
    assertThat(runs.resolve("run-2")).doesNotExist();
    assertThat(mode(runs)).isEqualTo("rwxr-x---");
  }

  @Test
  void refusesASymbolicLinkInPlaceOfTheStateDirectory() throws IOException {
    Path elsewhere = Files.createDirectory(home.resolve("elsewhere"));
    Files.createDirectories(state().root().getParent());
    Files.createSymbolicLink(state().root(), elsewhere);
    assertThatExceptionOfType(JournalUnavailableException.class)
        .isThrownBy(this::open)
        .withMessageContaining("symbolic link");
    assertThat(elsewhere).isEmptyDirectory();
  }

  @Test
  void refusesAFileInPlaceOfTheStateDirectory() throws IOException {
    Files.createDirectories(state().root().getParent());
    Files.writeString(state().root(), "mine");
    assertThatExceptionOfType(JournalUnavailableException.class).isThrownBy(this::open);
    assertThat(state().root()).hasContent("mine");
  }

  @Test
  void refusesARunThatHasAJournalAlready() throws IOException {
    open().close();
    assertThatExceptionOfType(JournalUnavailableException.class).isThrownBy(this::open);
    assertThat(entries()).hasSize(1);
  }

  /** A child that was killed is played by a journal that is closed without its end. */
  @Test
  void isGoneOnWithAfterItsWriterWasKilled() throws IOException {
    try (Journal journal = open()) {
      journal.append("one", Fields.none());
      assertThatThrownBy(() -> Journal.reopen(state(), RUN, CLOCK, _ -> {}))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("still writes");
    }
    Path file = state().journalOf(RUN);
    Files.writeString(file, "{\"seq\":2,\"at\":\"20", StandardOpenOption.APPEND);
    List<String> read = new ArrayList<>();
    try (Journal journal = Journal.reopen(state(), RUN, CLOCK, entry -> read.add(entry.kind()))) {
      assertThat(read).containsExactly("journal.opened", "one");
      journal.append("two", Fields.none());
      journal.append(Journal.END, Fields.none());
      assertThat(JournalFile.verify(file)).isEqualTo(new Verification.Intact(4, journal.head()));
    }
    assertThatThrownBy(() -> Journal.reopen(state(), RUN, CLOCK, _ -> {}))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("can't be gone on with");
    Files.writeString(file, Files.readString(file).replace("two", "six"));
    assertThatThrownBy(() -> Journal.reopen(state(), RUN, CLOCK, _ -> {}))
        .isInstanceOf(IOException.class);
  }

  @Test
  void takesNothingAfterTheEnd() throws IOException {
    try (Journal journal = open()) {
      journal.append(Journal.END, Fields.none());
      assertThatIllegalStateException().isThrownBy(() -> journal.append("late", Fields.none()));
    }
  }

  @Test
  void survivesTheInterruptionOfAnAppendingThread() throws IOException {
    try (Journal journal = open()) {
      Thread.currentThread().interrupt();
      journal.append("while.interrupted", Fields.none());
      assertThat(Thread.interrupted()).isTrue();
      journal.append(Journal.END, Fields.none());
      assertThat(JournalFile.verify(journal.file())).isInstanceOf(Verification.Intact.class);
    }
  }

  @Test
  void chainsTheEntriesOfManyThreads() throws Exception {
    try (Journal journal = open()) {
      var start = new CountDownLatch(1);
      List<Thread> threads = new ArrayList<>();
      List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
      for (int i = 0; i < 8; i++) {
        threads.add(
            Thread.ofPlatform()
                .uncaughtExceptionHandler((_, e) -> failures.add(e))
                .start(
                    () -> {
                      try {
                        start.await();
                        for (int n = 0; n < 10; n++) {
                          journal.append("step", Fields.none().with("n", n));
                        }
                      } catch (IOException | InterruptedException e) {
                        throw new IllegalStateException(e);
                      }
                    }));
      }
      start.countDown();
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(failures).isEmpty();
      assertThat(JournalFile.verify(journal.file())).isEqualTo(new Verification.Running(81));
    }
  }

  @Test
  void cutsLongTextWithAMarkAndBoundsTheLine() throws IOException {
    String byteNoise = "\udc80".repeat(3 << 20);
    try (Journal journal = open()) {
      journal.append("long", Fields.none().with("text", "x".repeat(9000)));
      journal.append(
          "longer", Fields.none().withTexts("argv", Collections.nCopies(100_000, byteNoise)));
      journal.append("many", Fields.none().withTexts("argv", Collections.nCopies(100_000, "")));
      journal.append(Journal.END, Fields.none());
      assertThat(Files.size(journal.file())).isLessThan(2 << 20);
      assertThat(JournalFile.verify(journal.file())).isInstanceOf(Verification.Intact.class);
    }
    assertThat(entries().get(1).fields().text("text"))
        .contains("x".repeat(8192) + "…[+808 characters]");
    List<String> longer = entries().get(2).fields().texts("argv");
    assertThat(longer.getLast()).isEqualTo("…[+" + (100_000 - longer.size() + 1) + " more]");
    assertThat(entries().get(3).fields().texts("argv").getLast())
        .startsWith("…[+")
        .endsWith(" more]");
  }

  @Test
  void neverCutsACharacterInHalves() throws IOException {
    try (Journal journal = open()) {
      journal.append("long", Fields.none().with("text", "x".repeat(8191) + "😀😀"));
    }
    assertThat(entries().get(1).fields().text("text"))
        .contains("x".repeat(8191) + "…[+4 characters]");
  }
}
