package dev.pinfold.policy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The policy files of all layers, read and checked: organisation, user, repository. Immutable; safe
 * for use by several threads.
 */
public final class PolicyFiles {
  private static final PolicyFiles NONE = new PolicyFiles(List.of());

  private final List<PolicyFile> files;

  private PolicyFiles(List<PolicyFile> files) {
    this.files = List.copyOf(files);
  }

  /** No files: the built-in policy. */
  public static PolicyFiles none() {
    return NONE;
  }

  /**
   * Reads what is there, with all that it includes, and tries every example.
   *
   * @throws PolicyFileException when something is wrong with any of them; there is no policy then
   */
  public static PolicyFiles load(PolicyPlaces places) throws PolicyFileException {
    PolicyFiles files = loadUntried(places);
    for (List<PolicyFile> layer : files.layers()) {
      checkExamples(layer);
    }
    return files;
  }

  /** The same without trying the examples: for {@link #examples}. */
  public static PolicyFiles loadUntried(PolicyPlaces places) throws PolicyFileException {
    Map<PolicyLayer, List<PolicyFile>> layers = new EnumMap<>(PolicyLayer.class);
    for (PolicyLayer layer : PolicyLayer.values()) {
      List<PolicyFile> read = new PolicyLayerReader(layer, places).read();
      if (!read.isEmpty()) {
        layers.put(layer, read);
      }
    }
    if (layers.isEmpty()) {
      return NONE;
    }
    List<PolicyFile> all = layers.values().stream().flatMap(List::stream).toList();
    checkIds(all);
    PolicyFiles files = new PolicyFiles(all);
    files.network().checkSize();
    return files;
  }

  private List<List<PolicyFile>> layers() {
    return Arrays.stream(PolicyLayer.values())
        .map(layer -> files.stream().filter(file -> file.layer() == layer).toList())
        .filter(layer -> !layer.isEmpty())
        .toList();
  }

  /** Tries every example of the files in the policy of its layer. */
  public List<ExampleResult> examples() {
    List<ExampleResult> results = new ArrayList<>();
    for (List<PolicyFile> layer : layers()) {
      for (PolicyFile file : layer) {
        results.addAll(file.content().examples().results(file.name(), layer));
      }
    }
    return results;
  }

  /** Organisation first, each file before those that it includes. */
  public List<PolicyFile> files() {
    return files;
  }

  /** Upper bounds that all of them set. */
  public PolicyLimits limits() {
    return files.stream()
        .map(file -> file.content().limits())
        .reduce(PolicyLimits.NONE, PolicyLimits::and);
  }

  /** What all of them say about the network. */
  public PolicyNetwork network() {
    return files.stream()
        .map(file -> file.content().network())
        .reduce(PolicyNetwork.NONE, PolicyNetwork::and);
  }

  /** What their authors should know: lines that have no effect, rules whose date has passed. */
  public List<PolicyProblem> warnings(Circumstances now) {
    List<PolicyProblem> warnings = new ArrayList<>();
    for (PolicyFile file : files) {
      warnings.addAll(file.content().warnings());
      Problems problems = new Problems(file.name());
      for (CustomRule rule : file.content().rules()) {
        if (rule.isExpired(now.today())) {
          problems.warning(
              rule.line(),
              rule.isException()
                  ? "exception '" + rule.rule().id() + "' has expired and no longer applies"
                  : "rule '" + rule.rule().id() + "' is past its date, and still applies",
              "Remove it, or give it a new date.");
        }
      }
      warnings.addAll(problems.all());
    }
    return warnings;
  }

  private static void checkIds(List<PolicyFile> files) throws PolicyFileException {
    Map<String, String> known = new HashMap<>();
    for (PolicyFile file : files) {
      Problems problems = new Problems(file.name());
      for (CustomRule rule : file.content().rules()) {
        String place = file.name() + ":" + rule.line();
        String other = known.putIfAbsent(rule.rule().id(), place);
        if (other != null) {
          problems.error(
              rule.line(),
              "two rules have the id '" + rule.rule().id() + "': the other is at " + other,
              "Give one of them another id.");
        }
      }
      problems.stopIfAny();
    }
  }

  private static void checkExamples(List<PolicyFile> layer) throws PolicyFileException {
    for (PolicyFile file : layer) {
      Problems problems = new Problems(file.name());
      file.content().examples().check(layer, problems);
      for (ExampleResult result : file.content().examples().results(file.name(), layer)) {
        if (!result.right()) {
          problems.error(result.line(), result.problem(), result.next());
        }
      }
      problems.stopIfAny();
    }
  }
}
