package dev.pinfold.policy;

import dev.pinfold.policy.PolicyProblem.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects what is wrong with one policy file, so that its author sees all of it at once. */
final class Problems {
  /** Who has made more mistakes than this has made one of them often. */
  private static final int MAX = 100;

  private final String file;
  private final List<PolicyProblem> found = new ArrayList<>();

  Problems(String file) {
    this.file = file;
  }

  /** Which file it is about. */
  String file() {
    return file;
  }

  void error(int line, String what, String next) {
    add(Severity.ERROR, line, what, next);
  }

  void warning(int line, String what, String next) {
    add(Severity.WARNING, line, what, next);
  }

  private void add(Severity severity, int line, String what, String next) {
    if (found.size() < MAX || (severity == Severity.ERROR && !hasErrors())) {
      found.add(new PolicyProblem(severity, file, line, what, next));
    }
  }

  boolean hasErrors() {
    return found.stream().anyMatch(PolicyProblem::isError);
  }

  List<PolicyProblem> all() {
    return List.copyOf(found);
  }

  /** Ends the reading of the file if it can't be used. */
  void stopIfAny() throws PolicyFileException {
    if (hasErrors()) {
      throw new PolicyFileException(
          found.stream().sorted(Comparator.comparingInt(PolicyProblem::line)).toList());
    }
  }
}
