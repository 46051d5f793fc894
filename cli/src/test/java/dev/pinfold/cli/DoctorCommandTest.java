package dev.pinfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
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

  @Test
  void printsTheViewOfARunForMacosAndSaysThatNobodyHasRunIt() throws Exception {
    Path project = Files.createDirectories(home.resolve("pro\"ject"));
    Finished profile =
        new Pinfold(home)
            .in(project)
            .run(
                "doctor", "--print-profile", "macos", "--read", "/srv/data", "--profile=read-only");
    // On a Mac /tmp is a link.
    String there = home.startsWith("/tmp") ? "/private" + home : home.toString();
    assertThat(profile.err()).isEmpty();
    assertThat(profile.status()).isZero();
    assertThat(profile.out())
        .contains("NEVER EXECUTED BY PINFOLD")
        .contains("(deny default)\n")
        .contains(
            "(allow file-read* file-test-existence (subpath \"" + there + "/pro\\\"ject\"))\n")
        .contains("(allow file-read* file-test-existence (subpath \"/srv/data\"))\n")
        .contains("(deny file-read* file-write* process-exec (subpath \"" + there + "/.ssh\"))\n");
  }

  @Test
  void refusesWhatARunWouldBeRefused() throws Exception {
    Files.createDirectories(home.resolve(".ssh"));
    Finished refused =
        new Pinfold(home)
            .in(Files.createDirectories(home.resolve("project")))
            .run("doctor", "--print-profile=macos", "--read", home + "/.ssh");
    assertThat(refused.status()).isEqualTo(125);
    assertThat(refused.out()).isEmpty();
    assertThat(refused.err()).contains("holds credentials").contains("hint: ");
    assertThat(new Pinfold(home).run("doctor", "--print-profile=windows").status()).isEqualTo(2);
  }
}
