package dev.pinfold.agent;

import dev.pinfold.agent.PennedGit.Place;
import dev.pinfold.run.PennedTool;
import dev.pinfold.run.User;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A user's repository as a run's starting point. Nothing of it is ever written here, nor by the
 * run.
 */
public final class SourceRepository {
  /** Settings that decide what a working tree looks like; all of them name no program. */
  private static final List<String> COPIED =
      List.of(
          "core.autocrlf",
          "core.eol",
          "core.safecrlf",
          "core.filemode",
          "core.symlinks",
          "core.ignorecase",
          "core.sparsecheckout",
          "core.sparsecheckoutcone",
          "user.name",
          "user.email");

  private final GitFolders folders;
  private final PennedGit git;
  private final ObjectName head;
  private final String branch;
  private final List<String> dirty;

  private SourceRepository(
      GitFolders folders, PennedGit git, ObjectName head, String branch, List<String> dirty) {
    this.folders = folders;
    this.git = git;
    this.head = head;
    this.branch = branch;
    this.dirty = dirty;
  }

  /**
   * Looks at the repository whose root is {@code tree}.
   *
   * @param tree a canonical path
   * @param user its owner
   * @throws RepositoryException when it can't be worked on: no root of a repository, no commit, or
   *     something of git's under way. Uncommitted work is told by {@link #dirty}, not refused.
   */
  public static SourceRepository open(Path tree, User user) throws IOException {
    GitFolders folders = GitFolders.of(tree);
    String underWay = folders.underWay();
    if (!underWay.isEmpty()) {
      throw new RepositoryException(
          underWay + " is under way in " + tree, "Finish or abort it first: git status");
    }
    PennedGit git = new PennedGit(user);
    Place place = reading(folders);
    PennedTool.Result answer = git.answer(place, "rev-parse", "--verify", "--quiet", "HEAD");
    String head = new String(answer.out(), StandardCharsets.UTF_8).strip();
    if (answer.status() == 1) {
      throw new RepositoryException(
          "the repository " + tree + " has no commit yet", "Make one: git commit --allow-empty");
    }
    if (answer.status() != 0 || !ObjectName.isValid(head)) {
      throw PennedGit.failed(answer, "rev-parse", "HEAD");
    }
    PennedTool.Result name = git.answer(place, "symbolic-ref", "--quiet", "--short", "HEAD");
    String status =
        git.text(
            place,
            "status",
            "--porcelain",
            "-z",
            "--untracked-files=normal",
            "--no-renames",
            "--ignore-submodules=all");
    return new SourceRepository(
        folders,
        git,
        new ObjectName(head),
        new String(name.out(), StandardCharsets.UTF_8).strip(),
        status.isEmpty()
            ? List.of()
            : List.of(status.split("\0", -1)).stream().filter(line -> !line.isEmpty()).toList());
  }

  private static Place reading(GitFolders folders) {
    return Place.of(
        folders.tree(), PennedGit.reading(folders.tree()), PennedGit.reading(folders.common()));
  }

  /** Its working tree. */
  public Path tree() {
    return folders.tree();
  }

  /** What a run starts from. */
  public ObjectName head() {
    return head;
  }

  /** The branch that is checked out; empty with a detached HEAD. */
  public String branch() {
    return branch;
  }

  /**
   * Uncommitted changes and new files, each as {@code git status --porcelain} has it: two letters
   * and a path; empty for a clean tree.
   */
  public List<String> dirty() {
    return dirty;
  }

  GitFolders folders() {
    return folders;
  }

  PennedGit git() {
    return git;
  }

  Place place() {
    return reading(folders);
  }

  /** Branches and tags: name, as {@code refs/…}, to object. */
  Map<String, ObjectName> refs() throws IOException {
    Map<String, ObjectName> all = new TreeMap<>();
    String listed =
        git.text(
            place(),
            "for-each-ref",
            "--format=%(objectname) %(refname)",
            "refs/heads",
            "refs/tags");
    for (String line : listed.lines().toList()) {
      int space = line.indexOf(' ');
      if (space > 0 && ObjectName.isValid(line.substring(0, space))) {
        all.put(line.substring(space + 1), new ObjectName(line.substring(0, space)));
      }
    }
    return all;
  }

  /** sha1 or sha256. */
  String objectFormat() throws IOException {
    return git.text(place(), "rev-parse", "--show-object-format").strip();
  }

  /** What a copy takes over of its settings, each {@code key=value}. */
  List<String> settings() throws IOException {
    List<String> taken = new ArrayList<>();
    PennedTool.Result all = git.answer(place(), "config", "--includes", "--null", "--list");
    for (String entry : new String(all.out(), StandardCharsets.UTF_8).split("\0", -1)) {
      int end = entry.indexOf('\n');
      if (end > 0 && COPIED.contains(entry.substring(0, end))) {
        taken.add(entry.substring(0, end) + "=" + entry.substring(end + 1));
      }
    }
    return taken;
  }

  /** A small file of its git folder, which a copy needs as it is; empty where there is none. */
  Optional<Path> part(String name) {
    Path own = folders.own().resolve(name);
    Path common = folders.common().resolve(name);
    return Optional.of(own)
        .filter(SourceRepository::isPlain)
        .or(() -> Optional.of(common).filter(SourceRepository::isPlain));
  }

  private static boolean isPlain(Path file) {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
  }
}
