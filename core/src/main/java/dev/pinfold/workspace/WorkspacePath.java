package dev.pinfold.workspace;

import dev.pinfold.linux.NativeString;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A path below a workspace, by its text alone: no {@code .}, no {@code ..}, no empty name. Where
 * links on it lead is the kernel's to say.
 *
 * @param text names with slashes between them; empty for the workspace itself
 */
record WorkspacePath(String text) {
  /** PATH_MAX of linux/limits.h, without its NUL. */
  private static final int MOST_BYTES = 4095;

  /**
   * Reads what a caller wrote. {@code ..} takes the name before it back, without asking where that
   * leads; an absolute path is taken when it begins with the workspace's own.
   *
   * @param workspace canonical
   */
  static WorkspacePath parse(String workspace, String given) throws FileToolException {
    if (given.indexOf('\0') >= 0) {
      throw invalid(given.replace('\0', '␀'), "no path has a NUL in it");
    }
    checkEncodable(given);
    String path = given;
    if (path.equals(workspace) || path.startsWith(workspace + "/")) {
      path = path.substring(workspace.length());
    } else if (path.startsWith("/")) {
      throw escape(given, workspace);
    } else if (path.equals("~") || path.startsWith("~/")) {
      throw invalid(given, "~ stands for nothing here");
    }
    Deque<String> names = new ArrayDeque<>();
    for (String name : path.split("/", -1)) {
      if (name.equals("..")) {
        if (names.pollLast() == null) {
          throw escape(given, workspace);
        }
      } else if (!name.isEmpty() && !name.equals(".")) {
        names.addLast(name);
      }
    }
    return new WorkspacePath(String.join("/", names));
  }

  private static void checkEncodable(String given) throws FileToolException {
    try {
      if (given.length() > MOST_BYTES || NativeString.encode(given).length > MOST_BYTES) {
        throw invalid(given.substring(0, Math.min(80, given.length())) + "…", "it is too long");
      }
    } catch (IllegalArgumentException _) {
      throw invalid("(text)", "it holds half of a character");
    }
  }

  private static FileToolException invalid(String given, String why) {
    return new FileToolException(
        FileErrorCode.INVALID_ARGUMENT,
        "the path '" + given + "' can't be used: " + why,
        "name a path relative to the workspace, such as src/main.c");
  }

  private static FileToolException escape(String given, String workspace) {
    return new FileToolException(
        FileErrorCode.PATH_ESCAPE_ATTEMPT,
        "the path '" + given + "' leads out of the workspace " + workspace,
        "name a path relative to the workspace");
  }

  boolean isRoot() {
    return text.isEmpty();
  }

  /** The last name; empty for the workspace itself. */
  String name() {
    return text.substring(text.lastIndexOf('/') + 1);
  }

  /** The folder that holds it. */
  String folder() {
    return text.substring(0, Math.max(0, text.lastIndexOf('/')));
  }

  /** As callers are shown it. */
  String shown() {
    return isRoot() ? "." : text;
  }

  static String join(String folder, String name) {
    return folder.isEmpty() ? name : folder + "/" + name;
  }
}
