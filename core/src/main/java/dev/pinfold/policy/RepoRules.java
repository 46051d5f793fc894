package dev.pinfold.policy;

import java.util.List;
import java.util.Set;

/**
 * What loses work in the user's own repository, moves HEAD or its branches, or leaves the run's
 * branch. Reverting a named file passes, and so does everything that only looks.
 */
final class RepoRules implements RuleSet {
  private static final Set<String> CODE_KEYS =
      Set.of(
          "core",
          "alias",
          "include",
          "includeif",
          "credential",
          "filter",
          "diff",
          "merge",
          "url",
          "remote",
          "push",
          "receive",
          "gpg",
          "http",
          "protocol",
          "uploadpack",
          "submodule",
          "safe",
          "extensions",
          "pager",
          "sequence",
          "hook",
          "browser",
          "init");

  /** What git takes for no (git-config(1), "Values"); nothing at all is yes. */
  private static final String NO = "false|no|off|0";

  @Override
  public void judge(Subject subject) {
    if (!subject.context().existingRepo()) {
      return;
    }
    GitCommand git = GitCommand.of(subject);
    if (git != null && !git.helps()) {
      git(subject, git);
    }
    metadata(subject);
    everything(subject);
    if (subject.name().equals("bfg") || subject.name().equals("git-filter-repo")) {
      subject.report("repo.history");
    }
  }

  private static boolean hasWord(GitCommand git, String... words) {
    return git.arguments().stream().anyMatch(word -> List.of(words).contains(word.value()));
  }

  private static void git(Subject subject, GitCommand git) {
    String name = git.name();
    switch (name) {
      case "push", "send-pack" -> report(subject, git, "repo.push", !git.hasAny("-n", "--dry-run"));
      case "svn" ->
          report(subject, git, "repo.push", first(git).matches("dcommit|commit-diff|set-tree"));
      case "p4" -> report(subject, git, "repo.push", first(git).equals("submit"));
      case "subtree", "lfs" -> {
        report(subject, git, "repo.push", first(git).equals("push"));
        report(subject, git, "repo.history", first(git).equals("migrate"));
      }
      case "merge", "am", "cherry-pick", "revert" ->
          report(subject, git, "repo.abort", hasWord(git, "--abort", "--quit", "--skip"));
      case "update-index" ->
          report(subject, git, "repo.abort", hasWord(git, "--force-remove", "--remove"));
      case "reset" -> reset(subject, git);
      case "clean" -> report(subject, git, "repo.clean", !git.hasAny("-n", "--dry-run"));
      case "checkout" -> checkout(subject, git);
      case "switch" -> report(subject, git, "repo.switch", !git.arguments().isEmpty());
      case "restore" -> restore(subject, git);
      case "checkout-index" -> report(subject, git, "repo.discard", git.hasAny("-f", "--force"));
      case "read-tree" ->
          report(
              subject,
              git,
              "repo.discard",
              git.hasAny("--reset", "-u") && !git.hasAny("--dry-run", "-n"));
      case "branch" -> branch(subject, git);
      case "stash" -> {
        report(subject, git, "repo.stash", first(git).matches("drop|clear"));
        report(subject, git, "repo.switch", first(git).equals("branch"));
      }
      case "rebase" -> report(subject, git, "repo.history", !git.has("--show-current-patch"));
      case "commit" ->
          report(subject, git, "repo.history", git.has("--amend") && !git.has("--dry-run"));
      case "filter-branch", "filter-repo", "fast-import", "replace", "replay", "history" ->
          report(
              subject, git, "repo.history", !git.arguments().isEmpty() && !first(git).equals("-l"));
      case "update-ref" -> report(subject, git, "repo.refs", true);
      case "symbolic-ref" ->
          report(subject, git, "repo.refs", git.operands().size() > 1 || git.hasAny("-d"));
      case "tag" -> report(subject, git, "repo.refs", git.hasAny("-d", "-f"));
      case "worktree" ->
          report(
              subject, git, "repo.refs", first(git).matches("remove|prune|move") && !git.has("-n"));
      case "reflog" ->
          report(
              subject, git, "repo.history", first(git).matches("expire|delete") && !git.has("-n"));
      case "gc" -> report(subject, git, "repo.history", git.has("--prune"));
      case "prune" ->
          report(
              subject,
              git,
              "repo.history",
              git.arguments().stream().noneMatch(word -> word.value().matches("-n|--dry-run")));
      case "rm" ->
          report(
              subject,
              git,
              "repo.discard",
              !git.hasAny("--cached", "-n", "--dry-run")
                  && (git.hasAny("-f", "--force")
                      || git.operands().stream().anyMatch(word -> isEverything(subject, word))));
      case "submodule" ->
          report(
              subject,
              git,
              "repo.discard",
              first(git).matches("deinit|update") && git.hasAny("-f", "--all"));
      case "config" -> config(subject, git);
      case "remote" ->
          report(
              subject,
              git,
              "repo.config",
              first(git).matches("remove|rm|rename|set-url|set-head|prune"));
      case "fetch", "pull" -> {
        report(subject, git, "repo.history", name.equals("pull") && rebases(git));
        git.operands().stream()
            .skip(1)
            .filter(RepoRules::movesBranch)
            .forEach(ref -> subject.report("repo.refs", ref));
      }
      case "bisect" ->
          report(
              subject,
              git,
              "repo.bisect",
              first(git).matches("start|good|bad|old|new|skip|run|reset|replay"));
      default -> {}
    }
    boolean ofInterest = Set.of("reset", "checkout", "restore", "branch", "stash").contains(name);
    report(subject, git, "repo.unknown", ofInterest && git.hasUnknownWord());
  }

