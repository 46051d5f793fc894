package dev.pinfold.protect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pinfold.linux.Directory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Indexes that git itself has written. */
class TrackedFilesTest {
  private static final Set<String> WANTED =
      Set.of(".envrc", ".env", ".vscode", ".mvn/jvm.config", ".npmrc", "mise.toml", ".ümläut", "z");

  @TempDir Path dir;

  private void git(String text) throws Exception {
    ProcessBuilder git = new ProcessBuilder("/bin/sh", "-ec", text);
    git.directory(dir.toFile()).redirectErrorStream(true);
    git.environment().keySet().removeIf(name -> name.startsWith("GIT_"));
    git.environment().put("HOME", dir.toString());
    Process process = git.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
  }

  private Set<String> tracked(Set<String> wanted) throws Exception {
    try (Directory git = Directory.open(dir.toRealPath().resolve(".git").toString())) {
      return TrackedFiles.of(git, wanted);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "git init -q . && git add -A",
        "git init -q . && git add -A && git update-index --index-version 4",
        "git init -q --object-format=sha256 . && git add -A",
        "git init -q --object-format=sha256 . && git add -A && git update-index --index-version 4",
        // Version 3: an entry with more flags.
        "git init -q . && git add -A && touch .aa && git add -N .aa",
      })
  void areFoundInEveryVersion(String commands) throws Exception {
    git(
        "mkdir -p .vscode/deep .mvn src; touch .envrc .vscode/deep/tasks.json .mvn/jvm.config.old"
            + " .mvn/jvm .ümläut z; n=0; while [ $n -lt 300 ]; do touch src/f$n .a$n; n=$((n+1));"
            + " done");
    git(commands);
    assertThat(tracked(WANTED)).containsExactlyInAnyOrder(".envrc", ".vscode", ".ümläut", "z");
    assertThat(tracked(Set.of(".mvn/jvm.config"))).isEmpty();
    assertThat(tracked(Set.of(".mvn"))).containsExactly(".mvn");
  }

  @Test
  void withoutAnIndexNothingIsTracked() throws Exception {
    git("git init -q .");
    assertThat(tracked(WANTED)).isEmpty();
  }

  @Test
  void aSplitIndexCountsAsHoldingEverything() throws Exception {
    git("git init -q . && touch a && git add a && git update-index --split-index");
    assertThat(tracked(WANTED)).isEqualTo(WANTED);
  }

  /** Whatever it holds: an answer, and never one that is less than it was for what is intact. */
  @Test
  void aDamagedIndexCountsAsHoldingEverythingOrIsRead() throws Exception {
    git("touch .envrc b && git init -q . && git add -A");
    Path index = dir.resolve(".git/index");
    byte[] good = Files.readAllBytes(index);
    for (byte[] bad :
        List.of(new byte[0], "DIRC".getBytes(StandardCharsets.UTF_8), new byte[5000])) {
      Files.write(index, bad);
      assertThat(tracked(WANTED)).isEqualTo(WANTED);
    }
    Random random = new Random(4);
    for (int i = 0; i < 2000; i++) {
      byte[] bad = good.clone();
      bad[random.nextInt(bad.length)] = (byte) random.nextInt();
      Files.write(index, bad);
      assertThat(WANTED).containsAll(tracked(WANTED));
      Files.write(index, java.util.Arrays.copyOf(good, random.nextInt(good.length)));
      assertThat(WANTED).containsAll(tracked(WANTED));
    }
  }
}
