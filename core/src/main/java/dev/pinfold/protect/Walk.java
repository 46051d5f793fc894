package dev.pinfold.protect;

import dev.pinfold.linux.Directory;
import dev.pinfold.linux.Directory.Entry;
import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.FileStatus;
import dev.pinfold.protect.Watched.Kind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One look at everything in a workspace, upper folders first. Links are not followed: what they
 * lead to is looked at where it lies. No descriptor stays open but one.
 */
final class Walk {
  /** Some ten seconds; a tree of a million files takes two. What is beyond is said to be unseen. */
  static final long MOST_ENTRIES = 4_000_000;

  /** Who is told what there is. */
  interface Visitor {
    /** A protected name that is no folder. */
    void watched(Directory folder, String path, Kind kind, String reason, String base)
        throws ErrnoException;

    /** A folder that its owner can't list; whether to take its lock off. */
    boolean closed(String path);

    /** A git directory. */
    void repository(String path);

    /** Something that is protected with all that is in it, for its name. */
    default void whole(String path) {
      // Only a snapshot wants to know.
    }

    /** A folder that holds something protected as a whole. */
    void base(String path, FileStatus status);

    /** Any other name that is no folder; {@code surface} says why it may run later, or null. */
    void other(Directory folder, String path, @Nullable String surface, boolean packages)
        throws ErrnoException;
  }

  /** What a name below a folder is. */
  private record Step(
      ProtectedPaths.Position position, @Nullable Kind kind, @Nullable String reason) {}

  private record Folder(
      String path,
      ProtectedPaths.Position position,
      @Nullable String reason,
      String base,
      boolean git) {}

  private final Directory root;
  private final ProtectedPaths names;
  private final Map<String, String> targets;
  private final Set<String> repositories;
  private final Visitor visitor;
  private final Deque<Folder> folders = new ArrayDeque<>();
  private long entries;
  private long unseen;

  /**
   * Prepares it.
   *
   * @param targets paths that are protected because something protected leads there, with reasons
   * @param repositories folders that are taken for git directories whatever is left of them
   */
  Walk(
      Directory root,
      ProtectedPaths names,
      Map<String, String> targets,
      Set<String> repositories,
      Visitor visitor) {
    this.root = root;
    this.repositories = repositories;
    this.names = names;
    this.targets = targets;
    this.visitor = visitor;
  }

  /** Looks at all; how many folders could not be looked into. */
  long run() throws ErrnoException {
    folders.add(new Folder("", names.start(), null, "", false));
    while (!folders.isEmpty()) {
      Folder folder = folders.removeFirst();
      try (Directory open = open(folder.path())) {
        if (open == null || entries > MOST_ENTRIES) {
          unseen++;
        } else {
          look(open, folder);
        }
      }
    }
    return unseen;
  }

  private @Nullable Directory open(String path) throws ErrnoException {
    Directory open = root.belowOrNull(path);
    // A folder that can't be listed can be entered all the same: what lies in it still runs.
    if (open == null && visitor.closed(path) && root.unlock(path) >= 0) {
      return root.belowOrNull(path);
    }
    return open;
  }

  private void look(Directory open, Folder folder) throws ErrnoException {
    List<Entry> listed = open.list();
    entries += listed.size();
    boolean repository = GitDirectory.isOne(listed) || repositories.contains(folder.path());
    if (repository) {
      visitor.repository(folder.path());
    }
    boolean holds = repository;
    for (Entry entry : listed) {
      holds |= look(open, folder, entry, repository);
    }
    if (holds) {
      visitor.base(folder.path(), open.status());
    }
  }

  /** Whether this entry starts something protected. */
  private boolean look(Directory open, Folder folder, Entry entry, boolean repository)
      throws ErrnoException {
    String name = entry.name();
    String path = Watched.join(folder.path(), name);
    boolean isFolder = isFolder(open, entry);
    if (isFolder && folder.git() && GitDirectory.isStore(name)) {
      return false;
    }
    Step step = step(folder, name, isFolder, repository);
    ProtectedPaths.Position position = step.position();
    String reason = step.reason();
    if (reason != null && folder.reason() == null && isWhole(step.kind())) {
      visitor.whole(path);
    }
    String base = folder.reason() == null ? folder.path() : folder.base();
    if (isFolder) {
      folders.addLast(below(folder, name, step));
    } else if (reason != null) {
      Kind kind = step.kind();
      visitor.watched(open, path, kind == null ? Kind.NAME : kind, reason, base);
    } else {
      String surface = folder.git() ? surfaceOfGit(path) : position.surface().reason();
      visitor.other(open, path, surface, position.packages() || folder.git());
    }
    return reason != null && folder.reason() == null;
  }

