package dev.pinfold.cli;

import dev.pinfold.policy.PolicyContext;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** What the verbs about policy files have in common on the command line. */
final class PolicyVerbs {
  private PolicyVerbs() {}

  /** Operands that name files. */
  static void addFiles(CommandSpec spec, String label, String arity, String description) {
    spec.addPositional(
        PositionalParamSpec.builder()
            .paramLabel(label)
            .arity(arity)
            .type(List.class)
            .auxiliaryTypes(String.class)
            .description(description)
            .build());
  }

  static List<String> files(ParseResult parsed) {
    return parsed.matchedPositionalValue(0, List.of());
  }

  /** At least one of them: nothing to look at is not "all is well". */
  static List<String> some(ParseResult parsed, String what, String hint) throws UsageException {
    List<String> files = files(parsed);
    if (files.isEmpty()) {
      throw new UsageException("no " + what, hint);
    }
    return files;
  }

  /** The place that a corpus is written for: everybody's, not that of whoever runs it. */
  static void addPlace(CommandSpec spec) {
    spec.addOption(
        NamedOption.one(
            "--workspace", "DIR", "The folder of a corpus's commands (/workspace/proj)."));
    spec.addOption(
        NamedOption.one("--home", "DIR", "What ~ and $HOME stand for in it (/home/dev)."));
    spec.addOption(
        NamedOption.one("--user", "NAME", "Whose name ~NAME stands for that home (dev)."));
    spec.addOption(
        NamedOption.one("--profile", "NAME", "The profile of rows without a mode (permissive)."));
  }

  static PolicyContext context(ParseResult parsed) throws IOException, UsageException {
    return PolicyContext.ownFolder(
        absolute(parsed, "--workspace", "/workspace/proj"),
        absolute(parsed, "--home", "/home/dev"),
        parsed.matchedOptionValue("--user", "dev"));
  }

  private static String absolute(ParseResult parsed, String option, String otherwise)
      throws IOException, UsageException {
    String path = parsed.matchedOptionValue(option, otherwise);
    return path.startsWith("/") ? path : Environment.cwd() + "/" + path;
  }
}