  private static void report(Subject subject, GitCommand git, String rule, boolean matches) {
    if (matches) {
      subject.report(rule, subject.execution().span(), git.display());
    }
  }

  private static String first(GitCommand git) {
    return git.operands().isEmpty() ? "" : git.operands().getFirst().value();
  }

  private static void reset(Subject subject, GitCommand git) {
    report(subject, git, "repo.reset", git.hasAny("--hard", "--keep", "--merge"));
  }

  private static void checkout(Subject subject, GitCommand git) {
    if (git.hasAny(
        "-b", "-B", "--orphan", "-d", "-f", "--force", "--track", "-t", "--merge", "-m")) {
      report(subject, git, "repo.switch", true);
      return;
    }
    if (git.hasAny("--patch", "-p", "--pathspec-from-file")) {
      report(subject, git, "repo.discard", true);
      return;
    }
    List<Argument> words = git.arguments();
    int dashes = -1;
    for (int i = 0; i < words.size(); i++) {
      dashes = words.get(i).value().equals("--") ? i : dashes;
    }
    List<Argument> operands = git.operands();
    int paths = dashes < 0 ? -1 : words.size() - dashes - 1;
    if (paths == 0
        || (dashes < 0 && operands.size() == 1 && !isFile(subject, operands.getFirst()))) {
      boolean all = !operands.isEmpty() && isEverything(subject, operands.getFirst());
      report(subject, git, all ? "repo.discard" : "repo.switch", !operands.isEmpty());
    } else {
      List<Argument> named =
          paths > 0
              ? words.subList(dashes + 1, words.size())
              : operands.subList(operands.size() > 1 ? 1 : 0, operands.size());
      report(
          subject,
          git,
          "repo.discard",
          named.stream().anyMatch(word -> isEverything(subject, word)));
    }
  }

  /**
   * Without {@code --} git takes a word for a branch first; a file name usually has an extension.
   */
  private static boolean isFile(Subject subject, Argument word) {
    String name = PathText.name(word.value());
    return isEverything(subject, word)
        ? false
        : name.matches(".*\\.[A-Za-z][A-Za-z0-9_]*") && !word.value().contains("..");
  }

  /** A directory, a pattern or a magic pathspec: more than one named file. */
  private static boolean isEverything(Subject subject, Argument path) {
    String value = path.value();
    return value.startsWith(":")
        || value.endsWith("/")
        || value.equals(".")
        || value.equals("..")
        || value.endsWith("/.")
        || value.endsWith("/..")
        || value.indexOf('*') >= 0
        || path.isPattern()
        || subject.absolute(path).equals(subject.context().workspace());
  }

  private static void restore(Subject subject, GitCommand git) {
    boolean staged = git.has("-S") && !git.has("-W");
    report(
        subject,
        git,
        "repo.discard",
        !staged
            && (git.operands().stream().anyMatch(word -> isEverything(subject, word))
                || git.hasAny("-p", "--pathspec-from-file")));
  }

  private static void branch(Subject subject, GitCommand git) {
    boolean forces = git.hasAny("-D", "-M", "-C", "-f");
    report(subject, git, "repo.branch", forces);
    report(subject, git, "repo.branch-rename", git.has("-m"));
  }

