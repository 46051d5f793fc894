package dev.pinfold.run;

import dev.pinfold.sandbox.ProgramStart;
import java.util.List;
import java.util.Set;

/**
 * Git starting itself as a part of what it was told: {@code git stash} runs {@code git reset
 * --hard}, {@code git gc} runs {@code git prune}. The command that was told has been judged when it
 * started; an alias, a hook or an option that runs a command is no sub-command of these, and what
 * it starts is judged.
 */
final class GitOwnStart {
  /**
   * Sub-commands that start git again (git 2.39, run_command.h's users). An alias can't have the
   * name of one (git-config(1), alias.*).
   */
  private static final Set<String> COMPOSED =
      Set.of(
          "am",
          "bisect",
          "checkout",
          "cherry-pick",
          "clone",
          "commit",
          "fetch",
          "gc",
          "maintenance",
          "merge",
          "pull",
          "push",
          "rebase",
          "receive-pack",
          "repack",
          "restore",
          "revert",
          "stash",
          "submodule",
          "submodule--helper",
          "switch",
          "worktree");

  /** Global options that take the next word as their value (git(1)). */
  private static final Set<String> WITH_VALUE =
      Set.of("-C", "-c", "--git-dir", "--work-tree", "--namespace", "--exec-path", "--config-env");

  private GitOwnStart() {}

  /**
   * Whether it is that.
   *
   * @param ours folders that the run may write: a program there called git may be anything
   */
  static boolean is(ProgramStart start, ProgramStart.Form form, List<String> ours) {
    String caller = start.caller().program();
    // Two files, often: bin/git and the one in git's own folder of helpers.
    return form.file().endsWith("/git")
        && caller.endsWith("/git")
        && ours.stream().noneMatch(folder -> caller.startsWith(folder + "/"))
        && COMPOSED.contains(subCommand(start.caller().words()));
  }

  private static String subCommand(List<String> words) {
    for (int i = 1; i < words.size(); i++) {
      String word = words.get(i);
      if (!word.startsWith("-")) {
        return word;
      }
      if (WITH_VALUE.contains(word)) {
        i++;
      }
    }
    return "";
  }
}
