package dev.pinfold.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A control group that is delegated to an identity, as a service manager does: the identity may
 * make groups in it, and its programs start in one of them. Made in the machine's own hierarchy
 * (cgroup v2), with those controllers that the root passes on; the groups of others stay as they
 * are.
 */
final class Delegated implements AutoCloseable {
  private static final Set<String> CONTROLLERS = Set.of("memory", "pids", "cpu");
  private static final @Nullable Path ROOT = root();

  private final Path base;

  private Delegated(Path base) {
    this.base = base;
  }

  /** Whether the suite may make groups on this machine. */
  static boolean isPossible() {
    return ROOT != null;
  }

  /** Which limits such a group can have here. */
  static Set<String> controllers() {
    try {
      return ROOT == null ? Set.of() : offered(ROOT);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Set<String> offered(Path root) throws IOException {
    Set<String> offered =
        new TreeSet<>(
            List.of(Files.readString(root.resolve("cgroup.subtree_control")).split("\\s+")));
    offered.retainAll(CONTROLLERS);
    return offered;
  }

  static Delegated to(Identity identity) throws IOException {
    if (ROOT == null) {
      throw new IllegalStateException("no control groups can be made here");
    }
    Path base = Files.createTempDirectory(ROOT, "test-of-pinfold-");
    Delegated made = new Delegated(base);
    for (String controller : offered(ROOT)) {
      Files.writeString(base.resolve("cgroup.subtree_control"), "+" + controller);
    }
    Files.createDirectory(made.caller());
    for (Path path :
        List.of(
            base,
            base.resolve("cgroup.procs"),
            base.resolve("cgroup.subtree_control"),
            made.caller(),
            made.caller().resolve("cgroup.procs"))) {
      Files.setAttribute(path, "unix:uid", (int) identity.uid());
    }
    return made;
  }

  /** Where the identity's programs start. */
  Path caller() {
    return base.resolve("caller");
  }

  /** Words that run a command there. */
  List<String> inside(List<String> command) {
    List<String> words =
        new ArrayList<>(
            List.of("sh", "-c", "echo 0 > " + caller() + "/cgroup.procs && exec \"$@\"", "sh"));
    words.addAll(command);
    return words;
  }

  /**
   * The groups of runs that are there now: beside the caller's group, or below it where there is
   * nothing to pass on.
   */
  List<Path> runs() throws IOException {
    List<Path> runs = new ArrayList<>();
    for (Path parent : List.of(base, caller())) {
      try (DirectoryStream<Path> found = Files.newDirectoryStream(parent, "pinfold-*")) {
        found.forEach(runs::add);
      }
    }
    return runs;
  }

  static boolean isPopulated(Path group) throws IOException {
    return Files.readString(group.resolve("cgroup.events")).contains("populated 1");
  }

  @Override
  public void close() throws IOException {
    for (Path run : runs()) {
      Files.delete(run);
    }
    Files.delete(caller());
    Files.delete(base);
  }

  private static @Nullable Path root() {
    try {
      // proc_pid_mountinfo(5): the mount point is the fifth field.
      for (String line : Files.readAllLines(Path.of("/proc/self/mountinfo"))) {
        Path mount = Path.of(line.split(" ", -1)[4]);
        if (line.contains(" - cgroup2 ") && canMake(mount)) {
          return mount;
        }
      }
      return null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The user of an ordinary suite, and a container with a read-only hierarchy, can't. */
  private static boolean canMake(Path mount) {
    try {
      Files.delete(Files.createTempDirectory(mount, "test-of-pinfold-"));
      return true;
    } catch (IOException _) {
      return false;
    }
  }

  /** Identities, for tests that can name what this machine does not have. */
  static Stream<Identity> identities() {
    return Identity.all();
  }

  /** What a test's name adds where {@code controller} can't be tried. */
  static Optional<String> missing(String controller) {
    if (!isPossible()) {
      return Optional.of("no control group can be made on this machine");
    }
    return controllers().contains(controller)
        ? Optional.empty()
        : Optional.of("no controller " + controller + " in cgroup v2 on this machine");
  }
}
