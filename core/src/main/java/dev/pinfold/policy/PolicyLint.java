package dev.pinfold.policy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Looks a policy file over, with what it includes. */
public final class PolicyLint {
  private PolicyLint() {}

  /**
   * All that can be said about a file: as the layer that its path stands for ({@value
   * PolicyPlaces#ORGANISATION}, {@code FOLDER/.pinfold/policy.toml}), otherwise as the user's own.
   */
  public static List<PolicyProblem> problems(String path, Circumstances now) {
    List<PolicyProblem> all = new ArrayList<>();
    try {
      PolicyFiles files = PolicyFiles.load(places(path));
      all.addAll(files.warnings(now));
      files.files().forEach(file -> all.addAll(unproved(file)));
    } catch (PolicyFileException e) {
      all.addAll(e.problems());
    }
    all.sort(Comparator.comparing(PolicyProblem::file).thenComparingInt(PolicyProblem::line));
    return all;
  }

  private static PolicyPlaces places(String path) {
    if (path.equals(PolicyPlaces.ORGANISATION)) {
      return new PolicyPlaces(path, "", List.of(), "");
    }
    if (!path.endsWith("/" + PolicyPlaces.REPOSITORY)) {
      return PolicyPlaces.only(List.of(path));
    }
    String folder = path.substring(0, path.length() - PolicyPlaces.REPOSITORY.length() - 1);
    return new PolicyPlaces("", "", List.of(), folder.isEmpty() ? "/" : folder);
  }

  private static List<PolicyProblem> unproved(PolicyFile file) {
    Problems problems = new Problems(file.name());
    for (CustomRule rule : file.content().rules()) {
      if (rule.rule().blocks().isEmpty() || rule.rule().permits().isEmpty()) {
        problems.warning(
            rule.line(),
            "rule '"
                + rule.rule().id()
                + "' has no example of what it "
                + (rule.rule().blocks().isEmpty() ? "matches" : "leaves alone"),
            "Give one: "
                + (rule.rule().blocks().isEmpty() ? "match" : "not_match")
                + " = [\"…\"].");
      }
    }
    return problems.all();
  }
}
