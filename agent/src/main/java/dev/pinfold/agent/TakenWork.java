package dev.pinfold.agent;

import dev.pinfold.agent.PennedGit.Place;
import dev.pinfold.process.Live;
import dev.pinfold.run.FolderRemoval;
import dev.pinfold.run.PennedTool;
import dev.pinfold.run.User;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a run has made in its clone, taken over into a repository that the run can't reach.
 *
 * <p>The clone is the run's: its settings, hooks, attributes and even its {@code .git} may be
 * anything. So git looks at it in a pen that can write nothing but the clone, and what comes out is
 * a pack and object names. Another git, in a pen that can't see the clone, checks the pack and
 * keeps it.
 *
 * @param from where it was made
 * @param tip the last commit of the run's branch; {@link PrivateClone#base} when there is none
 * @param leftovers whether {@code tip} is a commit that Pinfold made of what the run had not
 *     committed
 * @param others commits that the branch does not lead to: other branches, stashes, what was reset
 * @param notes what was not taken, and why
 */
public record TakenWork(
    PrivateClone from,
    ObjectName tip,
    boolean leftovers,
    List<ObjectName> others,
    List<String> notes) {
  /**
   * Beyond any that a run makes in its hours; a bound for what a hostile clone can make us list.
   */
  private static final int MOST_COMMITS = 10_000;

  private static final String OTHERS = "refs/pinfold/others/";

  /** Copies the lists. */
  public TakenWork {
    others = List.copyOf(others);
    notes = List.copyOf(notes);
  }

  /** Whether there is anything to claim. */
  public boolean isEmpty() {
    return isUnchanged() && others.isEmpty();
  }

  /** Whether the run's branch is where it began. */
  public boolean isUnchanged() {
    return tip.equals(from.base());
  }

  /** All commits that lead to everything taken. */
  List<ObjectName> tips() {
    List<ObjectName> all = new ArrayList<>(others);
    if (!isUnchanged()) {
      all.addFirst(tip);
    }
    return all;
  }

  /** Where the taken commits are, and nothing of the run. */
  static Place store(PrivateClone clone, CloneFolder folder) {
    return Place.of(
        folder.store(), PennedGit.writing(folder.store()), PennedGit.reading(clone.objects()));
  }

  /**
   * Takes over what is there now. May be repeated: what was taken before is replaced.
   *
   * @throws RepositoryException when the clone's repository can't be read any more; its files stay
   */
  static TakenWork take(CloneFolder folder, User user) throws IOException {
    return new Taking(PrivateClone.read(folder), folder, new PennedGit(user)).take();
  }

  /** The steps, in their order. */
  private static final class Taking {
    private final PrivateClone clone;
    private final CloneFolder folder;
    private final PennedGit git;
    private final Path own;
    private final List<String> notes = new ArrayList<>();

    Taking(PrivateClone clone, CloneFolder folder, PennedGit git) {
      this.clone = clone;
      this.folder = folder;
      this.git = git;
      own = clone.tree().resolve(".git");
    }

    TakenWork take() throws IOException {
      if (!Files.isDirectory(own, LinkOption.NOFOLLOW_LINKS)) {
        throw new RepositoryException(
            "the run has removed or replaced its repository, " + own,
            "Its files are in " + clone.tree() + "; pinfold discard removes them.");
      }
      ObjectName branch = commit("refs/heads/" + clone.branch()).orElseGet(clone::base);
      Optional<ObjectName> left = leftovers();
      boolean onBranch = left.isPresent() && isOnBranch();
      ObjectName tip = onBranch ? left.get() : branch;
      List<ObjectName> others = new ArrayList<>(tips(tip, left));
      others.remove(tip);
      if (others.remove(clone.base())) {
        notes.add("the branch " + clone.branch() + " was moved back by the run");
      }
      TakenWork taken = new TakenWork(clone, tip, onBranch, others, notes);
      keep(taken);
      return taken;
    }

    /** The clone, and everything in it at the run's mercy. */
    private Place untrusted() {
      return Place.of(
              clone.tree(), PennedGit.writing(clone.tree()), PennedGit.reading(clone.objects()))
          .with(Map.of("GIT_DIR", own.toString(), "GIT_WORK_TREE", clone.tree().toString()));
    }

    private Optional<ObjectName> commit(String name) throws IOException {
      PennedTool.Result answer =
          git.answer(untrusted(), "rev-parse", "--verify", "--quiet", name + "^{commit}");
      String text = new String(answer.out(), StandardCharsets.UTF_8).strip();
      return answer.status() == 0 && ObjectName.isValid(text)
          ? Optional.of(new ObjectName(text))
          : Optional.empty();
    }

    private boolean isOnBranch() throws IOException {
      PennedTool.Result answer = git.answer(untrusted(), "symbolic-ref", "--quiet", "HEAD");
      return new String(answer.out(), StandardCharsets.UTF_8)
          .strip()
          .equals("refs/heads/" + clone.branch());
    }

    /** A commit of what was not committed. Moves nothing of the run's. */
    private Optional<ObjectName> leftovers() throws IOException {
      if (git.text(untrusted(), "status", "--porcelain", "-z", "--untracked-files=normal")
          .isEmpty()) {
        return Optional.empty();
      }
      Path index = own.resolve("pinfold.index");
      ObjectName head = commit("HEAD").orElseGet(clone::base);
      // Of the same work the same commit, however often it is taken.
      String date = git.text(untrusted(), "log", "-1", "--format=%ct +0000", head.hex()).strip();
      Place place =
          untrusted()
              .with(
                  Map.of(
                      "GIT_INDEX_FILE", index.toString(),
                      "GIT_AUTHOR_DATE", date,
                      "GIT_COMMITTER_DATE", date));
      git.text(place, "read-tree", head.hex());
      git.text(place, "add", "--all");
      String tree = git.text(place, "write-tree").strip();
      String made =
          git.text(
                  place,
                  "-c",
                  "user.name=Pinfold",
                  "-c",
                  "user.email=pinfold@localhost",
                  "commit-tree",
                  "-p",
                  head.hex(),
                  "-m",
                  "Work that run " + clone.run() + " left uncommitted",
                  tree)
              .strip();
      Files.deleteIfExists(index);
      return Optional.of(new ObjectName(made));
    }

    /** Commits beyond the base that no other such commit leads to. */
    private List<ObjectName> tips(ObjectName tip, Optional<ObjectName> left) throws IOException {
      List<String> arguments =
          new ArrayList<>(
              List.of(
                  "rev-list",
                  "--parents",
                  "--max-count=" + (MOST_COMMITS + 1),
                  "--branches",
                  "--glob=refs/stash",
                  "--reflog",
                  "HEAD",
                  tip.hex()));
      left.ifPresent(name -> arguments.add(name.hex()));
      arguments.addAll(List.of("--not", clone.base().hex(), "--remotes", "--tags"));
      String listed = git.text(untrusted(), arguments.toArray(String[]::new));
      List<String> commits = new ArrayList<>();
      Set<String> parents = new HashSet<>();
      for (String line : listed.lines().toList()) {
        String[] names = line.split(" ", -1);
        commits.add(names[0]);
        parents.addAll(List.of(names).subList(1, names.length));
      }
      if (commits.size() > MOST_COMMITS) {
        throw new RepositoryException(
            "the run has made more than " + MOST_COMMITS + " commits",
            "They are in " + clone.tree() + "; fetch what you need with a git of your own.");
      }
      return commits.stream()
          .filter(name -> !parents.contains(name) && ObjectName.isValid(name))
          .map(ObjectName::new)
          .toList();
    }

    private void keep(TakenWork taken) throws IOException {
      if (Files.isDirectory(folder.store(), LinkOption.NOFOLLOW_LINKS)) {
        FolderRemoval.delete(folder.store());
      }
      Files.createDirectory(folder.store());
      Place store = store(clone, folder);
      git.text(store, "init", "--quiet", "--bare", "--template=", "--object-format=" + format());
      Files.createDirectories(folder.store().resolve("objects/info"));
      Files.writeString(
          folder.store().resolve("objects/info/alternates"),
          PrivateClone.alternates(clone.objects()));
      if (taken.tips().isEmpty()) {
        return;
      }
      packOf(taken);
      PennedTool.Result kept =
          git.answer(
              store.reading(folder.pack()), "index-pack", "--stdin", "--fix-thin", "--strict");
      if (kept.status() != 0) {
        throw PennedGit.failed(kept, "index-pack --strict");
      }
      Files.delete(folder.pack());
      connected(store, taken);
      // Where only others are taken, the branch may be a snapshot that nothing of them leads to.
      if (!taken.tip().equals(clone.base())) {
        git.text(store, "update-ref", "refs/heads/" + clone.branch(), taken.tip().hex());
      }
      for (int i = 0; i < taken.others().size(); i++) {
        git.text(store, "update-ref", OTHERS + i, taken.others().get(i).hex());
      }
    }

    private String format() {
      return clone.base().hex().length() == 40 ? "sha1" : "sha256";
    }

    private void packOf(TakenWork taken) throws IOException {
      List<String> wanted = new ArrayList<>();
      taken.tips().forEach(name -> wanted.add(name.hex()));
      wanted.add("^" + clone.head());
      Path list = folder.path().resolve("wanted");
      Files.write(list, wanted);
      PennedTool.Result packed;
      try (OutputStream pack = Files.newOutputStream(folder.pack())) {
        packed =
            git.answer(
                untrusted()
                    .reading(list)
                    .showing(
                        (stream, bytes, length) -> {
                          if (stream == Live.Stream.OUT) {
                            pack.write(bytes, 0, length);
                          }
                        }),
                "pack-objects",
                "--revs",
                "--stdout",
                "--thin",
                "--quiet");
      }
      Files.delete(list);
      if (packed.status() != 0) {
        throw PennedGit.failed(packed, "pack-objects");
      }
    }

    /** Nothing that the tips lead to is missing. */
    private void connected(Place store, TakenWork taken) throws IOException {
      List<String> arguments = new ArrayList<>(List.of("rev-list", "--objects", "--quiet"));
      taken.tips().forEach(name -> arguments.add(name.hex()));
      arguments.addAll(List.of("--not", clone.head().hex()));
      git.text(store, arguments.toArray(String[]::new));
    }
  }
}
