package dev.pinfold.policy;

import java.util.List;

/**
 * Pushes of version control other than git that overwrite or delete what others may have: Mercurial
 * and Sapling with force, Jujutsu's bookmarks (their manuals: {@code hg help push}, {@code sl help
 * push}, {@code jj git push --help}).
 */
final class OtherPushRules implements RuleSet {
  @Override
  public void judge(Subject subject) {
    List<Argument> words = subject.arguments();
    switch (subject.name()) {
      case "hg", "sl" -> forced(subject, words);
      case "jj" -> bookmarks(subject, words);
      default -> {}
    }
  }

  private static void forced(Subject subject, List<Argument> words) {
    int push = operand(words, "push", 0);
    if (push < 0) {
      return;
    }
    for (Argument word : words.subList(push + 1, words.size())) {
      if (word.value().matches("--force|-[Bbefnrtv]*f[a-z]*")) {
        subject.report("floor.git.force-unknown", word);
        return;
      }
    }
  }

  /** Jujutsu moves and deletes bookmarks on the remote as they are here: every push is forced. */
  private static void bookmarks(Subject subject, List<Argument> words) {
    int push = operand(words, "push", operand(words, "git", 0));
    if (push < 0 || words.stream().anyMatch(word -> word.value().equals("--dry-run"))) {
      return;
    }
    boolean named = false;
    for (int i = push + 1; i < words.size(); i++) {
      String word = words.get(i).value();
      if (word.matches("--all|--deleted|--tracked")) {
        subject.report("floor.git.force-unknown", words.get(i));
      } else if (word.matches("(-b|--bookmark|-c|--change|-r|--revisions|--named)(=.*)?")) {
        named = true;
        Argument value =
            i + 1 < words.size() && word.indexOf('=') < 0
                ? words.get(i + 1)
                : words.get(i).from(word.indexOf('=') + 1);
        bookmark(subject, word, value);
      }
    }
    if (!named) {
      subject.report("floor.git.force-unknown", words.get(push));
    }
  }

  private static void bookmark(Subject subject, String option, Argument value) {
    String name = value.value().replaceFirst("^(exact|glob|substring|regex):", "");
    boolean bookmark = option.matches("(-b|--bookmark).*");
    if (bookmark
        && (value.value().matches("(glob|substring|regex):.*")
            || value.isUnknown()
            || GitForceRules.isProtected(name, subject.context()))) {
      subject.report("floor.git.force-unknown", value);
    }
  }

  /** The index of a sub-command from {@code from} on; negative when another one stands first. */
  private static int operand(List<Argument> words, String name, int from) {
    for (int i = Math.max(0, from); from >= 0 && i < words.size(); i++) {
      if (words.get(i).value().equals(name)) {
        return i;
      }
      boolean valued = i > 0 && words.get(i - 1).value().matches("-R|--repository|--config|--cwd");
      if (!words.get(i).value().startsWith("-") && !valued && i > from) {
        return -1;
      }
    }
    return -1;
  }
}
