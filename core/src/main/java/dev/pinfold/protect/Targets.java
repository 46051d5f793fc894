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
  private static final String INCLUDED = "git takes settings from it (include.path)";

  private Targets() {}

  /** Told of one. */
  interface Finder {
    /** A path relative to the workspace, and why it is protected. */
    void found(String path, String reason);
  }

  /**
   * Finds what a protected link, the hooks' folder or an include of a git configuration leads to.
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
    } else if (isSettings(file.kind(), file.reason()) && read != null) {
      List<GitConfig.Setting> settings = GitConfig.parse(read).orElse(List.of());
      hooks(workspace, file, settings, finder);
      included(workspace, file, settings, finder);
    }
  }

  /** Whether git takes settings from it that may lead elsewhere. */
  static boolean isSettings(Kind kind, String reason) {
    return kind == Kind.GIT_CONFIG || reason.equals(INCLUDED);
  }

  /**
   * Files that a configuration includes, whatever the condition (git-config(1), "Includes"): a
   * relative name starts at the file that includes it. Not those below a home ({@code ~/…}).
   */
  private static void included(
      String workspace, Watched config, List<GitConfig.Setting> settings, Finder finder) {
    for (GitConfig.Setting setting : settings) {
      String name = setting.name();
      if (name.equals("include.path")
          || (name.startsWith("includeif.") && name.endsWith(".path"))) {
        RelativePath.resolve(workspace, config.folder(), decoded(setting.value()))
            .filter(path -> !path.isEmpty())
            .ifPresent(path -> finder.found(path, INCLUDED));
      }
    }
  }

  private static void hooks(
      String workspace, Watched config, List<GitConfig.Setting> settings, Finder finder) {
    Optional<String> value = GitConfig.last(settings, "core.hooksPath");
    value
        .map(Targets::decoded)
        .flatMap(path -> RelativePath.resolve(workspace, Watched.folder(config.base()), path))
        .filter(path -> !path.isEmpty())
        .ifPresent(path -> finder.found(path, "git runs hooks from it (core.hooksPath)"));
  }

  /** Settings are read byte by byte. */
  private static String decoded(String value) {
    return NativeString.decode(value.getBytes(StandardCharsets.ISO_8859_1));
  }
}
