package dev.pinfold.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a PATH opens: programs, and never what lies beside them. */
class ToolchainsTest {
  @TempDir Path dir;
  private String home = "";

  @BeforeEach
  void home() throws IOException {
    home = Files.createDirectories(dir.toRealPath().resolve("home")).toString();
  }

  private List<String> opened(String variable, String value) {
    return Toolchains.find(home, home + "/project", Map.of(variable, value)).grants().stream()
        .map(Grant::path)
        .toList();
  }

  private String folder(String name) throws IOException {
    return Files.createDirectories(Path.of(home, name)).toString();
  }

  @Test
  void whatARunMayHavePlantedLeadsNowhere() throws IOException {
    folder("documents");
    folder("project");
    Files.createSymbolicLink(Path.of(home, "project/bin"), Path.of(home, "documents"));
    Files.createSymbolicLink(Path.of(home, "bin"), Path.of(home, "documents"));
    assertThat(opened("PATH", home + "/project/bin")).isEmpty();
    assertThat(opened("PATH", home + "/bin")).isEmpty();
    assertThat(opened("JAVA_HOME", home + "/project/bin")).isEmpty();
  }

  @Test
  void anInstallationIsOpenedWithWhatItsProgramsNeed() throws IOException {
    folder("tools/maven/lib");
    assertThat(opened("PATH", folder("tools/maven/bin"))).containsExactly(home + "/tools/maven");
    assertThat(opened("PATH", folder("bob/bin")))
        .as("no libraries beside it")
        .containsExactly(home + "/bob/bin");
    assertThat(opened("PATH", folder(".cargo/bin"))).containsExactly(home + "/.cargo/bin");
    assertThat(opened("JAVA_HOME", folder("jdk"))).containsExactly(home + "/jdk");
    assertThat(opened("JAVA_HOME", folder(".sdkman/candidates/java/25")))
        .containsExactly(home + "/.sdkman/candidates/java/25");
  }

  @Test
  void noEntryOpensTheHomeOrWhatHoldsIt() throws IOException {
    String above = Files.createDirectories(dir.toRealPath().resolve("bin")).toString();
    for (String entry : List.of(home, dir.toRealPath().toString(), "/", home + "/nowhere", "")) {
      assertThat(opened("PATH", entry)).as(entry).doesNotContain(home, dir.toString(), "/");
      assertThat(opened("JAVA_HOME", entry)).as(entry).isEmpty();
    }
    assertThat(opened("PATH", above)).containsExactly(above);
    assertThat(opened("PATH", folder("bin"))).containsExactly(home + "/bin");
    assertThat(opened("PATH", "/usr/bin")).doesNotContain("/usr");
  }

  @Test
  void aHiddenFolderOpensItsProgramsAndNothingBesideThem() throws IOException {
    assertThat(opened("PATH", folder(".agent/bin"))).containsExactly(home + "/.agent/bin");
    assertThat(opened("PATH", folder("work/.agent/bin")))
        .containsExactly(home + "/work/.agent/bin");
    assertThat(opened("PATH", folder(".ssh"))).isEmpty();
    assertThat(opened("JAVA_HOME", folder(".config"))).isEmpty();
  }

  @Test
  void judgedIsWhereANameLeads() throws IOException {
    folder(".ssh");
    Files.createSymbolicLink(Path.of(home, "tools"), Path.of(home));
    Files.createSymbolicLink(Path.of(folder("kit"), "bin"), Path.of(home, ".ssh"));
    assertThat(opened("PATH", home + "/kit/bin")).isEmpty();
    assertThat(opened("PATH", home + "/tools")).isEmpty();
    assertThat(opened("JAVA_HOME", home + "/tools")).isEmpty();
  }
}
