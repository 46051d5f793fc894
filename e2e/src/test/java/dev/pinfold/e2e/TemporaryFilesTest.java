package dev.pinfold.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A run has a place for temporary files that is its own, is there, and goes with it. */
class TemporaryFilesTest {
  private static final String IDENTITIES = "dev.pinfold.e2e.Identity#all";

  @Tag("R205")
  @Tag("R206")
  @Tag("R208")
  @Tag("S014")
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void theFolderThatTmpdirNamesIsThereAndPrivate(Identity identity) throws IOException {
    try (Stage stage = new Stage(identity)) {
      String text =
          "mkdir -p \"$TMPDIR\" && f=$(mktemp) && echo x > \"$f\" && dirname \"$f\" && echo"
              + " \"$TMPDIR\" && stat -c %a \"$TMPDIR\"";
      Script run = new Pen(stage).execText(text);
      assertThat(run.exit()).as("%s", run).isEqualTo(0);
      List<String> lines = run.out().lines().toList();
      assertThat(lines.get(0)).isEqualTo(lines.get(1)).startsWith("/").doesNotContain("$");
      assertThat(lines.get(2)).isEqualTo("700");
      assertThat(Files.exists(Path.of(lines.get(1)))).as("after the run").isFalse();
    }
  }

  @Tag("R208")
  @Tag("S013")
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void theCallersTmpdirIsNotTakenOnTrust(Identity identity) throws IOException {
    try (Stage stage = new Stage(identity)) {
      Path link = stage.base().resolve("tmp-link");
      Files.createSymbolicLink(link, stage.home());
      for (String value :
          List.of(link.toString(), "relative", "", "/no/such/folder", "$HOME/tmp")) {
        Map<String, String> environment = stage.environment();
        environment.put("TMPDIR", value);
        Pen pen = new Pen(stage);
        Set<String> home = Snapshot.of(stage.home()).entries().keySet();
        Script run =
            pen.run(
                environment,
                pen.execWords(
                    List.of(), List.of("sh", "-c", "echo x > \"$(mktemp)\" && echo works")));
        assertThat(run.out()).as("TMPDIR=%s %s", value, run).isEqualTo("works\n");
        assertThat(Snapshot.of(stage.home()).entries().keySet()).isEqualTo(home);
      }
    }
  }

  /**
   * A path to a socket has at most 107 bytes (unix(7)): the run's folder must leave room for a
   * name.
   */
  @Tag("S012")
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void aLongTmpdirOfTheCallerDoesNotMakeTheRunsOwnTooLong(Identity identity) throws IOException {
    try (Stage stage = new Stage(identity)) {
      Path deep = stage.base().resolve("d".repeat(90));
      Files.createDirectory(deep);
      stage.hand();
      Map<String, String> environment = stage.environment();
      environment.put("TMPDIR", deep.toString());
      Pen pen = new Pen(stage);
      Script run =
          pen.run(
              environment, pen.execWords(List.of(), List.of("sh", "-c", "printf %s \"$TMPDIR\"")));
      assertThat(run.exit()).as("%s", run).isEqualTo(0);
      assertThat(run.out().length()).isLessThan(80);
    }
  }

