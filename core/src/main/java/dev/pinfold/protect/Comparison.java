package dev.pinfold.protect;

import dev.pinfold.linux.Directory;
import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.FileStatus;
import dev.pinfold.protect.Finding.Change;
import dev.pinfold.protect.Finding.Outcome;
import dev.pinfold.protect.Watched.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A workspace after a run against the {@link Snapshot} from before it: what is to be undone, and
 * what else will run later. It only looks.
 */
final class Comparison {
  /** Package managers write configurations of some lines; git itself has no limit. */
  private static final long MOST_CONFIG_BYTES = 256 << 10;

  private static final int PERMISSIONS = 07777;

  /** Of gone repositories: a folder of libraries may hold hundreds. */
  private static final long MOST_GONE = 5;

  private final Directory root;
  private final Snapshot before;
  private final Snapshot.Content was;
  private final long since;
  private final Map<String, Watched> now = new LinkedHashMap<>();
  private final Set<String> repositories = new LinkedHashSet<>();
  private final Map<String, FileStatus> bases = new HashMap<>();
  private final List<Case> cases = new ArrayList<>();
  private final List<WillRun> willRun = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  /** Each folder that held something protected and was renamed: where it is now. */
  private final Map<String, String> movedTo = new HashMap<>();

  private long notListed;

  /**
   * Prepares it.
   *
   * @param since nanoseconds since 1970 by the clock of the file system: what changed later may be
   *     the run's
   */
  Comparison(Directory root, Snapshot before, long since) {
    this.root = root;
    this.before = before;
    this.was = before.content();
    this.since = since;
  }

  /**
   * Something to be undone.
   *
   * @param finding what
   * @param former what was there before; null when nothing was
   */
  record Case(Finding finding, @Nullable Watched former) {}

  List<Case> cases() {
    return cases;
  }

  List<WillRun> willRun() {
    return willRun;
  }

  long notListed() {
    return notListed;
  }

  List<String> notes() {
    return notes;
  }

  /** Looks at everything once, then judges. */
  void run(ProtectedPaths names) throws IOException {
    long unseen = new Walk(root, names, was.targets(), was.repositories(), new Looking()).run();
    if (unseen > 0) {
      notes.add(
          unseen
              + " folders of "
              + was.workspace()
              + " could not be looked into for protected files (closed, too deep, or too many)");
    }
    findMoves();
    for (Watched file : now.values()) {
      Watched former = was.watched().get(formerPath(file.path(), file.base()));
      judge(file, former);
    }
    for (Watched file : was.watched().values()) {
      if (!now.containsKey(presentPath(file))) {
        removed(file);
      }
    }
    goneRepositories();
    for (String repository : repositories) {
      if (!was.repositories().contains(repository) && !isPartOfGit(repository)) {
        surface(repository, true, -1, 0, "a git repository was made here: git reads its settings");
      }
    }
  }

  /**
   * Nothing of one can be put back: its objects were never read. That it is gone is said, unless it
   * went along with the folder that it is in.
   */
  private void goneRepositories() {
    long gone = 0;
    for (String repository : was.repositories()) {
      String present = movedTo.getOrDefault(repository, "");
      boolean isThere = repositories.contains(repository) || name(present).equals(name(repository));
      if (!isThere && !isPartOfGit(repository) && gone++ < MOST_GONE) {
        notes.add(
            "the git repository "
                + Watched.join(was.workspace(), repository)
                + (present.isEmpty() ? " is gone" : " was moved to " + present)
                + ", which can't be undone: see what git finds there before you use it");
      }
    }
    if (gone > MOST_GONE) {
      notes.add(gone - MOST_GONE + " more git repositories of " + was.workspace() + " are gone");
    }
  }

