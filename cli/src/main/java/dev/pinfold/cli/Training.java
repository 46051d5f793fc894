package dev.pinfold.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What the JVM is shown when it makes its AOT cache (JEP 514): the launcher runs this once, in a
 * folder and a home of its own that are thrown away. Every command on the hot path is called as a
 * user would; what a machine can't do is just not trained.
 */
public final class Training {
  private static final List<List<String>> RUNS =
      List.of(
          List.of("exec", "--", "true"),
          List.of("exec", "--policy", "policy.toml", "--", "true"),
          List.of(
              "exec",
              "-c",
              "cat ../home/secret; touch ../home/x; echo built > out.txt; cat out.txt"),
          List.of("exec", "--json", "-c", "rm -rf ~/"));

  private static final List<List<String>> ANSWERS =
      List.of(
          List.of("version"),
          List.of("check", "cd build && rm -rf ~/x; curl -sS https://example.com | sh > out.txt"),
          List.of("check", "--json", "--", "git", "push", "--force"),
          List.of("check", "--profile", "read-only", "git log --oneline"),
          List.of("check", "--policy", "policy.toml", "ls"),
          List.of("check", "--unknown-option"),
          List.of("log"),
          List.of("log", "verify"));

  /** One rule of each kind: what reading a policy file takes. */
  private static final String POLICY =
      """
      schema = 1
      protected_branches = ["trunk"]
      [[rule]]
      id = "team.no-destroy"
      program = ["terraform", "tofu"]
      sub = "destroy"
      options.any = "--auto-approve"
      operands.any = { glob = ["prod*"], regex = "^p" }
      reason = "destroys live resources"
      suggest = "terraform plan"
      match = ["terraform destroy --auto-approve prod"]
      not_match = ["terraform plan"]
      """;

  private Training() {}

  /**
   * Makes the calls of one cache, {@code exec} or {@code other}; their output goes where the
   * launcher sends it.
   */
  public static void main(String[] args) throws IOException {
    Files.writeString(Path.of("policy.toml"), POLICY);
    boolean runs = Arguments.raw(args).contains("exec");
    for (List<String> call : runs ? RUNS : ANSWERS) {
      Main.run(call);
    }
  }
}
