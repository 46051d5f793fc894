package dev.pinfold.policy;

import java.util.Set;

/** Where a path leads, as the rules see it. */
enum Place {
  /** Below the workspace. */
  WORKSPACE,
  /** The workspace itself. */
  WORKSPACE_ROOT,
  /** Below {@code /tmp} or {@code /var/tmp}, or in a folder of the run's own. */
  TEMPORARY,
  /** The user's home directory or below it, outside the workspace. */
  HOME,
  /** A directory of the operating system, a device, or a directory above the workspace or home. */
  SYSTEM,
  /** Another absolute place. */
  ELSEWHERE,
  /** The text does not tell. */
  UNKNOWN;

  /** Top directories that belong to the system (hier(7); the last line is macOS). */
  private static final Set<String> SYSTEM_DIRECTORIES =
      Set.of(
          "bin",
          "boot",
          "dev",
          "etc",
          "lib",
          "lib32",
          "lib64",
          "libx32",
          "lost+found",
          "opt",
          "proc",
          "root",
          "run",
          "sbin",
          "snap",
          "srv",
          "sys",
          "usr",
          "var",
          "nix",
          "efi",
          "System",
          "Library",
          "Applications",
          "private",
          "Volumes",
          "Users",
          "home",
          "cores");

  /** Whether a run may delete there. */
  boolean belongsToRun() {
    return this == WORKSPACE || this == TEMPORARY;
  }

  /** The place of an argument of a command that runs in {@code cwd}. */
  static Place of(String value, String cwd, PolicyContext context) {
    return ofAbsolute(PathText.absolute(value, cwd), context);
  }

  static Place ofAbsolute(String path, PolicyContext context) {
    int hole = Marks.firstHole(path);
    if (hole >= 0) {
      return ofUnknown(path, hole, context);
    }
    if (!Marks.pattern(path)) {
      return ofConstant(path, context);
    }
    if (mayClimb(path)) {
      return SYSTEM;
    }
    String directory = PathText.beforePattern(path);
    if (PathText.within(directory, context.workspace())) {
      return WORKSPACE;
    }
    String known = path.substring(0, Marks.firstPattern(path));
    boolean mayBeOurs = context.workspace().startsWith(known) || context.home().startsWith(known);
    if (!mayBeOurs && (directory.equals("/tmp") || directory.equals("/var/tmp"))) {
      return TEMPORARY;
    }
    Place place = ofConstant(directory, context);
    return place == WORKSPACE_ROOT ? WORKSPACE : place;
  }

  /** A component like {@code .*} matches {@code ..} in POSIX shells. */
  private static boolean mayClimb(String path) {
    for (int dot = path.indexOf("/."); dot >= 0; dot = path.indexOf("/.", dot + 1)) {
      char next = dot + 2 < path.length() ? path.charAt(dot + 2) : ' ';
      boolean last = dot + 3 >= path.length() || path.charAt(dot + 3) == '/';
      if (last && (next == Marks.STAR || next == Marks.QUESTION)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Only a known beginning outside the run's places says something: a hole may hold {@code ../..}.
   */
  private static Place ofUnknown(String path, int hole, PolicyContext context) {
    int slash = path.lastIndexOf('/', hole);
    if (!path.startsWith("/") || slash <= 0) {
      return UNKNOWN;
    }
    Place place = ofAbsolute(path.substring(0, slash), context);
    return place == SYSTEM || place == HOME ? place : UNKNOWN;
  }

  private static Place ofConstant(String path, PolicyContext context) {
    // The run's own home as a whole is not: who deletes "the home" means another one.
    if (PathText.below(path, Marks.OWN_HOME) || PathText.within(path, Marks.OWN_TMP)) {
      return TEMPORARY;
    }
    if (PathText.within(path, context.workspace())) {
      return path.length() == context.workspace().length() ? WORKSPACE_ROOT : WORKSPACE;
    }
    for (String own : context.ownFolders()) {
      if (PathText.within(path, own)) {
        return TEMPORARY;
      }
    }
    if (PathText.within(context.workspace(), path) || PathText.below(context.home(), path)) {
      return SYSTEM;
    }
    if (PathText.within(path, context.home())) {
      return HOME;
    }
    // After the home: one that lies below /tmp is a home all the same.
    if (PathText.below(path, "/tmp") || PathText.below(path, "/var/tmp")) {
      return TEMPORARY;
    }
    int end = path.indexOf('/', 1);
    String top = path.substring(Math.min(1, path.length()), end < 0 ? path.length() : end);
    return top.isEmpty() || top.equals("tmp") || SYSTEM_DIRECTORIES.contains(top)
        ? SYSTEM
        : ELSEWHERE;
  }
}
