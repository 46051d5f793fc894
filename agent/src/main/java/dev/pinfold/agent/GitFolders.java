package dev.pinfold.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * Where git keeps what belongs to a working tree (gitrepository-layout(5)), found without git.
 *
 * <p>The working tree, and with it a {@code .git} file, may be a former run's to write, and what it
 * names is then opened for the next run: it counts only when what it names says the same back, from
 * a place that a run in this tree can't write.
 *
 * @param tree the canonical working tree
 * @param own what belongs to this working tree alone: HEAD, index
 * @param common what all working trees of the repository share: objects, refs
 */
record GitFolders(Path tree, Path own, Path common) {
  private static final String LINK = "gitdir: ";

  /** A path with its end of line; git's own limit is PATH_MAX. */
  private static final int MOST_BYTES = 4200;

  /**
   * Those of the repository whose root is {@code tree}.
   *
   * @throws RepositoryException when it is none, or one whose parts lie where Pinfold can't trust
   *     them
   */
  static GitFolders of(Path tree) throws IOException {
    Path git = tree.resolve(".git");
    if (Files.isDirectory(git, LinkOption.NOFOLLOW_LINKS)) {
      return checked(new GitFolders(tree, git, git));
    }
    if (Files.isRegularFile(git, LinkOption.NOFOLLOW_LINKS)) {
      return checked(linked(tree, git));
    }
    if (Files.isSymbolicLink(git)) {
      throw new RepositoryException(
          git + " is a symbolic link", "Name the working tree that it stands for.");
    }
    for (Path above = tree.getParent(); above != null; above = above.getParent()) {
      if (Files.exists(above.resolve(".git"), LinkOption.NOFOLLOW_LINKS)) {
        throw new RepositoryException(
            tree + " is not the root of its repository", "--workspace " + above);
      }
    }
    throw new RepositoryException(
        tree + " is not in a git repository", "git init makes one; a private copy needs a commit.");
  }

  private static GitFolders linked(Path tree, Path file) throws IOException {
    String text = line(file);
    Path own =
        text.startsWith(LINK) ? tree.resolve(text.substring(LINK.length())).toRealPath() : tree;
    if (own.startsWith(tree)) {
      throw new RepositoryException(
          file + " names no folder outside the working tree", "Repair it: git worktree repair");
    }
    Path worktrees = own.getParent();
    Path common = worktrees == null ? null : worktrees.getParent();
    if (worktrees == null || common == null || !worktrees.endsWith("worktrees")) {
      throw new RepositoryException(
          tree + " is a submodule, or has its repository elsewhere",
          "Clone its repository, and name that clone.");
    }
    Path back = own.resolve(line(own.resolve("gitdir"))).normalize();
    Path folder = back.getParent();
    if (folder == null || !back.endsWith(".git") || !folder.toRealPath().equals(tree)) {
      throw new RepositoryException(
          own + " does not belong to " + tree, "Repair it: git worktree repair");
    }
    return new GitFolders(tree, own, common);
  }

  private static GitFolders checked(GitFolders found) throws RepositoryException {
    for (String folder : new String[] {"objects", "refs"}) {
      if (!Files.isDirectory(found.common.resolve(folder), LinkOption.NOFOLLOW_LINKS)) {
        throw new RepositoryException(
            found.common + " is no repository: it has no folder " + folder,
            "git -C " + found.tree + " fsck");
      }
    }
    if (Files.exists(found.objects().resolve("info/alternates"), LinkOption.NOFOLLOW_LINKS)) {
      throw new RepositoryException(
          "the repository borrows objects from another one ("
              + found.objects().resolve("info/alternates")
              + "), and a run would get to read all of that",
          "Make it independent: git repack -a -d, then remove that file.");
    }
    return found;
  }

  Path objects() {
    return common.resolve("objects");
  }

  /** What of git is under way in this working tree; empty when nothing is. */
  String underWay() {
    record Mark(String name, String what) {}
    for (Mark mark :
        new Mark[] {
          new Mark("MERGE_HEAD", "a merge"),
          new Mark("CHERRY_PICK_HEAD", "a cherry-pick"),
          new Mark("REVERT_HEAD", "a revert"),
          new Mark("BISECT_LOG", "a bisect"),
          new Mark("rebase-merge", "a rebase"),
          new Mark("rebase-apply", "a rebase, or git am")
        }) {
      if (Files.exists(own.resolve(mark.name), LinkOption.NOFOLLOW_LINKS)) {
        return mark.what;
      }
    }
    return "";
  }

  private static String line(Path file) throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || Files.size(file) > MOST_BYTES) {
      throw new RepositoryException(
          file + " is not what git writes there", "Repair it: git worktree repair");
    }
    return Files.readString(file).strip();
  }
}
