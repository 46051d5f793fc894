package dev.pinfold.protect;

import dev.pinfold.linux.Directory;
import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.NativeString;
import dev.pinfold.protect.Watched.Kind;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where something protected leads: what lies there is protected for its sake. */
final class Targets {
  private Targets() {}

  /** Told of one. */
  interface Finder {
    /** A path relative to the workspace, and why it is protected. */
    void found(String path, String reason);
  }

  /**
   * Finds what a protected link, or the hooks' folder of a git configuration, leads to.
   *
   * @param read its content; null when it was not read
   */
  static void of(
      Directory root, String workspace, Watched file, byte @Nullable [] read, Finder finder)
      throws ErrnoException {
    if (!file.link().isEmpty() && file.kind() == Kind.NAME) {
      for (String step : Links.steps(root, workspace, file.path())) {
        finder.found(step, file.path() + " leads here");
      }
    } else if (file.kind() == Kind.GIT_CONFIG && read != null) {
      hooks(workspace, file, GitConfig.parse(read).orElse(List.of()), finder);
    }
  }

  private static void hooks(
      String workspace, Watched config, List<GitConfig.Setting> settings, Finder finder) {
    Optional<String> value = GitConfig.last(settings, "core.hooksPath");
    value
        .map(text -> NativeString.decode(text.getBytes(StandardCharsets.ISO_8859_1)))
        .flatMap(path -> RelativePath.resolve(workspace, Watched.folder(config.base()), path))
        .filter(path -> !path.isEmpty())
        .ifPresent(path -> finder.found(path, "git runs hooks from it (core.hooksPath)"));
  }
}
