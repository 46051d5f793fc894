package dev.pinfold.policy;

/** Git commands that delete or write outside the workspace (git-clean(1), git-worktree(1)). */
final class GitPlaceRules implements RuleSet {
  @Override
  public void judge(Subject subject) {
    GitCommand git = GitCommand.of(subject);
    if (git == null || git.helps()) {
      return;
    }
    switch (git.name()) {
      case "clean" -> clean(subject, git);
      case "checkout", "restore", "reset", "rm", "read-tree", "checkout-index" ->
          rewrites(subject, git);
      case "worktree" -> worktree(subject, git);
      default -> {}
    }
    writes(subject, git);
  }

  private static void clean(Subject subject, GitCommand git) {
    if (git.hasAny("-n", "--dry-run")) {
      return;
    }
    git.operands().stream()
        .map(path -> absolute(git, path))
        .forEach(path -> DeletionRules.delete(subject, path));
    Place place = Place.ofAbsolute(git.cwd(), subject.context());
    if (place == Place.UNKNOWN) {
      subject.report("floor.delete.unknown", git.word());
    } else if (place != Place.WORKSPACE_ROOT && !place.belongsToRun()) {
      subject.report("floor.delete.outside", git.word());
    }
  }

  /** A repository in a directory of the system is the system's. */
  private static void rewrites(Subject subject, GitCommand git) {
    if (Place.ofAbsolute(git.cwd(), subject.context()) == Place.SYSTEM) {
      subject.report("floor.write.system", git.word());
    }
  }

  private static void worktree(Subject subject, GitCommand git) {
    if (git.operands().size() > 1 && git.operands().getFirst().value().equals("remove")) {
      Argument path = absolute(git, git.operands().get(1));
      Place place = subject.place(path);
      if (place == Place.SYSTEM || place == Place.HOME || place == Place.WORKSPACE_ROOT) {
        DeletionRules.delete(subject, path);
      }
    }
  }

  private static void writes(Subject subject, GitCommand git) {
    Invocation invocation = git.invocation();
    if (invocation == null) {
      return;
    }
    for (Invocation.Option option : invocation.options()) {
      if (option.value() != null && option.spec().role() == Role.WRITE) {
        WriteRules.write(subject, absolute(git, option.value()));
      }
    }
    for (int i = 0; i < invocation.operands().size(); i++) {
      if (invocation.roleOf(i) == Role.WRITE) {
        WriteRules.write(subject, absolute(git, invocation.operands().get(i)));
      }
    }
  }

  private static Argument absolute(GitCommand git, Argument path) {
    return path.with(PathText.absolute(path.value(), git.cwd()));
  }
}
