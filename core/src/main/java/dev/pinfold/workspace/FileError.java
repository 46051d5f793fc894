package dev.pinfold.workspace;

/**
 * Why a file tool did not do what it was asked. Nothing was changed.
 *
 * @param code for programs
 * @param message what was tried, on what, and what happened; a model can act on it
 * @param hint what to do next; empty when there is nothing to say
 */
public record FileError(FileErrorCode code, String message, String hint) {
  /** All of it as a model is shown it. */
  public String text() {
    return code + ": " + message + (hint.isEmpty() ? "" : "\nhint: " + hint);
  }
}
