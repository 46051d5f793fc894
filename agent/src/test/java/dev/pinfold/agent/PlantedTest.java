package dev.pinfold.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pinfold.journal.RunId;
import dev.pinfold.process.Live;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A clone in which the run has left something for the git that takes the work over. */
class PlantedTest {
  @TempDir Path folder;
  private Repositories at;
  private PrivateClone clone;
  private Clones clones;
  private Path mark;

  @BeforeEach
  void makeClone() throws Exception {
    at = new Repositories(folder);
    clone =
        PrivateClone.make(
            SourceRepository.open(at.repository(), at.user()),
            new RunId("20261201-000000-000-abcdef"),
            at.user(),
            false);
    clones = new Clones(at.user());
    Files.createDirectories(clone.tree().resolve(".git/hooks"));
    mark = at.at("mark");
    // In a folder of the clone, so that it can be started from inside, too.
    Path program = clone.tree().resolveSibling("program");
    Files.writeString(program, "#!/bin/sh\necho ran >> " + mark + "\ncat\nexit 0\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  static Stream<Arguments> planted() throws Exception {
    List<Arguments> rows = new ArrayList<>();
    try (InputStream in =
        Objects.requireNonNull(PlantedTest.class.getResourceAsStream("planted.tsv"))) {
      for (String line : new String(in.readAllBytes(), UTF_8).lines().toList()) {
        if (!line.startsWith("#")) {
          rows.add(Arguments.of((Object[]) line.split("\t", -1)));
        }
      }
    }
    return rows.stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("planted")
  void nothingThatARunLeavesRunsOutsideAPen(String name, String script, String control)
      throws Exception {
    String program = "P=" + clone.tree().resolveSibling("program") + "; export P; ";
    at.shell(clone.tree(), program + script);
    Path copy = at.at("copy");
    at.shell(folder, "cp -a '" + clone.tree() + "' copy");
    // The control works in a copy; what names the clone itself is made to name the copy.
    at.shell(
        copy,
        program
            + "for f in .git .git/config evil/real/config; do [ ! -f $f ] || sed -i 's,"
            + clone.tree()
            + ","
            + copy
            + ",g' $f; done; "
            + control
            + " >/dev/null");
    assertThat(mark).as("the control").exists();
    Files.delete(mark);
    Map<String, String> before = Repositories.content(at.at("repo"));

    try {
      TakenWork taken = clones.take(clone.run());
      clones.changes(taken);
      clones.commits(taken);
      clones.diff(taken, Live.NOWHERE);
      if (!taken.isUnchanged()) {
        clones.claim(taken);
        assertThat(clones.isClaimed(taken)).isTrue();
      }
    } catch (RepositoryException refused) {
      assertThat(Repositories.content(at.at("repo"))).isEqualTo(before);
      assertThat(clone.tree()).exists();
    }
    assertThat(mark).doesNotExist();
  }

  @Test
  void aTreeThatWouldWriteIntoAGitFolderIsNotTaken() throws Exception {
    at.shell(
        clone.tree(),
        "blob=$(echo evil | git hash-object -w --stdin);"
            + " hooks=$(printf '100755 blob %s\\tpost-checkout\\n' $blob | git mktree);"
            + " git=$(printf '040000 tree %s\\thooks\\n' $hooks | git mktree);"
            + " top=$(printf '040000 tree %s\\t.git\\n' $git | git mktree);"
            + " git checkout -q -b side; git update-ref refs/heads/"
            + clone.branch()
            + " $(git commit-tree -p HEAD -m Evil $top)");
    assertThatThrownBy(() -> clones.take(clone.run()))
        .isInstanceOf(RepositoryException.class)
        .hasMessageContaining("index-pack");
    assertThat(clone.tree()).exists();
  }

  @Test
  void whatTheRunCouldNotReadIsNotTakenForIt() throws Exception {
    at.shell(
        at.at("."),
        "git init -q secret; cd secret; echo key > key; git add key; git commit -qm Key");
    String commit = at.shell(at.at("secret"), "git rev-parse HEAD").strip();
    at.shell(
        clone.tree(),
        "echo "
            + at.at("secret/.git/objects")
            + " >> .git/objects/info/alternates; git update-ref refs/heads/"
            + clone.branch()
            + " "
            + commit);
    // The control: a free git finds the other repository's commit there.
    assertThat(at.shell(clone.tree(), "git show " + clone.branch() + ":key")).isEqualTo("key\n");
    assertThatThrownBy(() -> clones.claim(clones.take(clone.run())))
        .isInstanceOf(RepositoryException.class);
    assertThat(at.shell(at.at("repo"), "git cat-file -t " + commit + " 2>&1 || true"))
        .contains("could not get object info");
  }

  @Test
  void aWorkTreeElsewhereIsNotLookedAt() throws Exception {
    Files.createDirectories(at.at("private"));
    Files.writeString(at.at("private/key"), "key\n");
    at.shell(clone.tree(), "git config core.worktree " + at.at("private"));
    assertThat(at.shell(clone.tree(), "git status --short")).as("the control").contains("key");
    TakenWork taken = clones.take(clone.run());
    assertThat(clones.changes(taken)).isEmpty();
  }

  @Test
  void aRepositoryThatIsGoneIsTold() throws Exception {
    at.shell(clone.tree(), "rm -rf .git");
    assertThatThrownBy(() -> clones.take(clone.run()))
        .hasMessageContaining("has removed or replaced its repository");
    assertThat(clone.tree().resolve("a.txt")).exists();
  }
}
