package dev.pinfold.run;

import dev.pinfold.policy.Circumstances;
import dev.pinfold.policy.Policy;
import dev.pinfold.policy.PolicyFile;
import dev.pinfold.policy.PolicyFileException;
import dev.pinfold.policy.PolicyFiles;
import dev.pinfold.policy.PolicyLimits;
import dev.pinfold.policy.PolicyNetwork;
import dev.pinfold.policy.PolicyPlaces;
import dev.pinfold.policy.PolicyProblem;
import dev.pinfold.policy.Profile;
import dev.pinfold.sandbox.Limits;
import dev.pinfold.workspace.Workspace;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.OptionalLong;

/**
 * The policy that a run is held to: the built-in one and the files of all layers.
 *
 * @param asked the profile that was asked for; a file may hold the run to a stricter one
 * @param policy what judges
 * @param files the files in it
 * @param limits what they allow at the most
 * @param network what they open and close, whatever is asked for
 * @param warnings what their authors should know
 */
public record RunPolicy(
    Profile asked,
    Policy policy,
    List<PolicyFile> files,
    PolicyLimits limits,
    PolicyNetwork network,
    List<PolicyProblem> warnings) {
  /** Copies the lists. */
  public RunPolicy {
    files = List.copyOf(files);
    warnings = List.copyOf(warnings);
  }

  static RunPolicy load(RunRequest request, Workspace workspace, InstantSource clock)
      throws PolicyFileException {
    PolicyPlaces places =
        PolicyPlaces.of(request.user().environment(), request.user().home())
            .withGiven(request.policy().files())
            .withWorkspace(workspace.path());
    PolicyFiles files = PolicyFiles.load(places);
    Circumstances now = Circumstances.unattended(clock).withAttended(request.policy().attended());
    return new RunPolicy(
        request.profile(),
        Policy.builtIn(request.profile()).with(files, now),
        files.files(),
        files.limits(),
        files.network(),
        files.warnings(now));
  }

  /** The request within the bounds that the files set. */
  RunRequest bound(RunRequest request) {
    Profile profile = policy.profile();
    Duration limit = request.timing().limit();
    Limits given = request.limits();
    return request
        .withProfile(profile)
        .withNetwork(request.network().heldTo(network))
        .withTiming(
            request
                .timing()
                .withLimit(
                    limits.timeoutSeconds().isPresent()
                        ? shorter(limit, Duration.ofSeconds(limits.timeoutSeconds().getAsLong()))
                        : limit))
        .withLimits(
            given
                .withProcesses(atMost(given.processes(), limits.processes()))
                .withOpenFiles(atMost(given.openFiles(), limits.openFiles()))
                .withFileSizeBytes(atMost(given.fileSizeBytes(), limits.fileSizeBytes())))
        .withKeepBytes((int) atMost(request.keepBytes(), limits.outputBytes()));
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) <= 0 ? one : other;
  }

  private static long atMost(long value, OptionalLong bound) {
    return bound.isPresent() ? Math.min(value, bound.getAsLong()) : value;
  }
}
