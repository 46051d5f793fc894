package dev.pinfold.agent;

import dev.pinfold.agent.PennedGit.Place;
import dev.pinfold.process.Live;
import dev.pinfold.run.PennedTool;
import dev.pinfold.run.User;
import dev.pinfold.sandbox.Grant;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A person takes a run's work over: its branch is fetched into their repository from what Pinfold
 * took, never from the clone.
 *
 * <p>Hooks, filters and merge drivers of the user's repository run, if at all, in the pen of the
 * git that calls them; its hooks never do.
 */
final class Claim {
  /** What git writes when it creates a branch; its hooks and settings are not among it. */
  private static final List<String> WRITTEN = List.of("objects", "refs", "logs", "reftable");

  private final TakenWork work;
  private final CloneFolder folder;
  private final PennedGit git;
  private final GitFolders target;

  Claim(TakenWork work, CloneFolder folder, User user) throws IOException {
    this.work = work;
    this.folder = folder;
    git = new PennedGit(user);
    target = GitFolders.of(work.from().source());
  }

  private String branch() {
    return work.from().branch();
  }

  /**
   * Makes the branch in the user's repository, or moves it forward.
   *
   * @throws RepositoryException when there is a branch of that name that holds something else
   */
  void fetch() throws IOException {
    String ref = "refs/heads/" + branch();
    PennedTool.Result fetched = git.answer(references(), fetching(ref + ":" + ref));
    if (fetched.status() != 0) {
      throw fetched.err().contains("non-fast-forward") || fetched.err().contains("rejected")
          ? new RepositoryException(
              "the branch "
                  + branch()
                  + " in "
                  + target.tree()
                  + " has moved on since it was"
                  + " claimed",
              "Rename or delete it, and claim again: git branch -m " + branch() + " NAME")
          : PennedGit.failed(fetched, "fetch");
    }
  }

  /**
   * Keeps everything taken under {@code refs/pinfold/salvage/RUN/} of the user's repository.
   *
   * @return the names made, in full
   */
  List<String> salvage() throws IOException {
    List<String> made = new ArrayList<>();
    List<String> wanted = new ArrayList<>();
    int number = 0;
    for (ObjectName tip : work.tips()) {
      String name = "refs/pinfold/salvage/" + work.from().run() + "/" + number++;
      made.add(name);
      wanted.add("+" + tip + ":" + name);
    }
    PennedTool.Result fetched = git.answer(references(), fetching(wanted.toArray(String[]::new)));
    if (fetched.status() != 0) {
      throw PennedGit.failed(fetched, "fetch");
    }
    return made;
  }

  private String[] fetching(String... what) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "-c",
                "fetch.fsckObjects=true",
                "-c",
                "uploadpack.allowAnySHA1InWant=true",
                "fetch",
                "--no-tags",
                "--no-write-fetch-head",
                folder.store().toString()));
    words.addAll(List.of(what));
    return words.toArray(String[]::new);
  }

  /** Whether refs of the user's repository lead to all of what was taken. */
  boolean isDone() throws IOException {
    for (ObjectName tip : work.tips()) {
      PennedTool.Result answer =
          git.answer(reading(), "for-each-ref", "--count=1", "--contains=" + tip);
      if (answer.status() != 0 || answer.out().length == 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * Merges the branch into what is checked out.
   *
   * @return git's words when it does not merge by itself, and the working tree is as it was; empty
   *     when it is merged
   */
  String merge() throws IOException {
    Place place =
        Place.of(
            target.tree(),
            PennedGit.writing(target.tree()),
            PennedGit.writing(target.common()),
            PennedGit.writing(target.own()));
    PennedTool.Result merged =
        git.answer(place, "merge", "--no-edit", "--no-verify", "--no-gpg-sign", branch());
    if (merged.status() == 0) {
      return "";
    }
    if (Files.exists(target.own().resolve("MERGE_HEAD"), LinkOption.NOFOLLOW_LINKS)) {
      git.text(place, "merge", "--abort");
    }
    return (new String(merged.out(), StandardCharsets.UTF_8) + merged.err()).strip();
  }

  private Place reading() {
    return Place.of(
        target.common(), PennedGit.reading(target.tree()), PennedGit.reading(target.common()));
  }

  /** Objects and references can be written, nothing else. */
  private Place references() {
    Place place =
        Place.of(
            target.common(), PennedGit.reading(target.common()), PennedGit.reading(folder.store()));
    List<Grant> written = new ArrayList<>();
    for (String name : WRITTEN) {
      Path part = target.common().resolve(name);
      if (Files.isDirectory(part, LinkOption.NOFOLLOW_LINKS)) {
        written.add(PennedGit.writing(part));
      }
    }
    return place.with(written);
  }

  /** The difference as text, for {@code git am} or {@code git apply}. */
  void show(Live live, String... command) throws IOException {
    PennedTool.Result shown =
        git.answer(TakenWork.store(work.from(), folder).showing(live), command);
    if (shown.status() != 0) {
      throw PennedGit.failed(shown, command[0]);
    }
  }
}
