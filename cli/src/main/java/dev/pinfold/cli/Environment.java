package dev.pinfold.cli;

import dev.pinfold.linux.NativeString;
import dev.pinfold.linux.Paths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The user's environment, as it was before the launcher touched it. */
final class Environment {
  /**
   * The launcher changes variables that would change the JVM (its locale, its options), and leaves
   * here what they were: {@code =value}, or nothing for one that was unset.
   */
  private static final String SAVED = "PINFOLD_SAVED_";

  /** Set by the launcher when the directory in which it was called has been deleted. */
  private static final String CWD_GONE = "PINFOLD_CWD_GONE";

  private Environment() {}

  /**
   * All variables, as {@link NativeString} decodes them. The JVM's own map loses bytes that don't
   * fit the locale.
   */
  static Map<String, String> ofThisProcess() {
    try {
      return usersOwn(
          split(NativeString.decode(Files.readAllBytes(Path.of("/proc/self/environ")))));
    } catch (IOException e) {
      return usersOwn(System.getenv()); // no /proc
    }
  }

  private static Map<String, String> split(String environ) {
    Map<String, String> variables = new HashMap<>();
    for (String variable : environ.split("\0", -1)) {
      int equals = variable.indexOf('=');
      if (equals > 0) {
        variables.putIfAbsent(variable.substring(0, equals), variable.substring(equals + 1));
      }
    }
    return variables;
  }

  private static Map<String, String> usersOwn(Map<String, String> variables) {
    Map<String, String> own = new HashMap<>(variables);
    own.keySet().removeIf(name -> name.startsWith(SAVED) || name.equals(CWD_GONE));
    variables.forEach(
        (name, value) -> {
          if (name.startsWith(SAVED)) {
            restore(own, name.substring(SAVED.length()), value);
          }
        });
    return Map.copyOf(own);
  }

  private static void restore(Map<String, String> own, String name, String saved) {
    if (saved.isEmpty()) {
      own.remove(name);
    } else {
      own.put(name, saved.substring(1));
    }
  }

  /** The home directory: {@code HOME}, or what the user database says where that is unset. */
  static Path home(Map<String, String> environment) {
    String home = environment.getOrDefault("HOME", "");
    return Path.of(home.startsWith("/") ? home : System.getProperty("user.home"));
  }

  /** The user's name, for {@code ~name}. */
  static String user(Map<String, String> environment) {
    return environment.getOrDefault("USER", System.getProperty("user.name"));
  }

  /** The directory in which Pinfold was called. */
  static String cwd() throws IOException, UsageException {
    if (System.getenv(CWD_GONE) != null) {
      throw new UsageException("the current directory has been deleted", "Go to one that exists.");
    }
    String cwd = System.getProperty("user.dir");
    // The JVM's replacement for bytes that are no UTF-8: then the kernel is asked.
    return cwd.indexOf('\ufffd') < 0 ? cwd : Paths.readlink("/proc/self/cwd");
  }
}
