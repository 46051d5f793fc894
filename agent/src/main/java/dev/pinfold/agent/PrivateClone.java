package dev.pinfold.agent;

import dev.pinfold.agent.PennedGit.Place;
import dev.pinfold.journal.RunId;
import dev.pinfold.process.Live;
import dev.pinfold.run.FolderRemoval;
import dev.pinfold.run.RunRequest;
import dev.pinfold.run.User;
import dev.pinfold.sandbox.Access;
import dev.pinfold.sandbox.Grant;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * A run's own repository: a working tree on branch {@code pinfold/RUN} with a {@code .git} of its
 * own, which borrows the objects of the user's repository (gitrepository-layout(5), alternates) and
 * can only read those. It has no remote, no hook and no program of git's configured.
 *
 * <p>Nothing outside executes what lies in it, so its files are not protected against the run; what
 * of them a person gets is decided by {@link Claim}.
 *
 * @param run whose it is
 * @param source the user's working tree
 * @param objects the user's objects, which the run has to be able to read
 * @param tree the clone's working tree
 * @param head the user's HEAD at that time
 * @param base the commit that the run started from: {@code head}, or a snapshot on top of it
 * @param onto the user's branch at that time; empty for a detached HEAD
 * @param notes what the run will miss, and why
 */
public record PrivateClone(
    RunId run,
    Path source,
    Path objects,
    Path tree,
    ObjectName head,
    ObjectName base,
    String onto,
    List<String> notes) {
  private static final String BRANCH = "pinfold/";

  /** Copies the notes. */
  public PrivateClone {
    notes = List.copyOf(notes);
  }

  /** The branch that the run works on. */
  public String branch() {
    return BRANCH + run;
  }

  /** Whether {@link #base} holds uncommitted work of the user. */
  public boolean isOfSnapshot() {
    return !base.equals(head);
  }

  /** What the run needs beside the tree. */
  public List<Grant> grants() {
    return List.of(new Grant(objects.toString(), Access.READ, Grant.Origin.USER));
  }

  /** The same run, on the clone, in the folder of it that stands for the user's current one. */
  public RunRequest on(RunRequest request) {
    User user = request.user();
    Path current = Path.of(user.folder());
    Path folder = current.startsWith(source) ? tree.resolve(source.relativize(current)) : tree;
    List<Grant> grants = new ArrayList<>(request.grants());
    grants.addAll(grants());
    return request
        .withOwnWorkspace(tree.toString())
        .withGrants(grants)
        .withUser(new User(user.home(), user.name(), folder.toString(), user.environment()));
  }

  /**
   * Makes one.
   *
   * @param run names it; of a run that has none yet
   * @param takeDirty whether uncommitted work of the user goes with it, as a commit of its own
   * @throws RepositoryException when the user has uncommitted work and {@code takeDirty} is not
   *     said, or git fails; nothing is left then
   */
  public static PrivateClone make(SourceRepository source, RunId run, User user, boolean takeDirty)
      throws IOException {
    if (!source.dirty().isEmpty() && !takeDirty) {
      throw new RepositoryException(
          source.tree() + " has uncommitted work (" + shown(source.dirty()) + ")",
          "Commit or stash it, or take it along as a snapshot with --force-dirty.");
    }
    CloneFolder folder =
        CloneFolder.of(CloneFolder.home(user.environment(), Path.of(user.home())), run);
    folder.create();
    boolean done = false;
    try {
      PrivateClone made = new Making(source, folder).make();
      folder.write(made.properties());
      done = true;
      return made;
    } finally {
      if (!done) {
        FolderRemoval.delete(folder.path());
      }
    }
  }

  private static String shown(List<String> dirty) {
    String first = dirty.getFirst().substring(Math.min(3, dirty.getFirst().length()));
    return dirty.size() == 1 ? first : first + " and " + (dirty.size() - 1) + " more";
  }

  /** The one of a run that was made before. */
  static PrivateClone read(CloneFolder folder) throws IOException {
    Properties about = folder.read();
    try {
      return new PrivateClone(
          folder.run(),
          Path.of(about.getProperty("source")),
          Path.of(about.getProperty("objects")),
          Path.of(about.getProperty("tree")),
          new ObjectName(about.getProperty("head")),
          new ObjectName(about.getProperty("base")),
          about.getProperty("onto"),
          List.of());
    } catch (NullPointerException | IllegalArgumentException broken) {
      throw new RepositoryException(
          folder.path().resolve("about") + " is damaged", "The clone itself is beside it.");
    }
  }

  /** The line of {@code objects/info/alternates} that names a folder (gitrepository-layout(5)). */
  static String alternates(Path objects) {
    String path = objects.toString();
    boolean plain = !path.startsWith("\"") && path.indexOf('\n') < 0;
    return (plain
            ? path
            : "\"" + path.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"")
        + "\n";
  }

  Properties properties() {
    Properties about = new Properties();
    about.setProperty("source", source.toString());
    about.setProperty("objects", objects.toString());
    about.setProperty("tree", tree.toString());
    about.setProperty("head", head.hex());
    about.setProperty("base", base.hex());
    about.setProperty("onto", onto);
    return about;
  }

  /** The steps, in their order. */
  private static final class Making {
    private final SourceRepository source;
    private final CloneFolder folder;
    private final Path tree;
    private final Path git;
    private final List<String> notes = new ArrayList<>();

    Making(SourceRepository source, CloneFolder folder) {
      this.source = source;
      this.folder = folder;
      tree = folder.tree(source.tree().getFileName().toString());
      git = tree.resolve(".git");
    }

    PrivateClone make() throws IOException {
      Files.createDirectory(tree);
      source
          .git()
          .text(
              inTree(),
              "init",
              "--quiet",
              "--template=",
              "--object-format=" + source.objectFormat());
      borrowObjects();
      settings();
      branchAt(source.head());
      ObjectName base = source.dirty().isEmpty() ? source.head() : snapshot();
      source.git().text(inTree(), "reset", "--quiet", "--hard");
      lookForGaps();
      return new PrivateClone(
          folder.run(),
          source.tree(),
          source.folders().objects(),
          tree,
          source.head(),
          base,
          source.branch(),
          notes);
    }

    private Place inTree() {
      return Place.of(tree, PennedGit.writing(tree), PennedGit.reading(source.folders().objects()));
    }

    private void borrowObjects() throws IOException {
      Files.createDirectories(git.resolve("objects/info"));
      Files.createDirectories(git.resolve("info"));
      Files.writeString(
          git.resolve("objects/info/alternates"), alternates(source.folders().objects()));
      for (String part : List.of("shallow", "info/exclude", "info/sparse-checkout")) {
        Optional<Path> file = source.part(part);
        if (file.isPresent()) {
          Files.copy(file.get(), git.resolve(part));
        }
      }
    }

    private void settings() throws IOException {
      StringBuilder more = new StringBuilder("[gc]\n\tauto = 0\n[maintenance]\n\tauto = false\n");
      for (String setting : source.settings()) {
        int dot = setting.indexOf('.');
        int equals = setting.indexOf('=');
        more.append('[').append(setting, 0, dot).append("]\n\t");
        more.append(setting, dot + 1, equals).append(" = ");
        more.append(quoted(setting.substring(equals + 1))).append('\n');
      }
      Files.writeString(git.resolve("config"), more, StandardOpenOption.APPEND);
    }

    /** git-config(1), "Values". */
    private static String quoted(String value) {
      return "\""
          + value
              .replace("\\", "\\\\")
              .replace("\"", "\\\"")
              .replace("\n", "\\n")
              .replace("\t", "\\t")
          + "\"";
    }

    /** The user's branches as {@code origin/…}, the tags, and the run's own branch, checked out. */
    private void branchAt(ObjectName commit) throws IOException {
      List<String> packed = new ArrayList<>();
      for (Map.Entry<String, ObjectName> ref : source.refs().entrySet()) {
        String name = ref.getKey().replaceFirst("^refs/heads/", "refs/remotes/origin/");
        packed.add(ref.getValue() + " " + name);
      }
      Files.write(git.resolve("packed-refs"), packed, StandardCharsets.UTF_8);
      Path own = git.resolve("refs/heads").resolve(BRANCH + folder.run());
      Files.createDirectories(own.getParent());
      Files.writeString(own, commit + "\n");
      Files.writeString(git.resolve("HEAD"), "ref: refs/heads/" + BRANCH + folder.run() + "\n");
    }

    /** The user's uncommitted work as a commit of the clone; their index stays as it is. */
    private ObjectName snapshot() throws IOException {
      Path index = git.resolve("snapshot.index");
      Place place =
          new Place(
              source.tree(),
              List.of(
                  PennedGit.writing(tree),
                  PennedGit.reading(source.tree()),
                  PennedGit.reading(source.folders().objects())),
              Map.of(
                  "GIT_DIR", git.toString(),
                  "GIT_WORK_TREE", source.tree().toString(),
                  "GIT_INDEX_FILE", index.toString()),
              Optional.empty(),
              Live.NOWHERE);
      source.git().text(place, "read-tree", "HEAD");
      source.git().text(place, "add", "--all");
      source
          .git()
          .text(
              place,
              "-c",
              "user.name=Pinfold",
              "-c",
              "user.email=pinfold@localhost",
              "commit",
              "--quiet",
              "--no-verify",
              "-m",
              "Snapshot of uncommitted work, before run " + folder.run());
      ObjectName made = new ObjectName(source.git().text(inTree(), "rev-parse", "HEAD").strip());
      Files.deleteIfExists(index);
      return made;
    }

    private void lookForGaps() throws IOException {
      Path attributes = tree.resolve(".gitattributes");
      if (Files.isRegularFile(attributes, LinkOption.NOFOLLOW_LINKS)
          && Files.size(attributes) < 1 << 20
          && new String(Files.readAllBytes(attributes), StandardCharsets.UTF_8)
              .contains("filter=lfs")) {
        notes.add("files of Git LFS are pointers in the clone: there is no network to fetch them");
      }
      if (Files.exists(tree.resolve(".gitmodules"), LinkOption.NOFOLLOW_LINKS)) {
        notes.add("submodules are empty in the clone: there is no network to fetch them");
      }
    }
  }
}
