package dev.pinfold.protect;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which names are protected in a writable workspace, existing or not, and which are worth a line in
 * the report; both with a reason. Parts of git directories are not a matter of names: {@link
 * GitDirectory}.
 *
 * <p>Immutable.
 */
public final class ProtectedPaths {
  /** More than a command line can carry. */
  private static final int MOST_GLOBS = 100_000;

  /**
   * Folders in which packages bring along what their authors had: names that we protect elsewhere
   * are common here, and nobody opens an editor or a shell in them. Git directories are still
   * looked for, and what the user names is protected here too.
   */
  private static final List<String> PACKAGES = List.of("node_modules", ".venv", "venv");

  private static final PathPatterns SURFACE = PatternFile.patterns("surface.tsv");
  private static final PathPatterns SURFACE_OF_PACKAGES =
      PatternFile.patterns("surface-of-packages.tsv");
  private static final PathPatterns OWN = PatternFile.patterns("own.tsv");

  private final PathPatterns known = PatternFile.patterns("protected.tsv");
  private final PathPatterns chosen = new PathPatterns();
  private final PathPatterns opened = new PathPatterns();

  private final List<String> more;
  private final List<String> less;
  private final String hooks;

  private ProtectedPaths(List<String> more, List<String> less, String hooks) {
    this.more = List.copyOf(more);
    this.less = List.copyOf(less);
    this.hooks = hooks;
    PatternFile.addTo(known, "own.tsv");
    more.forEach(glob -> chosen.add(Glob.of(glob), "protected by --protect " + glob));
    less.forEach(glob -> opened.add(Glob.of(glob), "opened by --unprotect"));
    if (!hooks.isEmpty()) {
      known.add(Glob.of("**/" + hooks), "git runs hooks from it (core.hooksPath)");
    }
  }

  /**
   * The built-in patterns, with a user's.
   *
   * @param more globs that are protected too
   * @param less globs of what is not, although a pattern says so
   * @param hooks the value of the user's own {@code core.hooksPath}, when it is a relative path:
   *     git runs hooks from there in every repository
   * @throws IllegalArgumentException when a glob can't be one; the message names it
   */
  public static ProtectedPaths of(List<String> more, List<String> less, Optional<String> hooks) {
    if (more.size() + less.size() > MOST_GLOBS) {
      throw new IllegalArgumentException("more than " + MOST_GLOBS + " patterns");
    }
    boolean isRelative =
        hooks.filter(path -> !path.startsWith("/") && !path.startsWith("~")).isPresent();
    return new ProtectedPaths(more, less, isRelative ? hooks.orElse("") : "");
  }

  List<String> more() {
    return more;
  }

  List<String> less() {
    return less;
  }

  /** The user's own hooks folder, relative; empty without one. */
  String hooks() {
    return hooks;
  }

  /** Whether these patterns too protect a path that others do for {@code reason}. */
  boolean protects(String path, Watched.Kind kind, String reason) {
    if (GitDirectory.isPart(kind, reason)) {
      return !isOpened(path);
    }
    Position position = start();
    for (String name : path.split("/", -1)) {
      position = below(position, name);
    }
    return reason(position, path) != null;
  }

  /**
   * Why something outside a pen runs or trusts a file of this name, whether a run may write it or
   * not; empty when nothing is known to.
   *
   * @param path relative to the workspace
   */
  public static Optional<String> runsOutside(String path) {
    ProtectedPaths builtIn = of(List.of(), List.of(), Optional.empty());
    Position position = builtIn.start();
    for (String name : path.split("/", -1)) {
      position = builtIn.below(position, name);
    }
    String reason = builtIn.reason(position, path);
    return Optional.ofNullable(reason == null ? position.surface().reason() : reason);
  }

  /**
   * Where a walk stands among the patterns.
   *
   * @param known the built-in ones; null inside packages
   * @param chosen the user's
   * @param surface what is worth a line
   * @param packages whether this is inside a folder of packages
   */
  record Position(
      PathPatterns.@Nullable Position known,
      PathPatterns.Position chosen,
      PathPatterns.Position surface,
      boolean packages) {}

  Position start() {
    return new Position(known.start(), chosen.start(), SURFACE.start(), false);
  }

  Position below(Position position, String name) {
    PathPatterns.Position deeper = chosen.below(position.chosen(), name);
    if (PACKAGES.contains(name)) {
      return new Position(null, deeper, SURFACE_OF_PACKAGES.start(), true);
    }
    PathPatterns surface = position.packages() ? SURFACE_OF_PACKAGES : SURFACE;
    return new Position(
        position.known() == null ? null : known.below(position.known(), name),
        deeper,
        surface.below(position.surface(), name),
        position.packages());
  }

  /** Why {@code path}, at this position, is protected; null when it is not. */
  @Nullable String reason(Position position, String path) {
    String reason = position.chosen().reason();
    if (reason == null && position.known() != null) {
      reason = position.known().reason();
    }
    return reason == null || isOpened(path) ? null : reason;
  }

  /** Whether the user has said that {@code path} is not to be protected. */
  public boolean isOpened(String path) {
    return opened.reason(path) != null && OWN.reason(path) == null;
  }
}
