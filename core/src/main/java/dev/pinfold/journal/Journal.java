package dev.pinfold.journal;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.function.Consumer;

/**
 * The record of one run while it goes on: a file of JSON lines that only grows, each line chained
 * to the one before.
 *
 * <p>Safe for use by several threads; entries are in the order in which {@link #append} was
 * entered. A thread's interruption does not harm it.
 */
public final class Journal implements AutoCloseable {
  /**
   * The kind of a journal's last entry: a journal that lacks it was cut, or its writer was killed.
   */
  public static final String END = "run.ended";

  /** The kind of the first entry, which {@link #open} writes. */
  static final String OPENED = "journal.opened";

  private static final long FORMAT = 1;

  private final Path file;
  private final RunId run;
  private final InstantSource clock;
  private final RunLock lock;
  private final FileOutputStream out;
  private long seq;
  private String head = EntryLine.NO_PREV;
  private State state = State.OPEN;

  private enum State {
    OPEN,
    ENDED,
    FAILED,
    CLOSED
  }

  private Journal(Path file, RunId run, InstantSource clock, RunLock lock) throws IOException {
    this.file = file;
    this.run = run;
    this.clock = clock;
    this.lock = lock;
    // Not a FileChannel: an interrupt of any appending thread would close it, and the run would go
    // unrecorded.
    this.out = new FileOutputStream(file.toFile(), true);
  }

  /**
   * Starts the journal of a new run: its folder (0700), its file (0600), and a first entry that
   * proves that the disk takes one.
   *
   * @throws JournalUnavailableException if the place is not safe or takes nothing; nothing is left
   *     there
   */
  public static Journal open(StateDirectory state, RunId run, InstantSource clock)
      throws JournalUnavailableException {
    Path folder = state.createFolderOf(run);
    Path lockFile = folder.resolve(JournalFile.LOCK);
    Path file = state.journalOf(run);
    try {
      var journal = create(file, run, clock, RunLock.acquire(lockFile));
      StateDirectory.force(folder);
      return journal;
    } catch (IOException e) {
      discard(file, lockFile, folder);
      throw StateDirectory.unwritable(e, file);
    }
  }

  private static Journal create(Path file, RunId run, InstantSource clock, RunLock lock)
      throws IOException {
    try {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      var journal = new Journal(file, run, clock, lock);
      try {
        journal.append(OPENED, Fields.none().with("format", FORMAT));
        return journal;
      } catch (IOException e) {
        journal.out.close();
        throw e;
      }
    } catch (IOException e) {
      lock.close();
      throw e;
    }
  }

  /**
   * Goes on with the journal of a run whose process was killed. What that one had not written to
   * the end of its line is taken away: its effect had not begun.
   *
   * @param reader gets every entry that there is
   * @throws IOException if it is not what was written, has ended, or a process still writes it
   */
  public static Journal reopen(
      StateDirectory state, RunId run, InstantSource clock, Consumer<Entry> reader)
      throws IOException {
    Path file = state.journalOf(run);
    RunLock lock = RunLock.take(file.resolveSibling(JournalFile.LOCK));
    boolean done = false;
    try {
      var last = new ArrayDeque<Entry>(1);
      Verification found =
          JournalFile.read(
              file,
              entry -> {
                reader.accept(entry);
                last.clear();
                last.add(entry);
              });
      if (!(found instanceof Verification.Running) || last.isEmpty()) {
        throw new IOException("the journal " + file + " can't be gone on with: " + found);
      }
      cutTornLine(file);
      var journal = new Journal(file, run, clock, lock);
      journal.seq = last.getLast().seq() + 1;
      journal.head = last.getLast().hash();
      done = true;
      return journal;
    } finally {
      if (!done) {
        lock.close();
      }
    }
  }

  private static void cutTornLine(Path file) throws IOException {
    try (var bytes = new RandomAccessFile(file.toFile(), "rw")) {
      long end = bytes.length();
      long whole = end;
      while (whole > 0) {
        bytes.seek(whole - 1);
        if (bytes.read() == '\n') {
          break;
        }
        whole--;
      }
      if (whole < end) {
        bytes.setLength(whole);
        bytes.getFD().sync();
      }
    }
  }

  private static void discard(Path... paths) {
    for (Path path : paths) {
      try {
        Files.deleteIfExists(path);
      } catch (IOException e) {
        // What was there is empty or half a line, and the caller gets the first error.
        return;
      }
    }
  }

  /**
   * Writes an entry and returns when it is on the disk. Text over 8 Ki characters, and what exceeds
   * 64 Ki characters in all, is cut with a mark that says how much is missing.
   *
   * @param kind what happened: 1 to 64 of {@code a-z 0-9 . -}; {@link #END} is the last that is
   *     taken
   * @throws IOException if it can't be recorded; no later entry is taken then, and the run must
   *     stop
   */
  public synchronized void append(String kind, Fields fields) throws IOException {
    write(kind, fields, true);
  }

  /**
   * Writes an entry that no effect waits for: what has happened, not what is about to. A killed
   * process does not lose it; a loss of power may, until the next {@link #append} returns.
   */
  public synchronized void add(String kind, Fields fields) throws IOException {
    write(kind, fields, false);
  }

  private void write(String kind, Fields fields, boolean durably) throws IOException {
    if (state == State.FAILED) {
      throw new IOException(
          "the journal " + file + " takes no more entries since one could not be written");
    }
    if (state != State.OPEN) {
      throw new IllegalStateException("entry " + kind + " after the end of run " + run);
    }
    byte[] line =
        EntryLine.encode(
            new Entry(
                seq, clock.instant().truncatedTo(ChronoUnit.MILLIS), run, kind, fields, head, ""));
    state = State.FAILED;
    try {
      out.write(line);
      if (durably) {
        out.getFD().sync();
      }
    } catch (IOException e) {
      throw new IOException(
          "could not write entry " + kind + " to the journal " + file + ": " + Reason.of(e), e);
    }
    head = EntryLine.hashOf(line);
    seq++;
    state = kind.equals(END) ? State.ENDED : State.OPEN;
  }

  /**
   * The hash of the last entry: a copy kept elsewhere shows if the whole journal is ever replaced.
   */
  public synchronized String head() {
    return head;
  }

  /** The file. */
  public Path file() {
    return file;
  }

  /** Lets the file go. A journal that is closed without its {@link #END} reads as cut. */
  @Override
  public synchronized void close() throws IOException {
    state = State.CLOSED;
    try (lock) {
      out.close();
    }
  }
}
