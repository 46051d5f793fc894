package dev.pinfold.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pinfold.journal.RunId;
import dev.pinfold.process.Live;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClonesTest {
  private static final RunId RUN = new RunId("20261201-000000-000-abcdef");
  private static final String BRANCH = "pinfold/" + RUN;

  @TempDir Path folder;
  private Repositories at;
  private Path repository;
  private Clones clones;

  @BeforeEach
  void makeRepository() throws Exception {
    at = new Repositories(folder);
    repository = at.repository();
    clones = new Clones(at.user());
  }

  private PrivateClone clone(boolean takeDirty) throws Exception {
    return PrivateClone.make(
        SourceRepository.open(repository, at.user()), RUN, at.user(), takeDirty);
  }

  private String diff(TakenWork taken) throws Exception {
    var text = new ByteArrayOutputStream();
    clones.diff(
        taken,
        (stream, bytes, length) -> {
          if (stream == Live.Stream.OUT) {
            text.write(bytes, 0, length);
          }
        });
    return text.toString(UTF_8);
  }

  @Test
  void aRunsWorkReachesTheRepositoryWhenItIsClaimedAndNotBefore() throws Exception {
    Map<String, String> before = Repositories.content(repository);
    PrivateClone clone = clone(false);
    assertThat(at.shell(clone.tree(), "git status --short --branch; git log --format=%s v1"))
        .isEqualTo("## " + BRANCH + "\nSecond\nFirst\n");
    assertThat(at.shell(clone.tree(), "git remote; git rev-parse origin/main"))
        .isEqualTo(clone.base() + "\n");
    at.shell(clone.tree(), "echo three >> a.txt; git commit -qam Third; echo new > new.txt");

    TakenWork taken = clones.take(RUN);
    assertThat(taken.leftovers()).isTrue();
    assertThat(taken.others()).isEmpty();
    assertThat(clones.commits(taken)).hasSize(2).last().asString().endsWith(" Third");
    assertThat(clones.changes(taken))
        .containsExactly(new Change("a.txt", 1, 0), new Change("new.txt", 1, 0));
    assertThat(diff(taken)).contains("+three\n", "+new\n");
    assertThat(clones.isClaimed(taken)).isFalse();
    assertThat(Repositories.content(repository)).isEqualTo(before);

    clones.claim(taken);
    assertThat(at.shell(repository, "git rev-parse " + BRANCH)).isEqualTo(taken.tip() + "\n");
    assertThat(at.shell(repository, "git status --short; git branch --show-current"))
        .isEqualTo("main\n");
    assertThat(clones.isClaimed(taken)).isTrue();
    assertThat(clones.merge(taken)).isEmpty();
    assertThat(repository.resolve("new.txt")).hasContent("new\n");
    assertThat(clones.discard(clones.take(RUN), false)).isEmpty();
    assertThat(clones.all()).isEmpty();
    assertThat(at.shell(repository, "git fsck --full")).doesNotContain("missing", "broken");
  }

  @Test
  void takingTwiceTakesTheSameCommits() throws Exception {
    PrivateClone clone = clone(false);
    at.shell(clone.tree(), "echo new > new.txt");
    TakenWork first = clones.take(RUN);
    assertThat(clones.take(RUN)).isEqualTo(first);
    clones.claim(first);
    clones.claim(clones.take(RUN));
    at.shell(clone.tree(), "echo more > more.txt");
    TakenWork later = clones.take(RUN);
    assertThat(clones.isClaimed(later)).isFalse();
    assertThatThrownBy(() -> clones.claim(later))
        .isInstanceOf(RepositoryException.class)
        .hasMessageContaining("has moved on since it was claimed");
  }

  @Test
  void objectsAreBorrowedNotCopied() throws Exception {
    PrivateClone clone = clone(false);
    assertThat(at.shell(clone.tree(), "git count-objects -v | head -4"))
        .contains("count: 0\n", "in-pack: 0\n");
  }

  @Test
  void uncommittedWorkIsRefusedOrTakenAlongAndTheIndexStays() throws Exception {
    at.shell(repository, "echo mine >> a.txt; git add a.txt; echo new > mine.txt; rm sub/b.txt");
    Map<String, String> before = Repositories.content(repository);
    assertThatThrownBy(() -> clone(false))
        .isInstanceOf(RepositoryException.class)
        .hasMessageContaining("uncommitted work (a.txt and 2 more)");
    assertThat(clones.all()).isEmpty();

    PrivateClone clone = clone(true);
    assertThat(clone.isOfSnapshot()).isTrue();
    assertThat(clone.tree().resolve("mine.txt")).hasContent("new\n");
    assertThat(clone.tree().resolve("a.txt")).hasContent("one\ntwo\nmine\n");
    assertThat(clone.tree().resolve("sub/b.txt")).doesNotExist();
    assertThat(Repositories.content(repository)).isEqualTo(before);
    assertThat(clones.take(RUN).isEmpty()).isTrue();
    assertThat(clones.commits(clones.take(RUN))).isEmpty();

    at.shell(clone.tree(), "git rm -q a.txt");
    TakenWork taken = clones.take(RUN);
    assertThat(clones.changes(taken)).containsExactly(new Change("a.txt", 0, 3));
    assertThat(Repositories.content(repository)).isEqualTo(before);
  }

  @Test
  void noWorkIsLostThatTheBranchDoesNotHold() throws Exception {
    PrivateClone clone = clone(false);
    at.shell(
        clone.tree(),
        "git checkout -q -b side; echo side > side.txt; git add -A; git commit -qm Side;"
            + "echo stashed >> a.txt; git stash -q; echo again >> a.txt; git stash -q;"
            + "git checkout -q "
            + BRANCH
            + "; echo reset > reset.txt; git add -A; git commit -qm Reset;"
            + " git reset -q --hard HEAD~1; git checkout -q --detach; echo loose > loose.txt");
    TakenWork taken = clones.take(RUN);
    assertThat(taken.isUnchanged()).isTrue();
    assertThatThrownBy(() -> clones.claim(taken)).hasMessageContaining("nothing on its branch");
    assertThatThrownBy(() -> clones.discard(taken, false))
        .isInstanceOf(RepositoryException.class)
        .hasMessageContaining("work that is nowhere else");
    assertThat(clone.tree()).exists();

    List<String> kept = clones.discard(taken, true);
    assertThat(clone.tree()).doesNotExist();
    String everything = "";
    for (String name : kept) {
      everything += at.shell(repository, "git log -p --format=%s -m " + name + " ^main");
    }
    assertThat(everything).contains("Side", "+stashed", "+again", "Reset", "+reset", "+loose");
    assertThat(at.shell(repository, "git branch --format='%(refname:short)'")).isEqualTo("main\n");
  }

  @Test
  void aConflictLeavesTheUsersFilesAsTheyWere() throws Exception {
    PrivateClone clone = clone(false);
    at.shell(clone.tree(), "echo theirs > a.txt; git commit -qam Theirs");
    at.shell(repository, "echo mine > a.txt; git commit -qam Mine");
    TakenWork taken = clones.take(RUN);
    clones.claim(taken);
    assertThat(clones.merge(taken)).contains("CONFLICT");
    assertThat(repository.resolve("a.txt")).hasContent("mine\n");
    assertThat(at.shell(repository, "git status --short")).isEmpty();
  }

  @Test
  void aFolderThatBecameARepositoryIsTold() throws Exception {
    PrivateClone clone = clone(false);
    at.shell(
        clone.tree(),
        "mkdir inner; cd inner; git init -q; echo x > x; git add x; git commit -qm Inner");
    assertThat(clones.take(RUN).notes())
        .anyMatch(note -> note.startsWith("inner is a repository of its own"));
  }

  @Test
  void aCloneThatNothingHappenedInGoesWithoutAQuestion() throws Exception {
    clone(false);
    TakenWork taken = clones.take(RUN);
    assertThat(taken.isEmpty()).isTrue();
    assertThat(clones.discard(taken, false)).isEmpty();
    assertThat(at.home().resolve(".local/share/pinfold/clones")).isEmptyDirectory();
  }
}
