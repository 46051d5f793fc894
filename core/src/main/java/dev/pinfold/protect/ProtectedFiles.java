package dev.pinfold.protect;

import dev.pinfold.linux.Directory;
import dev.pinfold.linux.Errno;
import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.Fd;
import dev.pinfold.linux.Openat2;
import dev.pinfold.protect.Comparison.Case;
import dev.pinfold.protect.ProtectionReport.Strength;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The protected files of a run's writable folders, from before its first command until what it did
 * to them is undone.
 *
 * <p>Several runs in one folder share one idea of what was there before: that of the first of them.
 * A run that ends can't tell its own work from that of one which goes on, and undoes both.
 *
 * <p>Thread contract: one thread.
 */
public final class ProtectedFiles implements AutoCloseable {
  /**
   * The clock by which file systems stamp changes moves in steps of a timer tick, at most 10 ms (HZ
   * 100).
   */
  private static final long TICK_NANOS = 20_000_000;

  /** What holds the snapshots of a run: one for each folder. */
  private final Path state;

  private final List<Open> open;
  private final long since;
  private boolean started;

  private record Open(Snapshot snapshot, Fd lock) {}

  private ProtectedFiles(Path state, List<Open> open, long since) {
    this.state = state;
    this.open = open;
    this.since = since;
  }

  /**
   * Looks at the folders that a run may write, before it starts.
   *
   * @param state a folder of Pinfold's own; made if need be
   * @param run its id
   * @param folders canonical paths
   * @throws IOException when a snapshot can't be kept: the run must not start then
   */
  public static ProtectedFiles watch(
      Path state, String run, List<String> folders, ProtectedPaths names) throws IOException {
    make(state);
    List<Open> open = new ArrayList<>();
    try (Fd _ = lock(state)) {
      long since = now() - TICK_NANOS;
      for (String folder : folders) {
        Path file = state.resolve(run + "-" + open.size());
        Snapshot snapshot = Snapshot.take(file, folder, names, others(state, folder));
        Fd held = hold(file);
        open.add(new Open(snapshot, held));
      }
      return new ProtectedFiles(state, open, since);
    } catch (IOException | RuntimeException failed) {
      for (Open one : open) {
        one.lock().close();
        one.snapshot().delete();
      }
      throw failed;
    }
  }

  /**
   * What exists, is protected, and may be made unwritable while the run lives, because ordinary
   * work does not change it: canonical paths, the most important ones first.
   */
  public List<String> keepable() {
    return open.stream()
        .map(Open::snapshot)
        .flatMap(
            snapshot ->
                snapshot.kept().stream()
                    .map(path -> Watched.join(snapshot.content().workspace(), path)))
        .toList();
  }

  private static long now() {
    Instant now = Instant.now();
    return now.getEpochSecond() * 1_000_000_000 + now.getNano();
  }

