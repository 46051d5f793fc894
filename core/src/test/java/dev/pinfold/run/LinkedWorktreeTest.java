package dev.pinfold.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pinfold.sandbox.Access;
import dev.pinfold.sandbox.Grant;
import dev.pinfold.sandbox.Grant.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinkedWorktreeTest {
  @TempDir Path temporary;
  private Path repository;
  private Path worktree;

  @BeforeEach
  void makeARepositoryWithAWorktree() throws Exception {
    Path folder = temporary.toRealPath();
    repository = folder.resolve("repository");
    worktree = folder.resolve("worktree");
    git(folder, "init", "-q", "repository");
    git(repository, "commit", "-q", "--allow-empty", "-m", "first");
    git(repository, "worktree", "add", "-q", worktree.toString());
  }

  private static void git(Path folder, String... words) throws IOException, InterruptedException {
    ProcessBuilder git = new ProcessBuilder("git", "-c", "user.name=a", "-c", "user.email=a@b");
    git.command().addAll(List.of(words));
    git.directory(folder.toFile()).redirectErrorStream(true);
    Process process = git.start();
    assertThat(
            new String(
                process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8))
        .isEmpty();
    assertThat(process.waitFor()).isZero();
  }

  @Test
  void opensItsOwnPartsAndTheRestForReading() {
    String git = repository.resolve(".git").toString();
    assertThat(LinkedWorktree.grants(worktree.toString(), Access.ALL))
        .containsExactly(
            new Grant(git, Access.READ_EXECUTE, Origin.RUN),
            new Grant(git + "/worktrees/worktree", Access.READ_WRITE, Origin.RUN),
            new Grant(git + "/objects", Access.READ_WRITE, Origin.RUN),
            new Grant(git + "/refs", Access.READ_WRITE, Origin.RUN),
            new Grant(git + "/logs", Access.READ_WRITE, Origin.RUN));
    assertThat(LinkedWorktree.grants(worktree.toString(), Access.READ))
        .containsExactly(new Grant(git, Access.READ, Origin.RUN));
  }

  @Test
  void aWorkspaceThatOnlySaysSoOpensNothing() throws Exception {
    Path liar = Files.createDirectory(repository.resolveSibling("liar"));
    Files.copy(worktree.resolve(".git"), liar.resolve(".git"));
    assertThat(LinkedWorktree.grants(liar.toString(), Access.ALL)).isEmpty();
    Files.writeString(liar.resolve(".git"), "gitdir: " + repository.resolve(".git"));
    assertThat(LinkedWorktree.grants(liar.toString(), Access.ALL)).isEmpty();
    assertThat(LinkedWorktree.grants(repository.toString(), Access.ALL)).isEmpty();
  }

  /** The folder that git made, with the repository's other parts put elsewhere by a link. */
  @Test
  void aLinkInTheRepositoryIsNotFollowed() throws Exception {
    Path objects = repository.resolve(".git/objects");
    Path elsewhere = repository.resolveSibling("elsewhere");
    Files.move(objects, elsewhere);
    Files.createSymbolicLink(objects, elsewhere);
    assertThat(LinkedWorktree.grants(worktree.toString(), Access.ALL)).isEmpty();
  }
}
