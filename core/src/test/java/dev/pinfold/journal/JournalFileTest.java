package dev.pinfold.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalFileTest {
  private static final InstantSource CLOCK =
      InstantSource.fixed(Instant.parse("2026-12-01T09:30:00.5Z"));
  private static final RunId RUN = new RunId("run-1");

  @TempDir Path home;
  private Path file;
  private byte[] written;
  private List<byte[]> lines;

  @BeforeEach
  void writeASmallJournal() throws IOException {
    try (Journal journal = Journal.open(StateDirectory.of(Map.of(), home), RUN, CLOCK)) {
      journal.append(
          "run.started",
          Fields.none().withTexts("argv", List.of("cat", "~/.profile")).with("pid", 7));
      journal.append(
          "exec",
          Fields.none()
              .with("path", "/usr/bin/c\udce9t")
              .with("nested", Fields.none().with("a", true)));
      journal.append(Journal.END, Fields.none().with("exit", 0));
      file = journal.file();
    }
    written = Files.readAllBytes(file);
    lines = linesOf(written);
  }

  private static List<byte[]> linesOf(byte[] bytes) {
    List<byte[]> lines = new ArrayList<>();
    for (String line : new String(bytes, StandardCharsets.ISO_8859_1).split("(?<=\n)", -1)) {
      if (!line.isEmpty()) {
        lines.add(line.getBytes(StandardCharsets.ISO_8859_1));
      }
    }
    return lines;
  }

  private Verification verify(byte[] bytes) throws IOException {
    Files.write(file, bytes);
    return JournalFile.verify(file);
  }

  private Verification verify(List<byte[]> changed) throws IOException {
    var bytes = new ByteArrayOutputStream();
    changed.forEach(bytes::writeBytes);
    return verify(bytes.toByteArray());
  }

  private static void assertBrokenAt(Verification verification, int line) {
    assertThat(verification)
        .isInstanceOfSatisfying(
            Verification.Broken.class, broken -> assertThat(broken.line()).isEqualTo(line));
  }

  /** What a link leads to is no record of this run, however intact. */
  @Test
  void aLinkInPlaceOfAJournalIsNotFollowed() throws IOException {
    Path link = Files.createSymbolicLink(home.resolve("link"), file);
    assertThat(JournalFile.verify(file)).isInstanceOf(Verification.Intact.class);
    assertThatThrownBy(() -> JournalFile.verify(link)).isInstanceOf(IOException.class);
  }

  @Test
  void aJournalThatNobodyChangedIsIntact() throws IOException {
    assertThat(lines).hasSize(4);
    assertThat(verify(written)).isInstanceOf(Verification.Intact.class);
  }

  @Test
  void aChangeOfAnyByteIsFoundInItsLine() throws IOException {
    int line = 1;
    for (int i = 0; i < written.length; i++) {
      for (int change : new int[] {1 << (i % 8), 0xff}) {
        byte[] changed = written.clone();
        changed[i] ^= (byte) change;
        assertBrokenAt(verify(changed), line);
      }
      line += written[i] == '\n' ? 1 : 0;
    }
  }

  @Test
  void theOffsetIsWhereTheLineStarts() throws IOException {
    int secondLine = lines.get(0).length;
    byte[] changed = written.clone();
    changed[secondLine + 5] ^= 1;
    assertThat(verify(changed))
        .isEqualTo(
            new Verification.Broken(
                2, secondLine, "its bytes do not have the hash that it carries"));
  }

  @Test
  void aCutAnywhereIsFound() throws IOException {
    int line = 1;
    for (int length = 0; length < written.length; length++) {
      boolean betweenLines = length == 0 || written[length - 1] == '\n';
      line += betweenLines && length > 0 ? 1 : 0;
      Verification verification = verify(Arrays.copyOf(written, length));
      if (betweenLines) {
        assertThat(verification).isEqualTo(new Verification.Incomplete(line - 1));
      } else {
        assertBrokenAt(verification, line);
        assertThat(((Verification.Broken) verification).what()).startsWith("it is torn");
      }
    }
  }

  @Test
  void aByteInsertedOrRemovedAnywhereIsFound() throws IOException {
    for (int i = 0; i < written.length; i++) {
      var inserted = new ByteArrayOutputStream();
      inserted.write(written, 0, i);
      inserted.write('\n');
      inserted.write(written, i, written.length - i);
      assertThat(verify(inserted.toByteArray())).isInstanceOf(Verification.Broken.class);

      var removed = new ByteArrayOutputStream();
      removed.write(written, 0, i);
      removed.write(written, i + 1, written.length - i - 1);
      assertThat(verify(removed.toByteArray())).isInstanceOf(Verification.Broken.class);
    }
  }

  @Test
  void aLineThatIsMissingIsFoundWhereTheNextOneStands() throws IOException {
    for (int i = 0; i < lines.size() - 1; i++) {
      List<byte[]> changed = new ArrayList<>(lines);
      changed.remove(i);
      assertBrokenAt(verify(changed), i + 1);
    }
  }

  @Test
  void aLineThatStandsTwiceIsFound() throws IOException {
    for (int i = 0; i < lines.size(); i++) {
      List<byte[]> changed = new ArrayList<>(lines);
      changed.add(i, lines.get(i));
      assertBrokenAt(verify(changed), i + 2);
    }
  }

  @Test
  void linesThatChangedPlacesAreFound() throws IOException {
    for (int i = 0; i < lines.size() - 1; i++) {
      List<byte[]> changed = new ArrayList<>(lines);
      Collections.swap(changed, i, i + 1);
      assertBrokenAt(verify(changed), i + 1);
    }
  }

  @Test
  void aLineOfAnotherRunIsFound() throws IOException {
    try (Journal other =
        Journal.open(StateDirectory.of(Map.of(), home), new RunId("run-2"), CLOCK)) {
      other.append("run.started", Fields.none());
      List<byte[]> changed = new ArrayList<>(lines);
      changed.set(1, linesOf(Files.readAllBytes(other.file())).get(1));
      assertBrokenAt(verify(changed), 2);
    }
  }

  @Test
  void aLineThatWasForgedWithItsHashIsFoundWhereTheNextOneDoesNotFollow() throws IOException {
    Entry second = entry(1);
    List<byte[]> changed = new ArrayList<>(lines);
    changed.set(1, forged(1, second.kind(), second.prev()));
    assertThat(verify(changed))
        .isInstanceOfSatisfying(
            Verification.Broken.class,
            broken -> {
              assertThat(broken.line()).isEqualTo(3);
              assertThat(broken.what()).isEqualTo("it does not follow from the line before");
            });
  }

  @Test
  void aLineThatWasChainedToTheEndIsFound() throws IOException {
    List<byte[]> changed = new ArrayList<>(lines);
    changed.add(forged(4, "late", entry(3).hash()));
    assertThat(verify(changed))
        .isInstanceOfSatisfying(
            Verification.Broken.class,
            broken -> {
              assertThat(broken.line()).isEqualTo(5);
              assertThat(broken.what()).isEqualTo("it follows the end of the run");
            });
  }

  private Entry entry(int seq) throws IOException {
    List<Entry> entries = new ArrayList<>();
    Files.write(file, written);
    JournalFile.read(file, entries::add);
    return entries.get(seq);
  }

  private static byte[] forged(long seq, String kind, String prev) {
    return EntryLine.encode(
        new Entry(seq, CLOCK.instant(), RUN, kind, Fields.none().with("forged", true), prev, ""));
  }

  @Test
  void aLineWithARightHashButNoEntryIsFound() throws IOException {
    for (String object : List.of("{}", "[]", "{\"seq\":0}", "{\"seq\":\"x\"}", "not json}", "}")) {
      Entry forged = new Entry(0, CLOCK.instant(), RUN, "x", Fields.none(), EntryLine.NO_PREV, "");
      assertThat(EntryLine.encode(forged)).isNotEmpty();
      assertBrokenAt(verify(hashed(object)), 1);
    }
  }

  private static byte[] hashed(String object) {
    try {
      byte[] digest =
          java.security.MessageDigest.getInstance("SHA-256")
              .digest(object.getBytes(StandardCharsets.UTF_8));
      String hash = java.util.HexFormat.of().formatHex(digest);
      return (object.substring(0, object.length() - 1) + ",\"hash\":\"" + hash + "\"}\n")
          .getBytes(StandardCharsets.UTF_8);
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void anEndlessLineTakesBoundedMemory() throws IOException {
    byte[] endless = new byte[EntryLine.MAX_BYTES + 100];
    assertThat(verify(endless))
        .isInstanceOfSatisfying(
            Verification.Broken.class,
            broken -> assertThat(broken.what()).startsWith("it is longer"));
  }

  @Test
  void aRunThatGoesOnIsToldFromOneThatWasKilled() throws Exception {
    Process writer =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                KilledWriter.class.getName(),
                home.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      assertThat(writer.getInputStream().read()).isEqualTo('w');
      Path live = StateDirectory.of(Map.of(), home).journalOf(KilledWriter.RUN);
      assertThat(JournalFile.verify(live)).isEqualTo(new Verification.Running(2));
    } finally {
      writer.destroyForcibly();
      assertThat(writer.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }
    Path killed = StateDirectory.of(Map.of(), home).journalOf(KilledWriter.RUN);
    assertThat(JournalFile.verify(killed)).isEqualTo(new Verification.Incomplete(2));
  }

  @Test
  void readingTheJournalOfALiveRunInItsOwnProcessDoesNotEndTheRunForOthers() throws Exception {
    try (Journal journal =
        Journal.open(StateDirectory.of(Map.of(), home), new RunId("run-3"), CLOCK)) {
      assertThat(JournalFile.verify(journal.file())).isEqualTo(new Verification.Running(1));
      assertThat(verifyInAnotherProcess(journal.file())).isEqualTo("Running[entries=1]");
    }
    assertThat(
            verifyInAnotherProcess(home.resolve(".local/state/pinfold/runs/run-3/journal.jsonl")))
        .isEqualTo("Incomplete[entries=1]");
  }

  private static String verifyInAnotherProcess(Path journal) throws Exception {
    Process reader =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                OtherReader.class.getName(),
                journal.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String answer = new String(reader.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(reader.waitFor()).isZero();
    return answer;
  }

  /** Starts a journal, says so, and waits to be killed. */
  static final class KilledWriter {
    static final RunId RUN = new RunId("killed");

    public static void main(String[] args) throws Exception {
      Journal journal = Journal.open(StateDirectory.of(Map.of(), Path.of(args[0])), RUN, CLOCK);
      journal.append("run.started", Fields.none());
      System.out.print("w");
      System.out.flush();
      System.in.read();
    }
  }

  /** Prints what it makes of a journal. */
  static final class OtherReader {
    public static void main(String[] args) throws Exception {
      System.out.print(JournalFile.verify(Path.of(args[0])));
    }
  }
}
