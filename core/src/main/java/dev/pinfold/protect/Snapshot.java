package dev.pinfold.protect;

import dev.pinfold.linux.Directory;
import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.FileStatus;
import dev.pinfold.protect.Watched.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The protected files of one workspace as they were before a run. */
final class Snapshot {
  /** Files of settings and scripts are small; a wrapper's jar has 60 KB. */
  static final long MOST_BYTES = 16 << 20;

  /** Of all contents together, so that a run can't be made to fill the disk by its start. */
  private static final long MOST_BYTES_IN_ALL = 256 << 20;

  private final Path file;
  private final Content content;
  private final List<String> kept;

  Snapshot(Path file, Content content) {
    this(file, content, List.of());
  }

  private Snapshot(Path file, Content content, List<String> kept) {
    this.file = file;
    this.content = content;
    this.kept = kept;
  }

  /**
   * What there was, by path.
   *
   * @param workspace its canonical path
   * @param names which names were protected
   * @param watched protected files
   * @param repositories git directories
   * @param bases folders that hold something protected
   * @param closed folders that could not be listed
   * @param surface files that something may run later
   * @param targets paths that are protected because something protected leads there, with reasons
   * @param contents where the snapshot's file has the contents
   */
  record Content(
      String workspace,
      ProtectedPaths names,
      Map<String, Watched> watched,
      Set<String> repositories,
      Set<String> closed,
      Map<String, FileStatus> bases,
      Map<String, FileStatus> surface,
      Map<String, String> targets,
      Map<String, long[]> contents) {
    Content(String workspace, ProtectedPaths names) {
      this(
          workspace,
          names,
          new LinkedHashMap<>(),
          new LinkedHashSet<>(),
          new LinkedHashSet<>(),
          new HashMap<>(),
          new HashMap<>(),
          new LinkedHashMap<>(),
          new HashMap<>());
    }
  }

  Content content() {
    return content;
  }

  /** What of it can be made unwritable; only of a snapshot that was taken here. */
  List<String> kept() {
    return kept;
  }

  /** What a watched file held; null when it was not kept. */
  byte @Nullable [] bytes(String path) throws IOException {
    long[] place = content.contents().get(path);
    return place == null ? null : SnapshotFile.content(file, place);
  }

  /**
   * Looks at a workspace and writes what it found to {@code file}.
   *
   * @param others of runs that still go on here: what they have made or changed since is not how it
   *     was before
   */
  static Snapshot take(Path file, String workspace, ProtectedPaths names, List<Snapshot> others)
      throws IOException {
    Content content = new Content(workspace, names);
    try (Directory root = Directory.open(workspace);
        SnapshotFile out = SnapshotFile.create(file, workspace, names)) {
      others.forEach(other -> content.targets().putAll(other.content.targets()));
      var taking = new Taking(root, content, out, others);
      new Walk(root, names, content.targets(), Set.of(), taking).run();
      // What protected links and settings lead to may have been passed before they were found.
      while (!taking.found.isEmpty()) {
        content.targets().putAll(taking.found);
        taking.found.clear();
        new Walk(root, names, content.targets(), Set.of(), taking).run();
      }
      taking.addRemoved();
      for (Map.Entry<String, String> target : content.targets().entrySet()) {
        out.target(target.getKey(), target.getValue());
      }
      out.end();
      content.contents().putAll(out.contents());
      return new Snapshot(file, content, KeptParts.of(root, taking.wholes));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static final class Taking implements Walk.Visitor {
    private final Directory root;
    private final Content content;
    private final SnapshotFile out;
    private final Map<String, String> found = new LinkedHashMap<>();
    private final List<Snapshot> others;
    private final Set<String> wholes = new LinkedHashSet<>();
    private long bytes;

    Taking(Directory root, Content content, SnapshotFile out, List<Snapshot> others) {
      this.root = root;
      this.content = content;
      this.out = out;
      this.others = others;
    }

    @Override
    public void watched(Directory folder, String path, Kind kind, String reason, String base)
        throws ErrnoException {
      String name = path.substring(path.lastIndexOf('/') + 1);
      FileStatus status = folder.status(name);
      if (status == null || content.watched().containsKey(path) || isKnown(path, kind, reason)) {
        return;
      }
      String link = status.isLink() ? folder.readlink(name) : "";
      byte @Nullable [] read =
          status.isRegular() && bytes + status.size() <= MOST_BYTES_IN_ALL
              ? FileContent.read(folder, name, MOST_BYTES)
              : null;
      var file =
          new Watched(
              path, kind, reason, base, status, link, read == null ? "" : FileContent.hash(read));
      add(file, read);
      Targets.of(root, content.workspace(), file, read, this::target);
    }

    private void add(Watched file, byte @Nullable [] read) {
      content.watched().put(file.path(), file);
      bytes += read == null ? 0 : read.length;
      write(() -> out.watched(file, read == null ? new byte[0] : read, read != null));
    }

    /** Whether a run that goes on has seen this file before us, or has made it since. */
    private boolean isKnown(String path, Kind kind, String reason) {
      for (Snapshot other : others) {
        Watched seen = other.content.watched().get(path);
        if (seen != null) {
          write(() -> add(seen, other.bytes(path)));
          return true;
        }
        ProtectedPaths theirs = other.content.names();
        if (theirs.protects(path, kind, reason)) {
          return true;
        }
      }
      return false;
    }

    /** What a run that goes on has removed since it began. */
    void addRemoved() {
      for (Snapshot other : others) {
        for (Watched seen : other.content.watched().values()) {
          String path = seen.path();
          boolean ours = content.names().protects(path, seen.kind(), seen.reason());
          if (ours && !content.watched().containsKey(path)) {
            write(() -> add(seen, other.bytes(path)));
          }
        }
      }
    }

    private void target(String path, String reason) {
      if (!content.targets().containsKey(path)) {
        found.put(path, reason);
      }
    }

    /** The user's own lock, as far as this run is concerned. */
    @Override
    public boolean closed(String path) {
      if (content.closed().add(path)) {
        write(() -> out.closed(path));
      }
      return false;
    }

    @Override
    public void repository(String path) {
      boolean isNew =
          others.stream().anyMatch(other -> !other.content.repositories().contains(path));
      if (!isNew && content.repositories().add(path)) {
        write(() -> out.repository(path));
      }
    }

    @Override
    public void whole(String path) {
      wholes.add(path);
    }

    @Override
    public void base(String path, FileStatus status) {
      if (content.bases().put(path, status) == null) {
        write(() -> out.base(path, status));
      }
    }

    @Override
    public void other(Directory folder, String path, @Nullable String surface, boolean packages)
        throws ErrnoException {
      if (surface == null || content.surface().containsKey(path)) {
        return;
      }
      FileStatus status = folder.status(path.substring(path.lastIndexOf('/') + 1));
      if (status != null) {
        content.surface().put(path, status);
        write(() -> out.surface(path, status));
      }
    }

    private interface Writing {
      void run() throws IOException;
    }

    private static void write(Writing writing) {
      try {
        writing.run();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Lets the copy on disk go: the run has been looked after. */
  void delete() throws IOException {
    Files.deleteIfExists(file);
  }
}