  private Step step(Folder folder, String name, boolean isFolder, boolean repository) {
    ProtectedPaths.Position position = names.below(folder.position(), name);
    Kind kind = kind(folder, name, isFolder, repository);
    String reason = folder.reason();
    if (reason == null) {
      reason = reason(folder, Watched.join(folder.path(), name), position, kind);
    }
    return new Step(position, kind, reason);
  }

  private static Folder below(Folder folder, String name, Step step) {
    return new Folder(
        Watched.join(folder.path(), name),
        step.position(),
        step.reason(),
        folder.reason() == null ? folder.path() : folder.base(),
        folder.git() || GitDirectory.isDotGit(name));
  }

  /**
   * Why one path is protected: the reason that {@link #run} would find, or that it lies in a git
   * directory or would make one; null when it is not. What does not exist is judged as a file.
   */
  @Nullable String reasonOf(String path) throws ErrnoException {
    Folder folder = new Folder("", names.start(), null, "", false);
    String[] parts = path.split("/", -1);
    for (int i = 0; i < parts.length; i++) {
      boolean last = i == parts.length - 1;
      try (Directory open = root.belowOrNull(folder.path())) {
        boolean repository = open != null && isRepository(open, folder.path());
        FileStatus status = open == null ? null : open.status(parts[i]);
        boolean isFolder = !last || (status != null && status.isDirectory());
        Step step = step(folder, parts[i], isFolder, repository);
        String reason = step.reason();
        if (reason == null && (repository || folder.git() || GitDirectory.isDotGit(parts[i]))) {
          reason = names.isOpened(path) ? null : GitDirectory.INSIDE;
        }
        if (reason == null && status == null && open != null && !repository) {
          reason = GitDirectory.wouldBeOne(open, parts[i]) ? GitDirectory.MADE : null;
        }
        if (reason != null) {
          return reason;
        }
        folder = below(folder, parts[i], step);
      }
    }
    return null;
  }

  private boolean isRepository(Directory open, String path) throws ErrnoException {
    // Asked as git does, before anything is listed: most folders have no such name.
    return repositories.contains(path)
        || (open.status("HEAD") != null && GitDirectory.isOne(open.list()));
  }

  private static boolean isWhole(@Nullable Kind kind) {
    return kind == null || kind == Kind.NAME;
  }

  private static boolean isFolder(Directory open, Entry entry) throws ErrnoException {
    if (entry.type() != Directory.DT_UNKNOWN) {
      return entry.type() == Directory.DT_DIR;
    }
    FileStatus status = open.status(entry.name());
    return status != null && status.isDirectory();
  }

  private static @Nullable Kind kind(
      Folder folder, String name, boolean isFolder, boolean repository) {
    if (!isFolder && GitDirectory.isDotGit(name)) {
      return Kind.GIT_LINK;
    }
    Kind kind = repository && folder.reason() == null ? GitDirectory.kind(name) : null;
    // A folder called config or HEAD is nothing that git reads.
    return kind == Kind.NAME || !isFolder ? kind : null;
  }

  private @Nullable String reason(
      Folder folder, String path, ProtectedPaths.Position position, @Nullable Kind kind) {
    if (kind != null) {
      return names.isOpened(path) ? null : GitDirectory.reason(kind);
    }
    if (!folder.git()) {
      String reason = names.reason(position, path);
      if (reason != null) {
        return reason;
      }
    }
    return targets.isEmpty() || names.isOpened(path) ? null : targets.get(path);
  }

  /** A rebase that stopped half way: going on runs the commands in its list. */
  private static @Nullable String surfaceOfGit(String path) {
    return path.contains("/rebase-merge/") && path.endsWith("/git-rebase-todo")
        ? "git rebase --continue runs its exec lines"
        : null;
  }
}
