package dev.pinfold.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * {@code pinfold prove} on this machine, and on poorer ones: a kernel that lacks something is made
 * by a filter around the whole of {@code pinfold}, under which the call fails.
 */
class ProveTest {
  private static final String IDENTITIES = "dev.pinfold.e2e.Identity#all";

  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void everyGuaranteeHoldsOrIsNotTestableHere(Identity identity) throws Exception {
    try (Stage stage = new Stage(identity)) {
      List<Path> before = scenes();
      Script proof = new Pen(stage).run(stage.environment(), List.of("prove", "--json"));
      assertThat(proof.exit()).as("%s", proof).isZero();
      assertThat(proof.out())
          .hasLineCount(1)
          .startsWith("{\"holds\":true,")
          .contains("\"tier\":\"landlock\",\"works\":true")
          .contains("\"tier\":\"full\",\"works\":true")
          .contains("\"selfProof\":[{\"guarantee\":")
          .doesNotContain("\"does-not-hold\"");
      for (String id : List.of("fs.read.outside", "proc.signal", "net.tcp", "fs.protected")) {
        assertThat(proof.out().split("\"guarantee\":\"" + id + "\",\"sentence\"", -1))
            .as("%s in both tiers", id)
            .hasSize(3);
      }
      assertThat(scenes()).isEqualTo(before);
    }
  }

  @Test
  void namesThatAreNoneAreRefusedWithTheNearest() {
    Identity identity = Identity.all().findFirst().orElseThrow();
    try (Stage stage = new Stage(identity)) {
      Pen pen = new Pen(stage);
      Script guarantee = pen.run(stage.environment(), List.of("prove", "fs.read.outsied"));
      assertThat(guarantee.exit()).isEqualTo(2);
      assertThat(guarantee.err())
          .contains("unknown guarantee 'fs.read.outsied'", "Did you mean fs.read.outside?");
      Script tier = pen.run(stage.environment(), List.of("prove", "--tier", "fool"));
      assertThat(tier.exit()).isEqualTo(2);
      assertThat(tier.err()).contains("tier");
    }
  }

  /** Numbers of errors: EPERM 1, EINVAL 22, ENOSYS 38, EOPNOTSUPP 95. */
  @ParameterizedTest
  @CsvSource({
    "landlock_create_ruleset, 38",
    "landlock_create_ruleset, 95",
    "seccomp, 22",
    "seccomp/1/8, 22"
  })
  void withoutAPenNothingIsProvenAndNothingRuns(String call, int errno) {
    for (Identity identity : Identity.all().toList()) {
      try (Stage stage = new Stage(identity)) {
        Script proof = deprived(stage, call, errno, List.of("prove", "fs.read.outside"));
        assertThat(proof.exit()).as("%s %s", identity, proof).isEqualTo(125);
        assertThat(proof.out())
            .contains("tier landlock: not here: ", "tier full: not here: ")
            .doesNotContain(" holds  ");
        Script doctor = deprived(stage, call, errno, List.of("doctor"));
        assertThat(doctor.exit()).as("%s %s", identity, doctor).isEqualTo(1);
        assertThat(doctor.out()).contains("does not work here");
      }
    }
  }

  private static Script deprived(Stage stage, String call, int errno, List<String> words) {
    return run(stage, Attacker.deprived(stage, call, errno, words));
  }

  private static Script run(Stage stage, List<String> command) {
    return Script.run(command, stage.workspace(), stage.environment());
  }

  private static List<Path> scenes() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("/var/tmp"))) {
      return files
          .filter(file -> String.valueOf(file.getFileName()).startsWith("pinfold-prove-"))
          .sorted()
          .toList();
    }
  }
}
