package dev.pinfold.protect;

import dev.pinfold.linux.Directory;
import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.FileStatus;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/** Where a link inside a workspace leads, step by step. */
final class Links {
  /** MAXSYMLINKS of the kernel: a longer chain can't be opened by anybody. */
  private static final int MOST = 40;

  private Links() {}

  /**
   * Every link on the way and the end of it, as far as they lie in the workspace: whoever may
   * change one of them decides what is read under the first name.
   *
   * @param path of the link, relative to {@code root}
   * @return relative paths, without {@code path} itself; nothing when the way leaves the workspace
   *     at once
   */
  static List<String> steps(Directory root, String workspace, String path) throws ErrnoException {
    List<String> steps = new ArrayList<>();
    Deque<String> rest = new ArrayDeque<>(Arrays.asList(path.split("/", -1)));
    String at = "";
    int links = 0;
    while (!rest.isEmpty()) {
      String name = rest.removeFirst();
      if (name.isEmpty() || name.equals(".")) {
        continue;
      }
      if (name.equals("..")) {
        if (at.isEmpty()) {
          return steps;
        }
        at = Watched.folder(at);
        continue;
      }
      String next = Watched.join(at, name);
      String target = target(root, at, name);
      if (target.isEmpty()) {
        at = next;
        continue;
      }
      if (!next.equals(path)) {
        steps.add(next);
      }
      if (++links > MOST) {
        return steps;
      }
      if (target.startsWith("/")) {
        if (!target.startsWith(workspace + "/")) {
          return steps;
        }
        target = target.substring(workspace.length() + 1);
        at = "";
      }
      String[] names = target.split("/", -1);
      for (int i = names.length - 1; i >= 0; i--) {
        rest.addFirst(names[i]);
      }
    }
    if (!at.isEmpty()) {
      steps.add(at);
    }
    return steps;
  }

  /** Where a name leads; empty when it is no link, or nothing. */
  private static String target(Directory root, String folder, String name) throws ErrnoException {
    try (Directory open = root.belowOrNull(folder)) {
      FileStatus status = open == null ? null : open.status(name);
      return open != null && status != null && status.isLink() ? open.readlink(name) : "";
    }
  }
}