  private static void make(Path state) throws IOException {
    if (!Files.isDirectory(state)) {
      Files.createDirectories(
          state,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }
  }

  /**
   * One at a time looks or undoes: two that did at once would take each other's work for a run's.
   */
  private static Fd lock(Path state) throws ErrnoException {
    Fd lock = openFile(state.resolve("lock"));
    Errno.check("flock(" + state + "/lock)", lock.lock(true));
    return lock;
  }

  private static Fd hold(Path file) throws ErrnoException {
    Fd held = openFile(file);
    Errno.check("flock(" + file + ")", held.lock(false));
    return held;
  }

  private static Fd openFile(Path file) throws ErrnoException {
    return Fd.own(
        Errno.check(
            "open(" + file + ")",
            Openat2.openat2(
                Openat2.AT_FDCWD,
                file.toString(),
                Openat2.O_WRONLY | Openat2.O_CREAT | Openat2.O_NOFOLLOW,
                0)));
  }

  /** Snapshots of runs that still go on in this very folder, the oldest first. */
  private static List<Snapshot> others(Path state, String folder) throws IOException {
    List<Snapshot> others = new ArrayList<>();
    for (Path file : snapshots(state)) {
      if (isHeld(file)) {
        SnapshotFile.readWhole(file)
            .filter(other -> other.content().workspace().equals(folder))
            .ifPresent(others::add);
      }
    }
    return others;
  }

  private static List<Path> snapshots(Path state) throws IOException {
    if (!Files.isDirectory(state)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(state)) {
      return files.filter(file -> !file.endsWith("lock")).sorted().toList();
    }
  }

  private static boolean isHeld(Path file) throws ErrnoException {
    try (Fd fd = openFile(file)) {
      return fd.lock(false) == -Errno.EAGAIN;
    }
  }

  /** Told of what was found before anything is done about it. */
  public interface Witness {
    /** May throw: then nothing is done. */
    void found(List<Finding> findings) throws IOException;
  }

  /**
   * Undoes what was done to protected files.
   *
   * @param quarantine where the run's versions go; made if need be
   * @param kept which of {@link #keepable} the run could not change
   * @param last whether no process of the run lives any more; otherwise the next run of this user
   *     looks again
   * @param witness told before anything is done
   */
  public ProtectionReport end(Path quarantine, List<String> kept, boolean last, Witness witness)
      throws IOException {
    try (Fd _ = lock(state)) {
      var report = new Gathering();
      for (Open one : open) {
        report.add(one.snapshot(), since, quarantine, witness);
        if (last) {
          one.snapshot().delete();
        }
      }
      return report.done(kept);
    }
  }

  /**
   * Undoes what runs did whose Pinfold was killed before it could.
   *
   * @param quarantineOf where the versions of a run go, by its id
   * @return what was found; empty when there was nothing to do
   */
  public static Optional<ProtectionReport> recover(
      Path state, QuarantineOf quarantineOf, Witness witness) throws IOException {
    List<Path> snapshots = snapshots(state);
    if (snapshots.isEmpty()) {
      return Optional.empty();
    }
    try (Fd _ = lock(state)) {
      var report = new Gathering();
      boolean any = false;
      for (Path file : snapshots) {
        if (Files.exists(file) && !isHeld(file)) {
          any = true;
          recover(file, quarantineOf, witness, report);
        }
      }
      return any ? Optional.of(report.done(List.of())) : Optional.empty();
    }
  }

  /** Where the versions of a run go, by its id. */
  public interface QuarantineOf {
    /** The folder; it need not exist. */
    Path folder(String run);
  }

  private static void recover(
      Path file, QuarantineOf quarantineOf, Witness witness, Gathering report) throws IOException {
    Optional<Snapshot> snapshot = SnapshotFile.readWhole(file);
    if (snapshot.isPresent()) {
      String name = String.valueOf(file.getFileName());
      Path quarantine = quarantineOf.folder(name.substring(0, name.lastIndexOf('-')));
      report.add(snapshot.get(), Long.MAX_VALUE, quarantine, witness);
    }
    Files.delete(file);
  }

  private static final class Gathering {
    private final List<Finding> findings = new ArrayList<>();
    private final List<WillRun> willRun = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private long notListed;

    void add(Snapshot snapshot, long since, Path quarantine, Witness witness) throws IOException {
      String workspace = snapshot.content().workspace();
      try (Directory root = Directory.open(workspace)) {
        var comparison = new Comparison(root, snapshot, since);
        comparison.run(snapshot.content().names());
        notes.addAll(comparison.notes());
        willRun.addAll(comparison.willRun());
        notListed += comparison.notListed();
        if (!comparison.cases().isEmpty()) {
          witness.found(comparison.cases().stream().map(Case::finding).toList());
          var undoing = new Undoing(root, snapshot, quarantine);
          for (Case one : comparison.cases()) {
            findings.add(undoing.undo(one));
          }
        }
      } catch (ErrnoException gone) {
        notes.add(
            "protected files of " + workspace + " could not be looked at: " + gone.getMessage());
      }
    }

    ProtectionReport done(List<String> kept) {
      List<WillRun> listed =
          willRun.size() > ProtectionReport.MOST_LISTED
              ? willRun.subList(0, ProtectionReport.MOST_LISTED)
              : willRun;
      return new ProtectionReport(
          Strength.SCAN, kept, findings, listed, notListed + willRun.size() - listed.size(), notes);
    }
  }

  /** From now on something may have been done to the files: only {@link #end} ends the watch. */
  public void started() {
    started = true;
  }

  /** Lets go. What was not looked at to the end is looked at by the next run of this user. */
  @Override
  public void close() throws IOException {
    for (Open one : open) {
      if (!started) {
        one.snapshot().delete();
      }
      one.lock().close();
    }
  }
}
