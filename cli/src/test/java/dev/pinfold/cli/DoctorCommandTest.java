package dev.pinfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorCommandTest {
  @TempDir Path home;

  @Test
  void opensAPenAndShowsThatItHolds() throws Exception {
    Finished doctor = new Pinfold(home).run("doctor");
    assertThat(doctor.err()).isEmpty();
    assertThat(doctor.status()).isZero();
    assertThat(doctor.out())
        .startsWith("tier full: works here (Landlock ABI ")
        .containsPattern("active +files ")
        .containsPattern("active +hidden-paths ")
        .containsPattern("refused +fs.read.outside ")
        .containsPattern("refused +fs.hidden.outside ")
        .doesNotContain("WORKED");
  }

  @Test
  void printsTheSameForPrograms() throws Exception {
    Finished doctor = new Pinfold(home).run("doctor", "--json");
    assertThat(doctor.status()).isZero();
    assertThat(doctor.out())
        .hasLineCount(1)
        .startsWith("{\"tier\":\"full\",\"works\":true,\"landlockAbi\":")
        .contains("{\"protection\":\"files\",\"status\":\"active\",\"required\":true}")
        .contains(
            "\"guarantee\":\"fs.write.outside\",\"attempt\":\"write a file"
                + " outside\",\"answer\":\"EACCES\",\"holds\":true");
  }
}
