package dev.pinfold.cli;

import dev.pinfold.policy.PolicyFiles;
import dev.pinfold.policy.PolicyPlaces;
import java.util.List;

/** A policy as it is named on a command line: a file, or the word for the one without files. */
final class PolicyArgument {
  /** The policy without any file. */
  static final String BUILT_IN = "built-in";

  private PolicyArgument() {}

  static PolicyFiles read(String name) throws UsageException {
    return name.equals(BUILT_IN)
        ? PolicyFiles.none()
        : PolicyOptions.load(PolicyPlaces.only(List.of(name)));
  }
}
