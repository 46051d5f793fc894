package dev.pinfold.run;

import dev.pinfold.journal.Journal;
import dev.pinfold.journal.RunId;
import dev.pinfold.journal.StateDirectory;
import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.Paths;
import dev.pinfold.protect.Finding;
import dev.pinfold.protect.ProtectedFiles;
import dev.pinfold.protect.ProtectedPaths;
import dev.pinfold.protect.ProtectionReport;
import dev.pinfold.sandbox.CountedDenial;
import dev.pinfold.sandbox.Grant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Protected files around one run: what killed runs left undone first, then its own. */
final class ProtectedRun implements AutoCloseable {
  private static final String QUARANTINE = "quarantine";

  private final Journal journal;
  private final Optional<ProtectionReport> recovered;
  private final @Nullable ProtectedFiles files;
  private List<CountedDenial> denials = List.of();

  private ProtectedRun(
      Journal journal, Optional<ProtectionReport> recovered, @Nullable ProtectedFiles files) {
    this.journal = journal;
    this.recovered = recovered;
    this.files = files;
  }

  /**
   * Begins.
   *
   * @param grants of the run, the workspace among them
   */
  static ProtectedRun watch(
      StateDirectory state, Journal journal, RunRequest request, List<Grant> grants)
      throws IOException {
    Path own = state.root().resolve("protected");
    Optional<ProtectionReport> recovered =
        ProtectedFiles.recover(
            own,
            run -> folder(state.journalOf(new RunId(run))).resolve(QUARANTINE),
            found -> JournalEntries.found(journal, found));
    List<String> folders = writable(grants);
    if (request.sandbox() instanceof RunRequest.SandboxMode.Off || folders.isEmpty()) {
      return new ProtectedRun(journal, recovered, null);
    }
    ProtectedPaths names = names(request);
    String run = String.valueOf(folder(journal.file()).getFileName());
    return new ProtectedRun(journal, recovered, ProtectedFiles.watch(own, run, folders, names));
  }

  /** What is protected for a request. */
  static ProtectedPaths names(RunRequest request) throws IOException {
    return ProtectedPaths.of(
        request.protect().more(), request.protect().less(), GitIdentity.hooksPath(request.user()));
  }

  private static Path folder(Path journal) {
    return journal.resolveSibling("");
  }

  /** Canonical folders, none inside another. */
  private static List<String> writable(List<Grant> grants) {
    List<String> folders =
        grants.stream()
            .filter(grant -> grant.access().write())
            .filter(grant -> Files.isDirectory(Path.of(grant.path())))
            .flatMap(grant -> real(grant.path()).stream())
            .toList();
    return folders.stream()
        .distinct()
        .filter(
            folder ->
                folders.stream()
                    .noneMatch(other -> !other.equals(folder) && folder.startsWith(other + "/")))
        .toList();
  }

  private static Optional<String> real(String path) {
    try {
      return Optional.of(Paths.real(path));
    } catch (ErrnoException _) {
      // Gone since: the pen grants nothing there either.
      return Optional.empty();
    }
  }

  /** What may be made unwritable for the run. */
  List<String> keepable() {
    return files == null ? List.of() : files.keepable();
  }

  /** The command is about to start. */
  void started() {
    if (files != null) {
      files.started();
    }
  }

  /**
   * The command has ended.
   *
   * @param kept which of {@link #keepable} was
   * @param gone whether every process of the run is known to be dead
   */
  ProtectionReport end(List<String> kept, boolean gone) throws IOException {
    ProtectionReport own =
        files == null
            ? ProtectionReport.none()
            : files.end(
                journal.file().resolveSibling(QUARANTINE),
                kept,
                gone,
                found -> JournalEntries.found(journal, found));
    denials = OwnDenials.ofProtected(own.findings());
    if (recovered.isEmpty()) {
      return own;
    }
    List<Finding> findings = new ArrayList<>(recovered.get().findings());
    findings.addAll(own.findings());
    List<String> notes = new ArrayList<>(recovered.get().notes());
    notes.add(
        "a run before this one was killed before it could look after protected files; "
            + recovered.get().findings().size()
            + " of the files below are its work, or yours since then");
    notes.addAll(own.notes());
    return new ProtectionReport(
        own.strength(), own.kept(), findings, own.willRun(), own.willRunNotListed(), notes);
  }

  /** What of this run was undone; after its end. */
  List<CountedDenial> denials() {
    return denials;
  }

  @Override
  public void close() throws IOException {
    if (files != null) {
      files.close();
    }
  }
}
