package dev.pinfold.workspace;

import com.google.re2j.Pattern;
import dev.pinfold.linux.Directory;
import dev.pinfold.linux.Errno;
import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.Fd;
import dev.pinfold.linux.FileStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Searches the lines of files. */
final class Searching {
  /** As many lines around a match as are still a context. */
  private static final int MOST_CONTEXT = 10;

  private final Tree tree;
  private final FileLimits limits;

  Searching(Tree tree, FileLimits limits) {
    this.tree = tree;
    this.limits = limits;
  }

  SearchResult search(SearchQuery query) throws FileToolException, ErrnoException {
    WorkspacePath path = tree.path(query.path());
    String doing = "searching " + path.shown();
    LineMatcher matcher = LineMatcher.of(query, doing);
    var hunt = new Hunt(query, matcher, limits);
    if (path.isRoot() || isFolder(path, doing)) {
      try (Directory top = tree.folder(path, doing)) {
        hunt.below(path.text());
        boolean whole = new TreeWalk(top, TreeWalk.ANY_DEPTH, limits.visited(), hunt).run();
        if (!whole && !hunt.ended()) {
          hunt.note("stopped after " + limits.visited() + " names: name a folder further down");
        }
      }
    } else {
      try (Fd fd = tree.file(path, doing)) {
        hunt.file(fd, path.text());
      }
    }
    return hunt.result();
  }

  private boolean isFolder(WorkspacePath path, String doing)
      throws FileToolException, ErrnoException {
    try (Place place = tree.place(path, false, doing)) {
      FileStatus status = place.status();
      if (status == null) {
        throw FileToolException.of(doing, Errno.ENOENT, FileErrorCode.PATH_NOT_FOUND);
      }
      return status.isDirectory() || (status.isLink() && leadsToFolder(path));
    }
  }

  private boolean leadsToFolder(WorkspacePath path) {
    try (Directory _ = tree.folder(path, "")) {
      return true;
    } catch (FileToolException _) {
      return false; // a link to a file, or out of the workspace: opening it will say
    }
  }

  /** One search on its way. */
  private static final class Hunt implements TreeWalk.Visitor {
    private final SearchQuery query;
    private final LineMatcher matcher;
    private final FileLimits limits;
    private final Optional<Pattern> files;
    private final int context;
    private final long deadline;
    private final List<SearchResult.Match> matches = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private String top = "";
    private int searched;
    private int large;
    private int closed;
    private boolean full;
    private boolean late;

    Hunt(SearchQuery query, LineMatcher matcher, FileLimits limits) {
      this.query = query;
      this.matcher = matcher;
      this.limits = limits;
      files =
          query.files().isEmpty() ? Optional.empty() : Optional.of(LineMatcher.glob(query.files()));
      context = Math.clamp(query.context(), 0, MOST_CONTEXT);
      deadline = System.nanoTime() + limits.time().toNanos();
    }

    void below(String folder) {
      top = folder;
    }

    boolean ended() {
      return full || late;
    }

    void note(String note) {
      notes.add(note);
    }

    @Override
    public boolean visit(Directory folder, String path, String name, FileListing.Kind kind)
        throws ErrnoException, FileToolException {
      String named = query.files().contains("/") ? path : name;
      boolean wanted =
          kind == FileListing.Kind.FILE
              && files.map(glob -> glob.matcher(named).matches()).orElse(true);
      if (wanted) {
        long opened = folder.openFile(name);
        if (opened < 0) {
          closed++;
        } else {
          try (Fd fd = Fd.own(opened)) {
            file(fd, WorkspacePath.join(top, path));
          }
        }
      }
      late = late || System.nanoTime() - deadline > 0;
      return !ended();
    }

    @Override
    public void passedOver(String path, String why) {
      if (!why.equals("passed over")) {
        closed++;
      }
    }

    void file(Fd fd, String path) throws ErrnoException, FileToolException {
      FileStatus status = FileStatus.of(fd);
      if (!status.isRegular()) {
        return; // exchanged for something else since it was listed
      }
      if (status.size() > limits.searchedFileBytes()) {
        large++;
        return;
      }
      Optional<byte[]> bytes = FileContent.whole(fd, status.size(), limits.searchedFileBytes());
      if (bytes.isEmpty()) {
        large++;
      } else if (!FileContent.isBinary(bytes.get(), bytes.get().length)) {
        searched++;
        String text = FileContent.decode(bytes.get());
        if (matcher.mayMatch(text)) {
          lines(text.lines().toList(), path);
        }
      }
    }

    private void lines(List<String> lines, String path) {
      for (int i = 0; i < lines.size() && !ended(); i++) {
        if (matcher.matches(lines.get(i))) {
          if (matches.size() == limits.matches()) {
            full = true;
          } else {
            matches.add(match(lines, i, path));
          }
        }
        late = late || ((i & 255) == 0 && System.nanoTime() - deadline > 0);
      }
    }

    private SearchResult.Match match(List<String> lines, int i, String path) {
      return new SearchResult.Match(
          path,
          i + 1,
          cut(lines.get(i)),
          lines.subList(Math.max(0, i - context), i).stream().map(this::cut).toList(),
          lines.subList(i + 1, Math.min(lines.size(), i + 1 + context)).stream()
              .map(this::cut)
              .toList());
    }

    private String cut(String line) {
      return line.length() > limits.lineChars()
          ? line.substring(0, limits.lineChars()) + "…"
          : line;
    }

    SearchResult result() {
      if (!matcher.note().isEmpty()) {
        notes.add(matcher.note());
      }
      if (full) {
        notes.add("only the first " + matches.size() + ", there are more: narrow the search");
      }
      if (late) {
        notes.add("stopped after " + limits.time().toSeconds() + " s: narrow the search");
      }
      if (large > 0) {
        notes.add(large + " files of more than " + limits.searchedFileBytes() + " bytes passed");
      }
      if (closed > 0) {
        notes.add(closed + " files or folders could not be opened");
      }
      return new SearchResult(matches, searched, notes);
    }
  }
}
