package dev.pinfold.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pinfold.journal.RunId;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SourceRepositoryTest {
  @TempDir Path folder;
  private Repositories at;

  @BeforeEach
  void makeHome() throws Exception {
    at = new Repositories(folder);
  }

  private PrivateClone clone(Path repository) throws Exception {
    return PrivateClone.make(
        SourceRepository.open(repository, at.user()),
        new RunId("20261201-000000-000-abcdef"),
        at.user(),
        false);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '@',
      value = {
        "mkdir plain @ plain @ is not in a git repository @ git init",
        "git init -q new @ new @ has no commit yet @ git commit",
        "true @ repo/sub @ is not the root of its repository @ --workspace",
        "ln -s repo/.git linked.git; mkdir linked; ln -s ../repo/.git linked/.git @ linked @ is a"
            + " symbolic link @ Name the working tree",
        "cp -r repo broken; rm -r broken/.git/objects @ broken @ is no repository @ fsck",
        "git clone -q --shared repo borrower @ borrower @ borrows objects @ repack",
        "mkdir fake; echo 'gitdir: ../repo/.git' > fake/.git @ fake @ submodule, or has its"
            + " repository elsewhere @ Clone",
        "git -C repo worktree add -q ../tree; mkdir fake; cp tree/.git fake/.git @ fake @ does not"
            + " belong to @ worktree repair",
        "cd repo; git checkout -q -b other v1~1; echo x > a.txt; git commit -qam X; git merge -q"
            + " main || true @ repo @ a merge is under way @ Finish or abort",
        "cd repo; git checkout -q -b other v1~1; echo x > a.txt; git commit -qam X; git rebase -q"
            + " main || true @ repo @ a rebase is under way @ Finish or abort",
        "cd repo; git bisect start @ repo @ a bisect is under way @ Finish or abort"
      })
  void whatCanNotBeClonedIsToldWithWhatToDo(String made, String name, String why, String hint)
      throws Exception {
    at.repository();
    at.shell(at.at("."), made);
    assertThatThrownBy(() -> clone(at.at(name)))
        .isInstanceOfSatisfying(
            RepositoryException.class, refused -> assertThat(refused.hint()).contains(hint))
        .hasMessageContaining(why);
  }

  @Test
  void aLinkedWorktreeIsASource() throws Exception {
    at.repository();
    at.shell(
        at.at("repo"),
        "git worktree add -q ../tree; cd ../tree; echo t > t; git add t;"
            + " git commit -qm InTree");
    PrivateClone clone = clone(at.at("tree"));
    assertThat(clone.onto()).isEqualTo("tree");
    assertThat(clone.tree().resolve("t")).hasContent("t\n");
    at.shell(clone.tree(), "echo more > t; git commit -qam More");
    Clones clones = new Clones(at.user());
    TakenWork taken = clones.take(clone.run());
    clones.claim(taken);
    assertThat(clones.merge(taken)).isEmpty();
    assertThat(at.at("tree").resolve("t")).hasContent("more\n");
    assertThat(at.at("repo").resolve("t")).doesNotExist();
  }

  @Test
  void aShallowCloneIsASource() throws Exception {
    at.repository();
    at.shell(at.at("."), "git clone -q --depth 1 file://$PWD/repo shallow");
    PrivateClone clone = clone(at.at("shallow"));
    at.shell(clone.tree(), "echo more > a.txt; git commit -qam More");
    Clones clones = new Clones(at.user());
    clones.claim(clones.take(clone.run()));
    assertThat(at.shell(at.at("shallow"), "git log --format=%s " + clone.branch()))
        .isEqualTo("More\nSecond\n");
  }

  @Test
  void aSparseTreeStaysSparse() throws Exception {
    at.repository();
    at.shell(at.at("repo"), "git sparse-checkout set --no-cone /a.txt");
    PrivateClone clone = clone(at.at("repo"));
    assertThat(clone.tree().resolve("a.txt")).exists();
    assertThat(clone.tree().resolve("sub")).doesNotExist();
    at.shell(clone.tree(), "echo more > a.txt");
    Clones clones = new Clones(at.user());
    assertThat(clones.changes(clones.take(clone.run()))).containsExactly(new Change("a.txt", 1, 2));
  }

  @Test
  void aRepositoryWithTheOtherHashIsASource() throws Exception {
    at.shell(
        at.at("."),
        "git init -q --object-format=sha256 other; cd other; echo x > x; git add x; git commit -qm"
            + " X");
    PrivateClone clone = clone(at.at("other"));
    assertThat(clone.base().hex()).hasSize(64);
    at.shell(clone.tree(), "echo y > x");
    Clones clones = new Clones(at.user());
    clones.claim(clones.take(clone.run()));
    assertThat(at.shell(at.at("other"), "git show " + clone.branch() + ":x")).isEqualTo("y\n");
  }

  @Test
  void pointersOfLfsAndEmptySubmodulesAreTold() throws Exception {
    at.repository();
    at.shell(
        at.at("repo"),
        "echo '*.bin filter=lfs diff=lfs merge=lfs -text' > .gitattributes;"
            + " printf 'version https://git-lfs.github.com/spec/v1\\n' > big.bin;"
            + " git add -A; git commit -qm Lfs");
    PrivateClone clone = clone(at.at("repo"));
    assertThat(clone.notes()).singleElement().asString().contains("Git LFS");
    assertThat(clone.tree().resolve("big.bin")).content().startsWith("version ");
  }

  @Test
  void namesWithSpacesAndLineEndsAreCloned() throws Exception {
    at.repository();
    Path odd = at.at("odd name\nwith \"quotes\" and 'more'");
    Files.move(at.at("repo"), odd);
    PrivateClone clone = clone(odd);
    at.shell(clone.tree(), "echo y > a.txt");
    Clones clones = new Clones(at.user());
    clones.claim(clones.take(clone.run()));
    assertThat(at.shell(odd, "git show " + clone.branch() + ":a.txt")).isEqualTo("y\n");
  }
}
