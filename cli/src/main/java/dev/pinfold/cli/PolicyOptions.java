package dev.pinfold.cli;

import dev.pinfold.policy.Circumstances;
import dev.pinfold.policy.Dialect;
import dev.pinfold.policy.NearestName;
import dev.pinfold.policy.Policy;
import dev.pinfold.policy.PolicyContext;
import dev.pinfold.policy.PolicyFileException;
import dev.pinfold.policy.PolicyFiles;
import dev.pinfold.policy.PolicyPlaces;
import dev.pinfold.policy.PolicyProblem;
import dev.pinfold.policy.Profile;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * The options that say by which policy, and for which place, a command is judged, and how the
 * verdict is printed.
 */
final class PolicyOptions {
  private PolicyOptions() {}

  static void addTo(CommandSpec spec) {
    spec.addOption(NamedOption.flag("--json", "Print a JSON object."));
    spec.addOption(
        NamedOption.one(
            "--profile", "NAME", "permissive (default), read-write, read-only or locked."));
    spec.addOption(
        NamedOption.one(
            "--workspace",
            "DIR",
            "The run's folder (default: the current one). It need not exist."));
    spec.addOption(
        NamedOption.one("--cwd", "DIR", "Where the command starts (default: the workspace)."));
    spec.addOption(
        NamedOption.one("--home", "DIR", "What ~ and $HOME stand for (default: your home)."));
    spec.addOption(
        NamedOption.one(
            "--user", "NAME", "Whose name ~NAME stands for your home (default: yours)."));
    spec.addOption(
        NamedOption.flag(
            "--in-pen", "Judge as exec does in a pen: ~, $HOME and $TMPDIR are a run's own."));
    spec.addOption(
        NamedOption.flag(
            "--existing-repo",
            "The workspace is your own repository: also refuse what loses work."));
    spec.addOption(NamedOption.one("--dialect", "NAME", "sh, bash (default), cmd or powershell."));
    addFilesTo(spec);
  }

  /** The options about policy files. */
  static void addFilesTo(CommandSpec spec) {
    addGivenTo(spec);
    spec.addOption(
        NamedOption.flag(
            "--attended", "A person watches: rules with when = { attended = true } apply."));
  }

  /** The option that names policy files. */
  static void addGivenTo(CommandSpec spec) {
    spec.addOption(
        NamedOption.many(
            "--policy",
            "FILE",
            "A policy file, in addition to those of the organisation, yours and the"
                + " repository's."));
  }

  /** The policy that holds for a context, files and all; what is odd about the files is said. */
  static Policy policy(ParseResult parsed, Profile wanted, PolicyContext context, Terminal terminal)
      throws IOException, UsageException {
    PolicyFiles files = files(parsed, context.workspace());
    Circumstances now = circumstances(parsed);
    Policy policy = Policy.builtIn(wanted).with(files, now);
    warn(terminal, files.warnings(now), wanted, policy.profile());
    return policy;
  }

  /** The files that hold in a workspace, and those of {@code --policy}. */
  static PolicyFiles files(ParseResult parsed, String workspace) throws UsageException {
    Map<String, String> environment = Environment.ofThisProcess();
    return load(
        PolicyPlaces.of(environment, Environment.home(environment).toString())
            .withGiven(given(parsed))
            .withWorkspace(workspace));
  }

  static PolicyFiles load(PolicyPlaces places) throws UsageException {
    try {
      return PolicyFiles.load(places);
    } catch (PolicyFileException e) {
      throw unusable(e);
    }
  }

  /** The files of {@code --policy}. */
  static List<String> given(ParseResult parsed) throws UsageException {
    List<String> files = parsed.matchedOptionValue("--policy", List.of());
    if (files.contains("")) {
      throw new UsageException("--policy is empty", "Name a policy file.");
    }
    return files;
  }

  static Circumstances circumstances(ParseResult parsed) {
    return Circumstances.unattended(InstantSource.system())
        .withAttended(parsed.hasMatchedOption("--attended"));
  }

  /** A policy file that can't be used: what is wrong first, and that there is more. */
  static UsageException unusable(PolicyFileException e) {
    List<PolicyProblem> errors = e.problems();
    PolicyProblem first = errors.getFirst();
    String more =
        errors.size() > 1
            ? " There is more: pinfold policy lint " + ShellQuote.word(first.file())
            : "";
    return new UsageException(first.message(), (first.next() + more).strip());
  }

  /** What the authors of policy files should know, and the profile if it is not the chosen one. */
  static void warn(
      Terminal terminal, List<PolicyProblem> warnings, Profile wanted, Profile effective)
      throws IOException {
    for (PolicyProblem warning : warnings) {
      terminal.say("warning: " + warning.message(), warning.next());
    }
    if (wanted != effective) {
      terminal.say(
          "profile "
              + effective.label()
              + ", not "
              + wanted.label()
              + ": a policy file holds to it",
          "");
    }
  }

  static Profile profile(ParseResult parsed) throws UsageException {
    String name = parsed.matchedOptionValue("--profile", Profile.PERMISSIVE.label());
    try {
      return Profile.named(name);
    } catch (IllegalArgumentException e) {
      throw unknown("profile", name, Arrays.stream(Profile.values()).map(Profile::label).toList());
    }
  }

  static PolicyContext context(ParseResult parsed) throws IOException, UsageException {
    Map<String, String> environment = Environment.ofThisProcess();
    String workspace = absolute(parsed.matchedOptionValue("--workspace", "."));
    String home = parsed.matchedOptionValue("--home", Environment.home(environment).toString());
    return PolicyContext.ownFolder(
            workspace,
            absolute(home),
            parsed.matchedOptionValue("--user", Environment.user(environment)))
        .withCwd(absolute(parsed.matchedOptionValue("--cwd", workspace)))
        .withOwnHome(parsed.hasMatchedOption("--in-pen"))
        .withExistingRepo(parsed.hasMatchedOption("--existing-repo"))
        .withDialect(dialect(parsed));
  }

  static String absolute(String path) throws IOException, UsageException {
    return path.startsWith("/") ? path : Environment.cwd() + "/" + path;
  }

  private static Dialect dialect(ParseResult parsed) throws UsageException {
    String name = parsed.matchedOptionValue("--dialect", "bash");
    return switch (name) {
      case "sh" -> Dialect.SH;
      case "bash" -> Dialect.BASH;
      case "cmd" -> Dialect.CMD;
      case "powershell" -> Dialect.POWERSHELL;
      default -> throw unknown("dialect", name, List.of("sh", "bash", "cmd", "powershell"));
    };
  }

  static UsageException unknown(String what, String name, List<String> names) {
    String meant =
        NearestName.to(name, names).map(near -> "Did you mean " + near + "? ").orElse("");
    return new UsageException(
        "unknown " + what + " '" + name + "'", meant + "There are: " + String.join(", ", names));
  }
}
