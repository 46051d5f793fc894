package dev.pinfold.sandbox;

import dev.pinfold.linux.Paths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A control group (cgroup v2): a folder whose files are the kernel's.
 *
 * <p>Source of names and rules: Documentation/admin-guide/cgroup-v2.rst.
 *
 * @param folder where it is
 */
record ControlGroup(Path folder) {
  private static final int W_OK = 2;

  /** The controllers that a run can use. */
  static final List<String> CONTROLLERS = List.of("memory", "pids", "cpu");

  /** The hierarchy's true root: only there may processes live beside limited groups. */
  boolean isRoot() {
    return !Files.exists(folder.resolve("cgroup.type"));
  }

  /**
   * Whether this user may make groups below and move own processes into them: the folder, and the
   * group that source and target have in common.
   */
  boolean isDelegated() {
    return Paths.access(folder.toString(), W_OK) == 0
        && Paths.access(folder.resolve("cgroup.procs").toString(), W_OK) == 0;
  }

  /** Controllers that it has. */
  Set<String> controllers() throws IOException {
    return words("cgroup.controllers");
  }

  /** Controllers that the groups below it have. */
  Set<String> passedOn() throws IOException {
    return words("cgroup.subtree_control");
  }

  /** The processes that are in it itself. */
  Set<String> processes() throws IOException {
    return words("cgroup.procs");
  }

  private Set<String> words(String file) throws IOException {
    String text = read(file).strip();
    return text.isEmpty() ? Set.of() : Set.of(text.split("\\s+"));
  }

  /** Whether a process lives in it or below. */
  boolean isPopulated() throws IOException {
    return number("cgroup.events", "populated").orElse(0) != 0;
  }

  /** The number after {@code key} in a flat keyed file. */
  OptionalLong number(String file, String key) throws IOException {
    return read(file)
        .lines()
        .filter(line -> line.startsWith(key + " "))
        .mapToLong(line -> Long.parseLong(line.substring(key.length() + 1)))
        .findFirst();
  }

  boolean has(String file) {
    return Files.exists(folder.resolve(file));
  }

  String read(String file) throws IOException {
    return Files.readString(folder.resolve(file));
  }

  /** One write(2), as the kernel wants it. */
  void write(String file, String value) throws IOException {
    Files.writeString(folder.resolve(file), value, StandardOpenOption.WRITE);
  }

  ControlGroup child(String name) {
    return new ControlGroup(folder.resolve(name));
  }

  String name() {
    return String.valueOf(folder.getFileName());
  }
}
