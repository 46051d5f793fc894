package dev.pinfold.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where this process may make control groups for runs, and which limits they can have there.
 *
 * @param parent below which group; null for nowhere
 * @param controllers of {@link ControlGroup#CONTROLLERS}, those that a group there has
 * @param obstacle why the others are missing, for the user
 */
record ControlGroupPlace(@Nullable ControlGroup parent, Set<String> controllers, String obstacle) {
  /** What this process moves into when it is alone in a group that was delegated to it. */
  private static final String SUPERVISOR = "supervisor";

  private static final Pattern ESCAPED = Pattern.compile("\\\\([0-7]{3})");

  ControlGroupPlace {
    controllers = Set.copyOf(controllers);
  }

  /** Nowhere. */
  static ControlGroupPlace none(String obstacle) {
    return new ControlGroupPlace(null, Set.of(), obstacle);
  }

  /**
   * Looks for a place: this process's own group, and those above up to the first that belongs to
   * systemd (a slice is never delegated, and changing it behind systemd's back is its undoing).
   */
  static ControlGroupPlace find() {
    try {
      Optional<ControlGroup> own = own(Path.of("/proc/self"));
      return own.isEmpty()
          ? none("no cgroup v2 is mounted where this process can see its own group")
          : above(own.get(), Long.toString(ProcessHandle.current().pid()));
    } catch (IOException e) {
      return none("control groups can't be read: " + e);
    }
  }

  /** The group of the process whose folder in /proc this is. */
  private static Optional<ControlGroup> own(Path process) throws IOException {
    Optional<String> path =
        Files.readAllLines(process.resolve("cgroup")).stream()
            .filter(line -> line.startsWith("0::/"))
            .map(line -> line.substring(3))
            .findFirst();
    if (path.isEmpty()) {
      return Optional.empty();
    }
    for (String line : Files.readAllLines(process.resolve("mountinfo"))) {
      // proc_pid_mountinfo(5): root of the mount is field 4, mount point 5, type behind the dash.
      String[] fields = line.split(" ", -1);
      String root = fields[3].equals("/") ? "" : fields[3];
      if (line.contains(" - cgroup2 ") && (path.get() + "/").startsWith(root + "/")) {
        Path folder = Path.of(unescaped(fields[4]) + path.get().substring(root.length()));
        if (Files.isDirectory(folder)) {
          return Optional.of(new ControlGroup(folder));
        }
      }
    }
    return Optional.empty();
  }

  /** Blanks in mount points are octal there. */
  private static String unescaped(String field) {
    return ESCAPED
        .matcher(field)
        .replaceAll(m -> Matcher.quoteReplacement("" + (char) Integer.parseInt(m.group(1), 8)));
  }

  /**
   * The nearest group that passes all controllers on, else the one that passes on most.
   *
   * @param self the number of this process, as the group lists it
   */
  static ControlGroupPlace above(ControlGroup own, String self) throws IOException {
    ControlGroupPlace best = at(own, true, self);
    ControlGroup group = own;
    while (best.controllers.size() < ControlGroup.CONTROLLERS.size() && !group.isRoot()) {
      Path up = group.folder().getParent();
      if (up == null || up.toString().endsWith(".slice") || !isGroup(up)) {
        break;
      }
      group = new ControlGroup(up);
      ControlGroupPlace next = at(group, false, self);
      if (next.controllers.size() > best.controllers.size()
          || (best.parent == null && next.parent != null)) {
        best = next;
      }
    }
    return best;
  }

  private static boolean isGroup(Path folder) {
    return Files.exists(folder.resolve("cgroup.procs"));
  }

  private static ControlGroupPlace at(ControlGroup group, boolean own, String self)
      throws IOException {
    if (!group.isDelegated()) {
      return none("this user may not make groups in its own one, " + group.folder());
    }
    Set<String> wanted = new HashSet<>(ControlGroup.CONTROLLERS);
    wanted.retainAll(group.controllers());
    String obstacle = "in " + group.folder() + " cgroup v2 has only: " + named(wanted);
    Set<String> missing = new HashSet<>(wanted);
    missing.removeAll(group.passedOn());
    // The root's settings are the machine's, not ours to change.
    if (!missing.isEmpty() && group.isRoot()) {
      wanted.removeAll(missing);
      return new ControlGroupPlace(
          group, wanted, "the root group passes on only: " + named(wanted));
    }
    if (!missing.isEmpty() && !canPassOn(group, own, self)) {
      wanted.removeAll(missing);
      obstacle = "other processes live in " + group.folder() + ", so it can't limit groups below";
    }
    return new ControlGroupPlace(group, wanted, obstacle);
  }

  /**
   * A group that holds processes can't limit groups below it. One that holds only this process can,
   * once it has moved down.
   */
  private static boolean canPassOn(ControlGroup group, boolean own, String self)
      throws IOException {
    Set<String> processes = group.processes();
    return own ? processes.equals(Set.of(self)) : processes.isEmpty();
  }

  private static String named(Set<String> controllers) {
    List<String> names = ControlGroup.CONTROLLERS.stream().filter(controllers::contains).toList();
    return names.isEmpty()
        ? "none of " + String.join(", ", ControlGroup.CONTROLLERS)
        : String.join(", ", names);
  }

  /**
   * Makes the place ready: moves this process down when it is in the way, and passes the
   * controllers on.
   */
  void prepare() throws IOException {
    if (parent == null || parent.passedOn().containsAll(controllers)) {
      return;
    }
    String self = Long.toString(ProcessHandle.current().pid());
    if (parent.processes().contains(self)) {
      ControlGroup supervisor = parent.child(SUPERVISOR);
      if (!Files.isDirectory(supervisor.folder())) {
        Files.createDirectory(supervisor.folder());
      }
      supervisor.write("cgroup.procs", self);
    }
    for (String controller : controllers) {
      parent.write("cgroup.subtree_control", "+" + controller);
    }
  }
}
