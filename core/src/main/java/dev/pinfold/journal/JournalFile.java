package dev.pinfold.journal;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.function.Consumer;

/** A journal as found on the disk: reads it and says whether it is what was written. */
public final class JournalFile {
  /** The name of the {@link RunLock}'s file beside a journal. */
  static final String LOCK = "lock";

  private JournalFile() {}

  /** Checks every byte. */
  public static Verification verify(Path file) throws IOException {
    return read(file, _ -> {});
  }

  /**
   * Hands each entry to {@code reader}, in order, as long as the lines are what was written.
   *
   * @throws IOException if there is no such file, or it can't be read
   */
  public static Verification read(Path file, Consumer<Entry> reader) throws IOException {
    // Asked before reading: a run that ends meanwhile must not look killed.
    boolean live = RunLock.isHeld(file.resolveSibling(LOCK));
    try (var in = new BufferedInputStream(Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS))) {
      return read(in, live, reader);
    }
  }

  private static Verification read(InputStream in, boolean live, Consumer<Entry> reader)
      throws IOException {
    var lines = new LineReader(in, EntryLine.MAX_BYTES);
    var chain = new Chain();
    while (lines.next()) {
      try {
        if (live && lines.isTorn()) {
          break; // being written right now
        }
        Entry entry = EntryLine.decode(lines.whole());
        chain.accept(entry);
        reader.accept(entry);
      } catch (MalformedLineException e) {
        return new Verification.Broken(lines.number(), lines.offset(), e.what());
      }
    }
    return chain.verdict(live);
  }

  /** What each line must be, given those before it. */
  private static final class Chain {
    private long entries;
    private String head = EntryLine.NO_PREV;
    private String run = "";
    private boolean ended;

    void accept(Entry entry) throws MalformedLineException {
      expect(!ended, "it follows the end of the run");
      expect(
          entry.seq() == entries,
          "it is entry " + entry.seq() + " where entry " + entries + " belongs");
      expect(entry.prev().equals(head), "it does not follow from the line before");
      expect(entries == 0 || entry.run().value().equals(run), "it belongs to run " + entry.run());
      run = entry.run().value();
      head = entry.hash();
      ended = entry.kind().equals(Journal.END);
      entries++;
    }

    private static void expect(boolean holds, String otherwise) throws MalformedLineException {
      if (!holds) {
        throw new MalformedLineException(otherwise);
      }
    }

    Verification verdict(boolean live) {
      if (ended) {
        return new Verification.Intact(entries, head);
      }
      return live ? new Verification.Running(entries) : new Verification.Incomplete(entries);
    }
  }
}
