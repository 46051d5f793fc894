package dev.pinfold.workspace;

import dev.pinfold.linux.Directory;
import dev.pinfold.linux.ErrnoException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Lists folders. */
final class Listing {
  /** Notes about folders that were not entered; the rest is counted. */
  private static final int MOST_NOTES = 20;

  private final Tree tree;
  private final FileLimits limits;

  Listing(Tree tree, FileLimits limits) {
    this.tree = tree;
    this.limits = limits;
  }

  FileListing list(String given, int depth) throws FileToolException, ErrnoException {
    WorkspacePath path = tree.path(given);
    String doing = "listing " + path.shown();
    if (depth < 1) {
      throw new FileToolException(
          FileErrorCode.INVALID_ARGUMENT, doing + ": the depth " + depth + " is less than 1", "");
    }
    try (Directory top = tree.folder(path, doing)) {
      var gathering = new Gathering(limits.entries());
      boolean whole =
          new TreeWalk(top, depth, limits.visited(), gathering).run() && !gathering.more;
      gathering.entries.sort(Comparator.comparing(FileListing.Entry::path));
      return new FileListing(path.shown(), gathering.entries, !whole, gathering.notes());
    }
  }

  private static final class Gathering implements TreeWalk.Visitor {
    private final int most;
    private final List<FileListing.Entry> entries = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private int notShown;
    private boolean more;

    Gathering(int most) {
      this.most = most;
    }

    @Override
    public boolean visit(Directory folder, String path, String name, FileListing.Kind kind) {
      more = entries.size() == most;
      if (!more) {
        entries.add(new FileListing.Entry(path, kind, target(folder, name, kind)));
      }
      return !more;
    }

    private static String target(Directory folder, String name, FileListing.Kind kind) {
      try {
        return kind == FileListing.Kind.LINK ? folder.readlink(name) : "";
      } catch (ErrnoException _) {
        return "(gone)"; // since it was listed
      }
    }

    @Override
    public void passedOver(String path, String why) {
      if (notes.size() < MOST_NOTES) {
        notes.add(path + "/ " + why);
      } else {
        notShown++;
      }
    }

    List<String> notes() {
      if (notShown > 0) {
        notes.add(notShown + " more folders were not entered");
      }
      return notes;
    }
  }
}
