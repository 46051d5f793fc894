package dev.pinfold.run;

import java.util.Map;

/**
 * Who asks for a run: not what the run gets.
 *
 * @param home the real home, absolute
 * @param name the user's name
 * @param folder the current folder, absolute
 * @param environment the user's variables
 */
public record User(String home, String name, String folder, Map<String, String> environment) {
  /** Copies the map. */
  public User {
    environment = Map.copyOf(environment);
  }

  /** The user of this JVM. */
  public static User ofThisProcess() {
    String home = System.getenv().getOrDefault("HOME", System.getProperty("user.home"));
    return new User(
        home, System.getProperty("user.name"), System.getProperty("user.dir"), System.getenv());
  }
}
