package dev.pinfold.protect;

import dev.pinfold.linux.Directory;
import dev.pinfold.linux.Directory.Entry;
import dev.pinfold.linux.ErrnoException;
import dev.pinfold.protect.Watched.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What makes a folder a git directory, whatever its name, and which of its parts make git run
 * programs or read settings from elsewhere. Source: is_git_directory, get_common_dir and
 * read_gitfile_gently of git's setup.c; gitrepository-layout(5).
 */
final class GitDirectory {
  private static final Map<String, Kind> JUDGED =
      Map.of(
          "config", Kind.GIT_CONFIG,
          "config.worktree", Kind.GIT_CONFIG,
          "commondir", Kind.GIT_COMMON_DIR,
          "gitdir", Kind.GIT_WORKTREE,
          "head", Kind.GIT_HEAD,
          "hooks", Kind.NAME,
          "remotes", Kind.NAME,
          "branches", Kind.NAME);

  private static final Map<Kind, String> REASONS =
      Map.of(
          Kind.GIT_CONFIG, "git runs programs that it names",
          Kind.GIT_COMMON_DIR, "git takes its settings and hooks from where it leads",
          Kind.GIT_WORKTREE, "it ties a worktree to this repository",
          Kind.GIT_HEAD, "without it git takes its settings from a folder further up",
          Kind.NAME, "git runs hooks and remote helpers from it",
          Kind.GIT_LINK, "git takes its settings and hooks from where it leads");

  /** Thousands of files with names that nothing runs. */
  private static final Set<String> STORES = Set.of("objects", "refs", "logs", "lfs");

  /** Why no file tool writes into one, whatever the part. */
  static final String INSIDE = "git keeps its own files there: change them by git's commands";

  /** Why no file tool makes one. */
  static final String MADE = "it would make a git repository of its folder: use git init";

  /** Names of which some together make a folder one. */
  private static final Set<String> MAKING = Set.of("head", "commondir", "objects", "refs");

  private GitDirectory() {}

  /** Whether a folder, which is none, becomes one by a further name. */
  static boolean wouldBeOne(Directory folder, String name) throws ErrnoException {
    if (name.length() > "commondir".length() + 2 || !MAKING.contains(Glob.fold(name))) {
      return false;
    }
    List<Entry> all = new ArrayList<>(folder.list());
    all.add(new Entry(name, Directory.DT_UNKNOWN));
    return isOne(all);
  }

  /** Whether git would take a folder with these entries for a repository. */
  static boolean isOne(List<Entry> entries) {
    Set<String> names = new HashSet<>();
    for (Entry entry : entries) {
      String name = entry.name();
      if (name.length() <= "commondir".length() + 2) {
        names.add(Glob.fold(name));
      }
    }
    return names.contains("head")
        && (names.contains("commondir") || (names.contains("objects") && names.contains("refs")));
  }

  /** How a part is judged, whose name is {@code name}; null when it may be anything. */
  static @Nullable Kind kind(String name) {
    return JUDGED.get(Glob.fold(name));
  }

  static String reason(Kind kind) {
    return REASONS.getOrDefault(kind, "");
  }

  /** Whether something is protected for being a part of a git directory, not for its name. */
  static boolean isPart(Kind kind, String reason) {
    return kind != Kind.NAME || reason.equals(reason(Kind.NAME));
  }

  /** Whether a folder inside .git holds nothing that could be run. */
  static boolean isStore(String name) {
    return STORES.contains(name);
  }

  /** Whether a file or folder has the name by which git looks for a repository. */
  static boolean isDotGit(String name) {
    return name.length() <= 8 && Glob.fold(name).equals(".git");
  }
}
