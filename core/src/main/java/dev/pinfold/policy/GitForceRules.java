package dev.pinfold.policy;

import java.util.List;

/**
 * Force-pushing and deleting protected branches, however it is spelt (git-push(1),
 * gitrevisions(7)).
 */
final class GitForceRules implements RuleSet {
  @Override
  public void judge(Subject subject) {
    GitCommand git = GitCommand.of(subject);
    if (git == null || git.helps()) {
      return;
    }
    if (git.name().equals("push") || git.name().equals("send-pack")) {
      push(subject, git);
    }
    if (Marks.unknown(git.name())) {
      subject.report("floor.git.unknown", git.word());
    }
  }

  private static void push(Subject subject, GitCommand git) {
    if (git.hasAny("-n", "--dry-run") || git.invocation() == null) {
      return;
    }
    boolean deletes = git.hasAny("--delete", "-d");
    boolean forced = forces(git);
    boolean all = git.hasAny("--all", "--branches");
    if (mirrors(git)
        || git.has("--mirror")
        || (git.has("--prune") && !git.hasAny("--tags"))
        || (forced && all)) {
      subject.report("floor.git.force-protected", git.word());
      return;
    }
    List<Argument> refs = refs(git);
    if (refs.isEmpty()) {
      git.config()
          .forEach(
              (key, value) -> {
                if (key.matches("remote\\..*\\.push")) {
                  ref(subject, value, forced, deletes, false, false);
                }
              });
    }
    if (refs.isEmpty() && forced) {
      subject.report("floor.git.force-unknown", git.word());
    }
    boolean vague = unknownOption(git);
    boolean tag = !refs.isEmpty() && refs.getFirst().value().equals("tag");
    refs.forEach(ref -> ref(subject, ref, forced, deletes, vague, tag));
  }

  /** {@code -c remote.NAME.mirror=true} is {@code --mirror}. */
  private static boolean mirrors(GitCommand git) {
    return git.config().entrySet().stream()
        .anyMatch(
            entry ->
                entry.getKey().matches("remote\\..*\\.mirror")
                    && !entry.getValue().value().matches("false|no|off|0"));
  }

  /** {@code --no-force…} after {@code --force…} takes it back, as git's option parser does. */
  private static boolean forces(GitCommand git) {
    boolean forced = false;
    for (Invocation.Option option :
        git.invocation() == null ? List.<Invocation.Option>of() : git.invocation().options()) {
      forced =
          switch (option.spec().name()) {
            case "-f", "--force", "--force-with-lease", "--force-if-includes" -> true;
            case "--no-force", "--no-force-with-lease" -> false;
            default -> forced;
          };
    }
    return forced;
  }

  private static List<Argument> refs(GitCommand git) {
    List<Argument> operands = git.operands();
    boolean repository = git.has("--repo");
    int first = repository ? 0 : 1;
    return operands.size() <= first ? List.of() : operands.subList(first, operands.size());
  }

  /** An unquoted expansion that could turn into {@code --force}. */
  private static boolean unknownOption(GitCommand git) {
    return git.arguments().stream().anyMatch(word -> word.value().indexOf(Marks.HOLES) == 0);
  }

  private static void ref(
      Subject subject,
      Argument ref,
      boolean forced,
      boolean deletes,
      boolean vague,
      boolean afterTag) {
    String spec = ref.value();
    boolean plus = spec.startsWith("+");
    String refspec = plus ? spec.substring(1) : spec;
    int colon = refspec.lastIndexOf(':');
    String target = colon < 0 ? refspec : refspec.substring(colon + 1);
    boolean removes = deletes || (colon == 0 && refspec.length() > 1);
    boolean dangerous = forced || plus || removes;
    if (!dangerous && !vague) {
      return;
    }
    boolean isProtected = refspec.equals(":") || isProtected(target, subject.context());
    if (isProtected) {
      subject.report(dangerous ? "floor.git.force-protected" : "floor.git.force-unknown", ref);
    } else if (dangerous
        && (Marks.unknown(target) || target.equals("HEAD") || target.equals("@"))) {
      subject.report("floor.git.force-unknown", ref);
    } else if (removes || target.startsWith("refs/tags/") || afterTag) {
      subject.report("floor.git.delete-remote", ref);
    }
  }

  static boolean isProtected(String target, PolicyContext context) {
    String branch =
        target.startsWith("refs/heads/")
            ? target.substring(11)
            : target.startsWith("heads/") ? target.substring(6) : target;
    if (branch.isEmpty()) {
      return false;
    }
    for (String pattern : context.protectedBranches()) {
      boolean wild = Marks.plain(branch).indexOf('*') >= 0;
      if (GlobText.matches(pattern, branch)
          || (wild && GlobText.matches(Marks.plain(branch), pattern.replace('*', 'x')))) {
        return true;
      }
    }
    return false;
  }
}
