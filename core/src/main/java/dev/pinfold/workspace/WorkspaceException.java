package dev.pinfold.workspace;

import java.io.IOException;

/** A folder that can't be a workspace. */
public final class WorkspaceException extends IOException {
  private static final long serialVersionUID = 1;

  private final String hint;

  WorkspaceException(String path, String why, String hint) {
    super("the workspace '" + path + "' " + why);
    this.hint = hint;
  }

  /** What to do about it. */
  public String hint() {
    return hint;
  }
}