  /** The last option counts, and without one the configuration (git-pull(1), {@code --rebase}). */
  private static boolean rebases(GitCommand git) {
    String rebase =
        git.config().entrySet().stream()
            .filter(entry -> entry.getKey().matches("pull\\.rebase|branch\\..*\\.rebase"))
            .map(entry -> entry.getValue().value())
            .findFirst()
            .orElse("no");
    for (Invocation.Option option :
        git.invocation() == null ? List.<Invocation.Option>of() : git.invocation().options()) {
      if (option.spec().name().equals("-r")) {
        rebase = option.value() == null ? "" : option.value().value();
      } else if (option.spec().name().equals("--no-rebase")) {
        rebase = "no";
      }
    }
    return !rebase.matches(NO);
  }

  private static boolean movesBranch(Argument refspec) {
    String value = refspec.value();
    int colon = value.indexOf(':');
    String target = colon < 0 ? "" : value.substring(colon + 1);
    return !target.isEmpty()
        && !target.startsWith("refs/remotes/")
        && !target.startsWith("refs/tags/")
        && (value.startsWith("+")
            || target.matches("(refs/heads/)?(main|master|production|release.*)"));
  }

  private static void config(Subject subject, GitCommand git) {
    boolean reads =
        git.hasAny(
                "--get",
                "--get-all",
                "--get-regexp",
                "--get-urlmatch",
                "--get-color",
                "--get-colorbool")
            || (git.operands().size() < 2
                && !git.hasAny("--unset", "--unset-all", "-e", "--remove-section"));
    boolean verb = first(git).matches("set|unset|edit|rename-section|remove-section");
    if ((reads && !verb) || first(git).equals("get")) {
      return;
    }
    String key =
        git.operands().size() > (verb ? 1 : 0) ? git.operands().get(verb ? 1 : 0).value() : "";
    int dot = key.indexOf('.');
    String section = (dot < 0 ? key : key.substring(0, dot)).toLowerCase(java.util.Locale.ROOT);
    report(
        subject,
        git,
        "repo.config",
        CODE_KEYS.contains(section)
            || git.hasAny("--global", "--system", "-f")
            || section.isEmpty()
            || Marks.unknown(key));
  }

  /** Deleting, moving or writing what is in a {@code .git} directory by other programs. */
  private static boolean removes(FindCommand find) {
    return find.has("-delete")
        || find.actions().stream()
            .flatMap(action -> action.words().stream().limit(1))
            .anyMatch(word -> word.value().matches("(.*/)?(rm|rmdir|unlink|shred|mv|chmod)"));
  }

  private static boolean isGit(FindCommand.Primary primary) {
    return primary.name().matches("-i?(name|path|wholename)")
        && primary.value().display().matches("(.*/)?\\.git(/.*|\\*)?");
  }

  private static void metadata(Subject subject) {
    for (Execution.Redirection redirect : subject.execution().redirects()) {
      if (redirect.writes()) {
        inGit(subject, redirect.target());
      }
    }
    Invocation invocation = subject.invocation();
    if (invocation == null || subject.name().equals("git")) {
      return;
    }
    if (subject.name().equals("find")) {
      FindCommand find = FindCommand.of(subject.arguments());
      if (find.has("-delete")) {
        find.roots().forEach(root -> inGit(subject, root));
      }
      find.primaries().stream()
          .filter(primary -> removes(find) && isGit(primary))
          .forEach(primary -> subject.report("repo.metadata", primary.value()));
      return;
    }
    WriteRules.inPlace(subject).forEach(file -> inGit(subject, file));
    for (int i = 0; i < invocation.operands().size(); i++) {
      switch (invocation.roleOf(i)) {
        case DELETE, MOVE, WRITE, MODE, INTO -> inGit(subject, invocation.operands().get(i));
        default -> {}
      }
    }
    for (Invocation.Option option : invocation.options()) {
      if (option.value() != null
          && (option.spec().role() == Role.WRITE || option.spec().role() == Role.INTO)) {
        inGit(subject, option.value());
      }
    }
  }

  private static void inGit(Subject subject, Argument path) {
    String absolute = subject.absolute(path);
    boolean git = absolute.endsWith("/.git") || absolute.contains("/.git/");
    if (git
        && !absolute.endsWith(".lock")
        && Place.ofAbsolute(absolute, subject.context()).belongsToRun()) {
      subject.report("repo.metadata", path);
    }
  }

  /** Deleting all of the work tree at once. */
  private static void everything(Subject subject) {
    if (!subject.name().equals("rm") || !subject.has("-r")) {
      return;
    }
    for (Argument operand : subject.operands()) {
      String path = subject.absolute(operand);
      if (path.equals(PathText.normalize(subject.context().workspace() + "/" + Marks.STAR))) {
        subject.report("repo.discard", operand);
      }
    }
  }
}