  @Tag("R209")
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void foldersOfOtherUsersAreNotInTheWay(Identity identity) throws IOException {
    try (Stage stage = new Stage(identity)) {
      // What a run by root through sudo leaves behind for the user, as far as the suite's user can
      // make it.
      List<Path> left = List.of(Path.of("/tmp/pinfold"), Path.of("/tmp/pinfold-" + identity.uid()));
      for (Path folder : left) {
        if (!Files.exists(folder)) {
          Files.createDirectory(
              folder,
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("---------")));
        }
      }
      try {
        assertThat(new Pen(stage).execText("echo works").out()).isEqualTo("works\n");
      } finally {
        for (Path folder : left) {
          Files.deleteIfExists(folder);
        }
      }
    }
  }

  /** Files of other programs in /tmp, as sockets and credential caches are. */
  @Tag("S014")
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void theTmpOfOtherProgramsIsClosed(Identity identity) throws IOException {
    Path file = Path.of("/tmp/pinfold-e2e-" + UUID.randomUUID());
    Files.writeString(file, Stage.SECRET);
    try (Stage stage = new Stage(identity)) {
      if (!identity.isRoot()) {
        Script.run(List.of("chown", Long.toString(identity.uid()), file.toString()));
      }
      String text =
          "cat %1$s; echo x >> %1$s; rm -f %1$s; ls /tmp; echo x > %1$s-new".formatted(file);
      Script run = new Pen(stage).execFile(text);
      assertThat(run.out())
          .as("%s", run)
          .doesNotContain(Stage.SECRET, file.getFileName().toString());
      assertThat(run.err()).containsPattern("cat: " + file + ": (Permission denied|No such file)");
      assertThat(Files.readString(file)).isEqualTo(Stage.SECRET);
      assertThat(Path.of(file + "-new")).doesNotExist();
    } finally {
      Files.deleteIfExists(file);
      Files.deleteIfExists(Path.of(file + "-new"));
    }
  }

  /** sem_open(3) and shm_open(3) insist on /dev/shm; Python's process pools use the first. */
  @Tag("R202")
  @Tag("D030")
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void sharedMemoryOfOtherProgramsIsClosed(Identity identity) throws IOException {
    Path file = Path.of("/dev/shm/pinfold-e2e-" + UUID.randomUUID());
    Files.writeString(file, Stage.SECRET);
    try (Stage stage = new Stage(identity)) {
      if (!identity.isRoot()) {
        Script.run(List.of("chown", Long.toString(identity.uid()), file.toString()));
      }
      Script run = new Pen(stage).execFile("cat %1$s; echo x >> %1$s; rm -f %1$s".formatted(file));
      assertThat(run.out()).as("%s", run).doesNotContain(Stage.SECRET);
      assertThat(run.err()).containsPattern("cat: " + file + ": (Permission denied|No such file)");
      assertThat(Files.readString(file)).isEqualTo(Stage.SECRET);
    } finally {
      Files.deleteIfExists(file);
    }
  }

  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void aJavaProgramThatInsistsOnTmpWorks(Identity identity) throws IOException {
    try (Stage stage = new Stage(identity)) {
      stage.write(
          stage.workspace().resolve("Temp.java"),
          "void main() throws Exception { var f = java.nio.file.Files.createTempFile(\"a\", \"b\");"
              + " java.nio.file.Files.writeString(f, \"works\");"
              + " IO.println(java.nio.file.Files.readString(f)); }");
      stage.hand();
      Script run = new Pen(stage).exec(List.of(), List.of(Attacker.java().toString(), "Temp.java"));
      assertThat(run.out()).as("%s", run).isEqualTo("works\n");
    }
  }

  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void nothingIsLeftInSharedFolders(Identity identity) throws IOException {
    try (Stage stage = new Stage(identity)) {
      List<String> before = owned(identity);
      new Pen(stage).execText("mktemp; mktemp -d; echo x > ~/x");
      // What killed runs left may have been cleared away.
      assertThat(before).containsAll(owned(identity));
    }
  }

  /**
   * What the identity owns in shared folders and Pinfold may have made; other programs of root come
   * and go.
   */
  private static List<String> owned(Identity identity) throws IOException {
    Script found =
        Script.run(
            List.of(
                "find",
                "/tmp",
                "/dev/shm",
                "/run",
                "-maxdepth",
                "1",
                "-uid",
                Long.toString(identity.uid()),
                "-iname",
                "*pinfold*",
                "!",
                "-name",
                "pinfold-e2e-*"));
    try (Stream<String> lines = found.out().lines()) {
      return lines.toList();
    }
  }
}
