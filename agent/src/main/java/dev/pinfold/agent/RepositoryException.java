package dev.pinfold.agent;

import java.io.IOException;

/**
 * A repository, or the private clone of one, with which something can't be done; nothing was lost.
 */
public final class RepositoryException extends IOException {
  private static final long serialVersionUID = 1;

  private final String hint;

  /**
   * What can't be done.
   *
   * @param hint what to do about it
   */
  public RepositoryException(String message, String hint) {
    super(message);
    this.hint = hint;
  }

  /** What to do about it. */
  public String hint() {
    return hint;
  }
}
