package dev.pinfold.protect;

import dev.pinfold.linux.Directory;
import dev.pinfold.linux.Directory.Entry;
import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.FileStatus;
import dev.pinfold.protect.Watched.Kind;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is protected in a workspace, asked path by path before something is changed: for who changes
 * files outside a pen. The patterns, git directories and link targets are those of {@link
 * ProtectedFiles}, which looks after what a run in a pen did; it differs in one thing: nothing in a
 * git directory is to be changed, even where git's own commands might.
 *
 * <p>Thread contract: any number of threads; {@link #close} only when none is inside.
 */
public final class ProtectedNow implements AutoCloseable {
  /** A folder with more in it is moved by a command, whose run is looked after as a whole. */
  private static final int MOST_MOVED = 10_000;

  private final Directory root;
  private final Walk walk;

  private ProtectedNow(Directory root, Walk walk) {
    this.root = root;
    this.walk = walk;
  }

  /**
   * Looks at all of a workspace once, for what protected links and settings lead to.
   *
   * @param workspace canonical
   * @param names the patterns
   */
  public static ProtectedNow look(String workspace, ProtectedPaths names) throws IOException {
    Directory root = Directory.open(workspace);
    try {
      Map<String, String> targets = new LinkedHashMap<>();
      var looking = new Looking(root, workspace, targets);
      do {
        targets.putAll(looking.found);
        looking.found.clear();
        new Walk(root, names, targets, Set.of(), looking).run();
      } while (!looking.found.isEmpty());
      return new ProtectedNow(root, new Walk(root, names, targets, Set.of(), looking));
    } catch (IOException | RuntimeException failed) {
      root.close();
      throw failed;
    }
  }

  /**
   * Why {@code path} may not be made, changed or removed; empty when it may.
   *
   * @param path relative to the workspace, no link on it
   */
  public Optional<String> reason(String path) throws IOException {
    return Optional.ofNullable(walk.reasonOf(path));
  }

  /**
   * Why {@code from}, with all below it, may not become {@code to}. What is protected below it may
   * go along, as in a pen; nothing may become protected by it.
   */
  public Optional<String> reasonOfMove(String from, String to) throws IOException {
    String reason = walk.reasonOf(from);
    if (reason == null) {
      reason = walk.reasonOf(to);
    }
    return reason == null ? reasonBelow(from, to) : Optional.of(reason);
  }

  private Optional<String> reasonBelow(String from, String to) throws IOException {
    Deque<String> folders = new ArrayDeque<>();
    folders.add("");
    int seen = 0;
    while (!folders.isEmpty()) {
      String folder = folders.removeFirst();
      try (Directory open = root.belowOrNull(folder.isEmpty() ? from : from + "/" + folder)) {
        if (open == null && !folder.isEmpty()) {
          return Optional.of(folder + " in it can't be looked into");
        }
        for (Entry entry : open == null ? List.<Entry>of() : open.list(MOST_MOVED)) {
          String path = Watched.join(folder, entry.name());
          if (++seen > MOST_MOVED) {
            return Optional.of("it holds too much to be looked through: move it by a command");
          }
          String after = walk.reasonOf(Watched.join(to, path));
          if (after != null && walk.reasonOf(Watched.join(from, path)) == null) {
            return Optional.of(path + " in it would be protected there: " + after);
          }
          if (isFolder(open, entry) && !GitDirectory.isDotGit(entry.name())) {
            folders.addLast(path);
          }
        }
      }
    }
    return Optional.empty();
  }

  private static boolean isFolder(@Nullable Directory open, Entry entry) throws ErrnoException {
    if (entry.type() != Directory.DT_UNKNOWN || open == null) {
      return entry.type() == Directory.DT_DIR;
    }
    FileStatus status = open.status(entry.name());
    return status != null && status.isDirectory();
  }

  /** Only what leads elsewhere matters. */
  private static final class Looking implements Walk.Visitor {
    private final Directory root;
    private final String workspace;
    private final Map<String, String> targets;
    private final Map<String, String> found = new LinkedHashMap<>();

    Looking(Directory root, String workspace, Map<String, String> targets) {
      this.root = root;
      this.workspace = workspace;
      this.targets = targets;
    }

    @Override
    public void watched(Directory folder, String path, Kind kind, String reason, String base)
        throws ErrnoException {
      String name = path.substring(path.lastIndexOf('/') + 1);
      FileStatus status = folder.status(name);
      if (status == null || (!status.isLink() && !Targets.isSettings(kind, reason))) {
        return;
      }
      String link = status.isLink() ? folder.readlink(name) : "";
      byte @Nullable [] read =
          status.isRegular() ? FileContent.read(folder, name, Snapshot.MOST_BYTES) : null;
      Targets.of(
          root,
          workspace,
          new Watched(path, kind, reason, base, status, link, ""),
          read,
          (target, why) -> {
            if (!targets.containsKey(target)) {
              found.put(target, why);
            }
          });
    }

    @Override
    public boolean closed(String path) {
      return false;
    }

    @Override
    public void repository(String path) {}

    @Override
    public void base(String path, FileStatus status) {}

    @Override
    public void other(Directory folder, String path, @Nullable String surface, boolean packages) {}
  }

  @Override
  public void close() {
    root.close();
  }
}
