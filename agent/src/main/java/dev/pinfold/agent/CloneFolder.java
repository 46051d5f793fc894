package dev.pinfold.agent;

import dev.pinfold.journal.RunId;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What is kept of one private clone: {@code $XDG_DATA_HOME/pinfold/clones/RUN}, or {@code
 * ~/.local/share/…} (XDG Base Directory Specification 0.8).
 *
 * <pre>
 *   about          what it is a clone of; ours alone
 *   tree/NAME      the working tree; the run's
 *   work.git       what was taken over of it; ours alone
 * </pre>
 *
 * @param run whose it is
 * @param path the folder
 */
record CloneFolder(RunId run, Path path) {
  private static final FileAttribute<Set<PosixFilePermission>> PRIVATE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  /** Where a user's clones are. */
  static Path home(Map<String, String> environment, Path home) {
    String data = environment.getOrDefault("XDG_DATA_HOME", "");
    Path base = data.startsWith("/") ? Path.of(data) : home.resolve(".local/share");
    return base.resolve("pinfold/clones");
  }

  static CloneFolder of(Path home, RunId run) {
    return new CloneFolder(run, home.resolve(run.value()));
  }

  /** Those that there are, oldest first. */
  static List<CloneFolder> all(Path home) throws IOException {
    if (!Files.isDirectory(home)) {
      return List.of();
    }
    try (Stream<Path> folders = Files.list(home)) {
      return folders
          .map(folder -> folder.getFileName().toString())
          .filter(RunId::isValid)
          .sorted()
          .map(name -> of(home, new RunId(name)))
          .filter(CloneFolder::exists)
          .toList();
    }
  }

  /** Makes the folder of a new clone. */
  void create() throws IOException {
    Files.createDirectories(path.getParent(), PRIVATE);
    Files.createDirectory(path, PRIVATE);
    Files.createDirectory(path.resolve("tree"), PRIVATE);
  }

  boolean exists() {
    return Files.isRegularFile(about(), LinkOption.NOFOLLOW_LINKS);
  }

  Path tree(String name) {
    return path.resolve("tree").resolve(name);
  }

  Path store() {
    return path.resolve("work.git");
  }

  Path pack() {
    return path.resolve("work.pack");
  }

  private Path about() {
    return path.resolve("about");
  }

  Properties read() throws IOException {
    Properties read = new Properties();
    if (!exists()) {
      throw new RepositoryException(
          "run " + run + " has no private clone", "pinfold exec --clone makes one.");
    }
    try (Reader reader = Files.newBufferedReader(about())) {
      read.load(reader);
    } catch (IllegalArgumentException broken) {
      throw new RepositoryException(
          about() + " can't be read: " + broken.getMessage(), "The clone itself is beside it.");
    }
    return read;
  }

  /** In one step: a reader sees the old state or the new one. */
  void write(Properties state) throws IOException {
    Path fresh = path.resolve("about.new");
    try (Writer writer = Files.newBufferedWriter(fresh)) {
      state.store(writer, null);
    }
    Files.move(fresh, about(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
