package dev.pinfold.policy;

import java.util.List;

/**
 * A policy file that can't be used. It never means "no policy": whoever loads the file must stop.
 */
public final class PolicyFileException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient List<PolicyProblem> problems;

  PolicyFileException(List<PolicyProblem> problems) {
    super(problems.getFirst().message());
    this.problems = List.copyOf(problems);
  }

  /** Everything that was found, errors and warnings, in the order of the lines; at least one. */
  public List<PolicyProblem> problems() {
    return problems;
  }
}
