package dev.pinfold.protect;

import dev.pinfold.linux.Directory;
import dev.pinfold.linux.ErrnoException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which protected things can be made unwritable while a run lives, without breaking its work, where
 * there is a way to do that: what exists already, is protected as a whole, and lies where ordinary
 * work renames nothing across it.
 *
 * <p>That is the workspace's own folder and the dot-folders in it ({@code .git/hooks}, {@code
 * .envrc}, {@code .vscode}), but nothing that git tracks: it could no longer go from one commit to
 * another. What is not kept is put back at the end like everything else.
 */
final class KeptParts {
  /** Far more than can be kept; the rest would only cost time. */
  private static final int MOST = 200;

  private KeptParts() {}

  /**
   * Chooses.
   *
   * @param root the workspace
   * @param wholes what is protected as a whole, relative to it
   * @return the same, relative; git's parts first
   */
  static List<String> of(Directory root, Set<String> wholes) throws ErrnoException {
    List<String> candidates =
        wholes.stream()
            .filter(path -> path.startsWith(".") || !path.contains("/"))
            .sorted(Comparator.comparing((String path) -> !isGits(path)))
            .limit(MOST)
            .toList();
    Set<String> others = new TreeSet<>(candidates);
    others.removeIf(KeptParts::isGits);
    if (others.isEmpty()) {
      return candidates;
    }
    List<String> kept = new ArrayList<>(candidates);
    kept.removeAll(tracked(root, others));
    return kept;
  }

  private static boolean isGits(String path) {
    int slash = path.indexOf('/');
    return slash > 0 && GitDirectory.isDotGit(path.substring(0, slash));
  }

  private static Set<String> tracked(Directory root, Set<String> paths) throws ErrnoException {
    if (root.status(".git") == null) {
      return Set.of();
    }
    // A link to a repository elsewhere, whose index is there.
    Directory git = root.belowOrNull(".git");
    if (git == null) {
      return paths;
    }
    try (git) {
      return TrackedFiles.of(git, paths);
    }
  }
}
