package dev.pinfold.run;

import dev.pinfold.journal.StateDirectory;
import dev.pinfold.policy.PolicyPlaces;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Where Pinfold keeps what it trusts: a run that could write there would decide about the runs
 * after it.
 */
final class OwnPlaces {
  private OwnPlaces() {}

  /** Its journals, the launcher's AOT caches, which are as good as code, and the user's policy. */
  static List<String> of(StateDirectory state, User user) {
    String policy = PolicyPlaces.of(user.environment(), user.home()).user();
    return List.of(
        state.root().toString(),
        cache(user).resolve("launcher").toString(),
        policy.substring(0, policy.lastIndexOf('/')));
  }

  /** The folder below which launcher and runs keep what can be made again. */
  static Path cache(User user) {
    Map<String, String> environment = user.environment();
    String base = environment.getOrDefault("XDG_CACHE_HOME", "");
    return Path.of(base.startsWith("/") ? base : user.home() + "/.cache", "pinfold");
  }

  /**
   * Whether the classes that run now lie in {@code folder}, a canonical path: somebody works on
   * Pinfold with Pinfold.
   */
  static boolean programIsBelow(String folder) {
    try {
      var source = OwnPlaces.class.getProtectionDomain().getCodeSource();
      return source != null && Path.of(source.getLocation().toURI()).startsWith(folder);
    } catch (URISyntaxException | IllegalArgumentException _) {
      // Not started from files: nothing that a run could change.
      return false;
    }
  }
}
