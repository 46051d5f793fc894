package dev.pinfold.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PolicyFileTest {
  private static final String TERRAFORM =
      """
      schema = 1
      protected_branches = ["trunk"]

      [[rule]]
      id = "team.no-destroy"
      decision = "deny"
      program = ["terraform", "tofu"]
      sub = ["destroy"]
      options.any = ["--auto-approve"]
      reason = "destroys live resources"
      suggest = "terraform plan"
      match = ["terraform destroy --auto-approve", "sh -c 'cd x && tofu destroy --auto=true'"]
      not_match = ["terraform destroy", "echo terraform destroy --auto-approve"]

      [read-only]
      programs = ["cloc"]
      """;

  @Test
  void addsRulesBranchesAndPrograms() throws PolicyFileException {
    PolicyFile file = PolicyFile.parse(TERRAFORM, "p.toml", PolicyLayer.USER);
    Policy policy = Policy.builtIn(Profile.PERMISSIVE).with(file);

    Match match =
        policy
            .evaluate("sudo terraform destroy --auto-approve", Corpus.CONTEXT)
            .strictest()
            .orElseThrow();
    assertThat(match.rule()).isEqualTo("team.no-destroy");
    assertThat(match.reason()).isEqualTo("destroys live resources");
    assertThat(policy.evaluate("git push -f origin trunk", Corpus.CONTEXT).decision())
        .isEqualTo(Decision.DENY);
    assertThat(policy.evaluate("git push -f origin main", Corpus.CONTEXT).decision())
        .isEqualTo(Decision.DENY);
    assertThat(
            Policy.builtIn(Profile.READ_ONLY)
                .with(file)
                .evaluate("cloc src", Corpus.CONTEXT)
                .decision())
        .isEqualTo(Decision.ALLOW);
  }

  @Test
  void operandsCanBeChosenByPatternAndByPlace() throws PolicyFileException {
    String text =
        """
        schema = 1
        [[rule]]
        id = "team.no-prod"
        program = "kubectl"
        operands.any = { glob = ["prod*"] }
        reason = "production"
        match = ["kubectl get prod-1"]
        not_match = ["kubectl get dev-1"]
        [[rule]]
        id = "team.stay-inside"
        decision = "ask"
        program = "mytool"
        operands.any = { path = "outside-workspace" }
        reason = "outside"
        match = ["mytool ../x"]
        not_match = ["mytool ./x"]
        """;
    assertThat(PolicyFile.parse(text, "p.toml", PolicyLayer.REPOSITORY).rules()).hasSize(2);
  }

  static Stream<Arguments> errors() {
    String rule = "schema = 1\n[[rule]]\nid = \"team.x\"\nprogram = \"x\"\nreason = \"r\"\n";
    return Stream.of(
        Arguments.of("schema = ", 1, ""),
        Arguments.of("", 1, "schema = 1"),
        Arguments.of("schema = 2", 1, "schema = 1"),
        Arguments.of("schema = 1\nprotect = []", 2, "unknown key 'protect'"),
        Arguments.of(rule + "programm = \"y\"\n", 6, "unknown key 'programm'"),
        Arguments.of(rule + "decision = \"allow\"\n", 6, "none can allow"),
        Arguments.of(rule + "match = [1]\n", 6, "list of texts"),
        Arguments.of(rule + "match = [\"y\"]\n", 1, "does not match its example: y"),
        Arguments.of(rule + "not_match = [\"x a\"]\n", 1, "matches what it says it does not"),
        Arguments.of(rule + "suggest = \"rm -rf /\"\n", 1, "not allowed itself"),
        Arguments.of(rule + rule.substring(11), 7, "two rules have the id"),
        Arguments.of(rule.replace("team.x", "floor.x"), 3, "no id for an own rule"),
        Arguments.of(rule.replace("program = \"x\"\n", ""), 2, "names no program"),
        Arguments.of(rule.replace("reason = \"r\"\n", ""), 2, "gives no reason"),
        Arguments.of("schema = 1\n[read-only]\nprograms = [\"env\"]\n", 3, "'env'"),
        Arguments.of("#".repeat(PolicyFile.MAX_LENGTH + 1), 1, "longer than 1 MiB"));
  }

  @ParameterizedTest
  @MethodSource("errors")
  void whatIsWrongIsAnErrorWithItsLine(String text, int line, String problem) {
    assertThatExceptionOfType(PolicyFileException.class)
        .isThrownBy(() -> PolicyFile.parse(text, "p.toml", PolicyLayer.USER))
        .withMessageStartingWith("p.toml:" + line + ": ")
        .withMessageContaining(problem);
  }

  @Test
  void aRepositoryCanOnlyTighten() {
    assertThatExceptionOfType(PolicyFileException.class)
        .isThrownBy(() -> PolicyFile.parse(TERRAFORM, ".pinfold.toml", PolicyLayer.REPOSITORY))
        .withMessageContaining("may only tighten");
  }
}
