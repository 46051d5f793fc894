package dev.pinfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pinfold.sandbox.KernelFeatures;
import dev.pinfold.sandbox.Protections;
import dev.pinfold.sandbox.SelfProof;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiagnosisTest {
  private static Diagnosis of(long landlockAbi, String obstacle, SelfProof.Attempt... attempts) {
    var kernel = new KernelFeatures(landlockAbi);
    return new Diagnosis(
        kernel,
        "landlock",
        "bubblewrap not found",
        Protections.of(kernel, true, dev.pinfold.sandbox.Tier.LANDLOCK),
        new SelfProof(List.of(attempts)),
        obstacle);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-38|no Landlock (ENOSYS)|built without Landlock",
        "-95|no Landlock (EOPNOTSUPP)|Add landlock to the lsm= parameter",
        "4|Landlock ABI 4|Use Linux 6.12 or later.",
        "7|Landlock ABI 7|Another sandbox around this one",
      })
  void namesWhatIsThereAndTheFix(long abi, String found, String fix) {
    Diagnosis broken = of(abi, "no pen could be opened");
    assertThat(broken.works()).isFalse();
    assertThat(broken.text()).endsWith("\ntier full: does not work here: bubblewrap not found\n");
    assertThat(broken.text())
        .startsWith("tier landlock: does not work here (" + found)
        .contains("\nno pen could be opened\nhint: ")
        .contains(fix);
    assertThat(new String(broken.json(), StandardCharsets.UTF_8)).contains("\"works\":false", fix);
  }

  @Test
  void whatIsRequiredAndMissingIsLouderThanWhatIsNot() {
    assertThat(of(4, "no pen").text())
        .containsPattern(
            "MISSING +signal-scope .*\n +needs Landlock ABI 6: Linux 6.12; found Landlock ABI 4\n")
        .containsPattern("active +tcp ")
        .containsPattern("missing +memory-limit ");
  }

  @Test
  void anAttemptThatWorkedIsLoud() {
    assertThat(of(7, "", new SelfProof.Attempt("net.udp", "open a UDP socket", 13, 5)).text())
        .containsPattern("WORKED +net.udp ");
  }
}
