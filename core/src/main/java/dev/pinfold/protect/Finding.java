package dev.pinfold.protect;

/**
 * What a run did to a protected file, and what became of it.
 *
 * @param workspace the folder, canonical
 * @param path relative to it
 * @param change what the run did
 * @param reason why the file is protected
 * @param detail what of it is not allowed, such as the keys of a configuration; may be empty
 * @param outcome what was done about it
 * @param kept where the run's version is now, an absolute path; empty when there is none
 */
public record Finding(
    String workspace,
    String path,
    Change change,
    String reason,
    String detail,
    Outcome outcome,
    String kept) {

  /** What a run did. */
  public enum Change {
    CREATED,
    CHANGED,
    MODE_CHANGED,
    REMOVED
  }

  /** What was done about it. */
  public enum Outcome {
    /** Found, and to be undone. */
    FOUND,
    /** The run's version was moved away. */
    MOVED_AWAY,
    /** The former file is back; the run's version, if there is one, was moved away. */
    PUT_BACK,
    /** It is as the run left it: the detail says why. */
    LEFT
  }

  Finding with(Outcome what, String where) {
    return new Finding(workspace, path, change, reason, detail, what, where);
  }

  Finding left(String why) {
    return new Finding(workspace, path, change, reason, why, Outcome.LEFT, kept);
  }
}