  private static String name(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private static boolean isPartOfGit(String repository) {
    return repository.contains("/modules/") || repository.contains("/worktrees/");
  }

  /** A folder that was renamed takes its protected files along, and they stay what they were. */
  private void findMoves() {
    Map<String, String> byInode = new HashMap<>();
    bases.forEach((path, status) -> byInode.put(inode(status), path));
    was.bases()
        .forEach(
            (path, status) -> {
              String present = byInode.get(inode(status));
              if (present != null && !present.equals(path) && !was.bases().containsKey(present)) {
                movedTo.put(path, present);
              }
            });
  }

  private static String inode(FileStatus status) {
    return status.device() + ":" + status.inode();
  }

  private String formerPath(String path, String base) {
    for (Map.Entry<String, String> move : movedTo.entrySet()) {
      if (move.getValue().equals(base)) {
        return Watched.join(move.getKey(), path.substring(base.length() + 1));
      }
    }
    return path;
  }

  private String presentPath(Watched former) {
    String moved = movedTo.get(former.base());
    if (moved == null || former.path().length() <= former.base().length()) {
      return former.path();
    }
    String tail =
        former.base().isEmpty()
            ? former.path()
            : former.path().substring(former.base().length() + 1);
    return Watched.join(moved, tail);
  }

  private void judge(Watched file, @Nullable Watched former) throws IOException {
    if (former != null && isSame(file, former)) {
      if (((file.status().mode() ^ former.status().mode()) & PERMISSIONS) != 0) {
        found(file, former, Change.MODE_CHANGED, "");
      }
      return;
    }
    Change change = former == null ? Change.CREATED : Change.CHANGED;
    Optional<String> refused = refused(file, former);
    if (refused.isPresent()) {
      found(file, former, change, refused.get());
    } else if (file.kind() == Kind.GIT_CONFIG && former != null) {
      surface(
          file.path(),
          false,
          former.status().size(),
          file.status().size(),
          "git reads it; only keys that name no program changed");
    }
  }

  private boolean isSame(Watched file, Watched former) throws ErrnoException {
    FileStatus present = file.status();
    FileStatus past = former.status();
    if (present.isLink() || past.isLink()) {
      return present.isLink() && past.isLink() && file.link().equals(former.link());
    }
    if (present.isSameInode(past)
        && present.size() == past.size()
        && present.modifiedNanos() == past.modifiedNanos()
        && present.changedNanos() == past.changedNanos()) {
      return true;
    }
    if (!present.isRegular() || !past.isRegular()) {
      return present.isSameInode(past) && present.isRegular() == past.isRegular();
    }
    byte @Nullable [] content =
        present.size() == past.size() && !former.hash().isEmpty() ? content(file.path()) : null;
    return content != null && FileContent.hash(content).equals(former.hash());
  }

  private byte @Nullable [] content(String path) throws ErrnoException {
    try (Directory folder = root.belowOrNull(Watched.folder(path))) {
      return folder == null
          ? null
          : FileContent.read(
              folder, path.substring(path.lastIndexOf('/') + 1), Snapshot.MOST_BYTES);
    }
  }

  /**
   * Why the run's version can't stay; empty when it can, whatever the detail, or the empty text.
   */
  private Optional<String> refused(Watched file, @Nullable Watched former) throws IOException {
    if (file.kind() == Kind.NAME) {
      return Optional.of("");
    }
    if (file.kind() == Kind.GIT_LINK && file.status().isLink()) {
      return leadsToRepository(file, file.link());
    }
    byte @Nullable [] content =
        file.status().isRegular() && file.status().size() <= MOST_CONFIG_BYTES
            ? content(file.path())
            : null;
    if (content == null) {
      return Optional.of("it is no file that git writes");
    }
    GitText text = new GitText(content);
    return switch (file.kind()) {
      case GIT_CONFIG -> config(file, former, content);
      case GIT_HEAD -> text.isHead() ? Optional.empty() : Optional.of("it is no HEAD of git's");
      case GIT_COMMON_DIR ->
          text.isLine("../..") && isWorktreeOfARepository(file)
              ? Optional.empty()
              : Optional.of("it leads elsewhere than git makes it lead");
      case GIT_WORKTREE ->
          text.line().flatMap(path -> relative(file, path)).isPresent()
              ? Optional.empty()
              : Optional.of("it leads out of the workspace");
      case GIT_LINK -> leadsToRepository(file, text.gitdir().orElse(""));
      case NAME -> Optional.of("");
    };
  }

  private Optional<String> config(Watched file, @Nullable Watched former, byte[] content)
      throws IOException {
    List<String> keys =
        GitConfigJudge.refused(
            former == null ? null : before.bytes(former.path()),
            content,
            was.workspace(),
            file.base());
    return keys.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", keys));
  }

  /** {@code R/worktrees/NAME/commondir}, where R is a repository. */
  private boolean isWorktreeOfARepository(Watched file) {
    String worktrees = Watched.folder(Watched.folder(file.path()));
    return worktrees.endsWith("worktrees") && repositories.contains(Watched.folder(worktrees));
  }

  private Optional<String> leadsToRepository(Watched file, String target) {
    return relative(file, target)
        .filter(repositories::contains)
        .<Optional<String>>map(_ -> Optional.empty())
        .orElse(Optional.of("it leads to no repository of this workspace"));
  }

  private Optional<String> relative(Watched file, String path) {
    return RelativePath.resolve(was.workspace(), file.folder(), path);
  }

  private void removed(Watched former) throws ErrnoException {
    if (former.kind() == Kind.GIT_LINK) {
      // git worktree remove does that, and nothing runs for want of it.
      return;
    }
    try (Directory base = root.belowOrNull(movedTo.getOrDefault(former.base(), former.base()))) {
      // Without it, it has gone with all that it was for.
      if (base != null) {
        add(presentPath(former), former, former, Change.REMOVED, "");
      }
    }
  }

  private void found(Watched file, @Nullable Watched former, Change change, String detail) {
    add(file.path(), file, former, change, detail);
  }

  private void add(
      String path, Watched file, @Nullable Watched former, Change change, String detail) {
    cases.add(
        new Case(
            new Finding(was.workspace(), path, change, file.reason(), detail, Outcome.FOUND, ""),
            former));
  }

  private void surface(String path, boolean isNew, long past, long present, String reason) {
    if (willRun.size() < ProtectionReport.MOST_LISTED) {
      willRun.add(new WillRun(was.workspace(), path, isNew, past, present, reason));
    } else {
      notListed++;
    }
  }

  private final class Looking implements Walk.Visitor {
    @Override
    public void watched(Directory folder, String path, Kind kind, String reason, String base)
        throws ErrnoException {
      String name = path.substring(path.lastIndexOf('/') + 1);
      FileStatus status = folder.status(name);
      if (status != null) {
        String link = status.isLink() ? folder.readlink(name) : "";
        now.put(path, new Watched(path, kind, reason, base, status, link, ""));
      }
    }

    @Override
    public boolean closed(String path) {
      return !was.closed().contains(path);
    }

    @Override
    public void repository(String path) {
      repositories.add(path);
    }

    @Override
    public void base(String path, FileStatus status) {
      bases.put(path, status);
    }

    @Override
    public void other(Directory folder, String path, @Nullable String surface, boolean packages)
        throws ErrnoException {
      if (surface == null && packages) {
        return;
      }
      FileStatus status = folder.status(path.substring(path.lastIndexOf('/') + 1));
      if (status == null || status.changedNanos() < since) {
        return;
      }
      FileStatus past = was.surface().get(path);
      String why = surface;
      if (why == null && status.isExecutable()) {
        why = "it is a program";
      }
      if (why != null && (past == null || !isUntouched(past, status))) {
        surface(
            path,
            past == null && surface != null,
            past == null ? -1 : past.size(),
            status.size(),
            why);
      }
    }

    private boolean isUntouched(FileStatus past, FileStatus present) {
      return past.isSameInode(present)
          && past.size() == present.size()
          && past.changedNanos() == present.changedNanos();
    }
  }
}
