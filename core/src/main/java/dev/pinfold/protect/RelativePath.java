package dev.pinfold.protect;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** Paths by their text alone: what lies there, links too, is somebody else's question. */
final class RelativePath {
  private RelativePath() {}

  /**
   * Where {@code path}, written in a file of a folder, leads.
   *
   * @param workspace canonical
   * @param folder relative to it; empty for the workspace itself
   * @param path absolute, or relative to the folder
   * @return relative to the workspace; empty when it leads out of it, or when there is none
   */
  static Optional<String> resolve(String workspace, String folder, String path) {
    if (path.isEmpty()) {
      return Optional.empty();
    }
    String full = path.startsWith("/") ? path : workspace + "/" + folder + "/" + path;
    Deque<String> names = new ArrayDeque<>();
    for (String name : full.split("/", -1)) {
      if (name.equals("..")) {
        names.pollLast();
      } else if (!name.isEmpty() && !name.equals(".")) {
        names.addLast(name);
      }
    }
    String normal = "/" + String.join("/", names);
    if (normal.equals(workspace)) {
      return Optional.of("");
    }
    return normal.startsWith(workspace + "/")
        ? Optional.of(normal.substring(workspace.length() + 1))
        : Optional.empty();
  }
}
