package dev.pinfold.policy;

import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Files that a shell or interpreter runs, as far as this text has written them or feeds them. */
final class ScriptFile {
  private static final Set<String> STANDARD_INPUT =
      Set.of("-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0");

  private ScriptFile() {}

  /** What is in the file, with marks; null for a file that the text says nothing about. */
  static @Nullable String content(String path, Execution execution) {
    if (STANDARD_INPUT.contains(path)) {
      return piped(execution.input(), execution).orElse(null);
    }
    return execution.state().files().get(PathText.absolute(path, execution.state().cwd()));
  }

  /** The standard input as code; empty when nothing says what it is. */
  static Optional<String> piped(Input input, Execution execution) {
    if (!input.given()) {
      return Optional.empty();
    }
    return input.file().isPresent()
        ? Optional.ofNullable(execution.state().files().get(input.file().get()))
        : Optional.of(input.text());
  }
}
