package dev.pinfold.workspace;

/**
 * Something that was changed.
 *
 * @param path relative to the workspace, links on the way resolved
 * @param what happened, {@code wrote}, {@code deleted}
 * @param detail more of it; may be empty
 */
public record FileChange(String path, String what, String detail) implements FileAnswer.Told {
  @Override
  public String text() {
    return what + " " + path + (detail.isEmpty() ? "" : " (" + detail + ")");
  }
}
