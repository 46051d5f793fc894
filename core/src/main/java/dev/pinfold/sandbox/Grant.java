package dev.pinfold.sandbox;

/**
 * One opening in the pen.
 *
 * @param path an absolute path; links in it are followed when the pen opens
 * @param access what may be done there
 * @param origin who asked for it
 */
public record Grant(String path, Access access, Origin origin) {
  /** Checks that the path is absolute. */
  public Grant {
    if (!path.startsWith("/")) {
      throw new IllegalArgumentException("a grant needs an absolute path: " + path);
    }
  }

  /** The option that makes it. */
  public String option() {
    String name = access.write() ? "--write " : access.execute() ? "--execute " : "--read ";
    return name + ShownWords.quoted(path);
  }

  /** Where a grant comes from. */
  public enum Origin {
    /** Part of the default view; left out in silence where the machine lacks it. */
    SYSTEM,
    /** The run's own: workspace, home, temporary folder, caches. It must exist. */
    RUN,
    /** Named by the user; where it is missing, the user is told. */
    USER
  }
}
