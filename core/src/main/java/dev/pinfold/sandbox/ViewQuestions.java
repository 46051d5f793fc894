package dev.pinfold.sandbox;

import dev.pinfold.linux.Capabilities;
import dev.pinfold.linux.Errno;
import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.Landlock;
import dev.pinfold.linux.Paths;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

/**
 * What a pen with a view would answer, without opening one: from the rules that a pen would give to
 * the kernel, made by the same code.
 */
public final class ViewQuestions {
  private static final int R_OK = 4;
  private static final int W_OK = 2;
  private static final int X_OK = 1;

  private ViewQuestions() {}

  /**
   * Asks about a path.
   *
   * @param path canonical; it may not exist, then the folders above it decide
   * @return reading, writing, executing
   * @throws ErrnoException when the rules can't be made, as for a pen
   */
  public static List<PathAnswer> ask(View view, boolean full, String path) throws ErrnoException {
    Tier tier = full ? Tier.FULL : Tier.LANDLOCK;
    try (Rulesets rulesets = Rulesets.build(view, KernelFeatures.probe(), tier)) {
      FileRules rules = rulesets.rules();
      if (full) {
        rulesets.ownTree().forEach(rules::add);
      }
      return asRun(() -> answers(rules, full, path));
    }
  }

  /** A thread of its own, without the capabilities that no run has. */
  private static List<PathAnswer> asRun(Callable<List<PathAnswer>> question) {
    var task =
        new FutureTask<>(
            () -> {
              Errno.check("capset", Capabilities.dropAll());
              return question.call();
            });
    Threads.join(Thread.ofPlatform().start(task), Duration.ofSeconds(-1));
    if (task.state() == Future.State.SUCCESS) {
      return task.resultNow();
    }
    throw new IllegalStateException("could not ask without capabilities", task.exceptionNow());
  }

  private static List<PathAnswer> answers(FileRules rules, boolean full, String path) {
    boolean exists = Paths.access(path, 0) == 0;
    boolean folder = exists && Paths.access(path + "/.", 0) == 0;
    String parent = path.substring(0, Math.max(1, path.lastIndexOf('/')));
    List<PathAnswer> all = new ArrayList<>();
    all.add(
        answer(
            rules,
            full,
            PathAnswer.Kind.READ,
            path,
            folder ? Landlock.READ_DIR : Landlock.READ_FILE,
            !exists || Paths.access(path, R_OK) == 0));
    // What is not there is made: its folder decides.
    String written = exists ? path : parent;
    long write = !exists ? Landlock.MAKE_REG : folder ? Landlock.MAKE_REG : Landlock.WRITE_FILE;
    all.add(
        answer(
            rules, full, PathAnswer.Kind.WRITE, written, write, Paths.access(written, W_OK) == 0));
    all.add(
        answer(
            rules,
            full,
            PathAnswer.Kind.EXECUTE,
            path,
            Landlock.EXECUTE,
            !exists || Paths.access(path, X_OK) == 0));
    return all;
  }

  private static PathAnswer answer(
      FileRules rules,
      boolean full,
      PathAnswer.Kind kind,
      String path,
      long rights,
      boolean permitted) {
    long given = full ? rules.rightsInside(path) : rules.rights(path);
    Optional<FileRules.Rule> deciding = rules.deciding(path, rights);
    String by = deciding.map(rule -> rule.grant().map(Grant::path).orElse(rule.path())).orElse("");
    if ((rights & ~given) != 0) {
      return new PathAnswer(kind, PathAnswer.Verdict.REFUSED, "");
    }
    return new PathAnswer(
        kind, permitted ? PathAnswer.Verdict.ALLOWED : PathAnswer.Verdict.NOT_PERMITTED, by);
  }
}
