package dev.pinfold.policy;

import java.util.List;
import java.util.Map;

/**
 * Where policy files are looked for. None of them need exist, except those that were named.
 *
 * @param organisation the organisation's file
 * @param user the user's own
 * @param given files that the user named for this once: of the same standing as the user's own
 * @param workspace the folder whose {@code .pinfold/policy.toml} is the repository's; empty for
 *     none
 */
public record PolicyPlaces(String organisation, String user, List<String> given, String workspace) {
  /** The organisation's file. */
  public static final String ORGANISATION = "/etc/pinfold/policy.toml";

  /** The repository's file, seen from its top. */
  public static final String REPOSITORY = ".pinfold/policy.toml";

  /** Copies the list. */
  public PolicyPlaces {
    given = List.copyOf(given);
  }

  /**
   * The usual places (XDG Base Directory Specification 0.8; a relative {@code XDG_CONFIG_HOME}
   * counts as unset).
   *
   * @param environment the user's variables
   * @param home the user's home directory, absolute
   */
  public static PolicyPlaces of(Map<String, String> environment, String home) {
    String config = environment.getOrDefault("XDG_CONFIG_HOME", "");
    return new PolicyPlaces(
        ORGANISATION,
        (config.startsWith("/") ? config : home + "/.config") + "/pinfold/policy.toml",
        List.of(),
        "");
  }

  /** None but these files, read as the user's own. */
  public static PolicyPlaces only(List<String> given) {
    return new PolicyPlaces("", "", given, "");
  }

  /** The same, and files that the user named. */
  public PolicyPlaces withGiven(List<String> files) {
    return new PolicyPlaces(organisation, user, files, workspace);
  }

  /** The same, for a run in {@code folder}, an absolute path. */
  public PolicyPlaces withWorkspace(String folder) {
    return new PolicyPlaces(organisation, user, given, folder);
  }
}
