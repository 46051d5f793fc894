package dev.pinfold.workspace;

import dev.pinfold.linux.Directory;
import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.FileStatus;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a folder and what is below it, upper folders first, each in the order of its names. No
 * link is followed, no other mount entered, and no descriptor stays open but two.
 */
final class TreeWalk {
  /** What tools make and keep, and nobody reads: listed, but only entered by its own name. */
  static final Set<String> PASSED_OVER =
      Set.of(
          ".git",
          "node_modules",
          ".venv",
          "venv",
          "__pycache__",
          ".tox",
          ".eggs",
          ".pytest_cache",
          ".mypy_cache",
          ".ruff_cache",
          ".gradle",
          ".idea",
          ".vscode",
          "target",
          "build",
          "dist",
          "vendor");

  /** Deeper than a path can be long. */
  static final int ANY_DEPTH = 4096;

  /** Told what there is. */
  interface Visitor {
    /** Whether to go on. */
    boolean visit(Directory folder, String path, String name, FileListing.Kind kind)
        throws ErrnoException, FileToolException;

    /** A folder that was not entered. */
    void passedOver(String path, String why);
  }

  private record Pending(String path, int depth) {}

  private final Directory top;
  private final int depth;
  private final int most;
  private final Visitor visitor;
  private final Deque<Pending> pending = new ArrayDeque<>();
  private int visited;

  /**
   * @param depth how deep: 1 is the folder itself
   * @param most names that are looked at
   */
  TreeWalk(Directory top, int depth, int most, Visitor visitor) {
    this.top = top;
    this.depth = depth;
    this.most = most;
    this.visitor = visitor;
  }

  /** Whether everything was looked at. */
  boolean run() throws ErrnoException, FileToolException {
    pending.add(new Pending("", 1));
    while (!pending.isEmpty()) {
      Pending next = pending.removeFirst();
      try (Directory open = top.belowOrNull(next.path())) {
        if (open == null) {
          visitor.passedOver(next.path(), "can't be opened");
        } else if (!look(open, next)) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean look(Directory open, Pending at) throws ErrnoException, FileToolException {
    List<Directory.Entry> entries = open.list(most - visited);
    boolean whole = entries.size() <= most - visited;
    entries.sort(Comparator.comparing(Directory.Entry::name));
    for (Directory.Entry entry : entries) {
      visited++;
      String path = WorkspacePath.join(at.path(), entry.name());
      FileListing.Kind kind = kind(open, entry);
      if (!visitor.visit(open, path, entry.name(), kind)) {
        return false;
      }
      if (kind == FileListing.Kind.FOLDER && at.depth() < depth) {
        if (PASSED_OVER.contains(entry.name())) {
          visitor.passedOver(path, "passed over");
        } else {
          pending.addLast(new Pending(path, at.depth() + 1));
        }
      }
    }
    return whole && visited < most;
  }

  private static FileListing.Kind kind(Directory open, Directory.Entry entry)
      throws ErrnoException {
    return switch (entry.type()) {
      case Directory.DT_DIR -> FileListing.Kind.FOLDER;
      case Directory.DT_LNK -> FileListing.Kind.LINK;
      case Directory.DT_REG -> FileListing.Kind.FILE;
      case Directory.DT_UNKNOWN -> asked(open.status(entry.name()));
      default -> FileListing.Kind.OTHER;
    };
  }

  private static FileListing.Kind asked(@Nullable FileStatus status) {
    if (status == null) {
      return FileListing.Kind.OTHER;
    }
    if (status.isDirectory()) {
      return FileListing.Kind.FOLDER;
    }
    if (status.isLink()) {
      return FileListing.Kind.LINK;
    }
    return status.isRegular() ? FileListing.Kind.FILE : FileListing.Kind.OTHER;
  }
}
