package dev.pinfold.cli;

import dev.pinfold.policy.Circumstances;
import dev.pinfold.policy.Evaluation;
import dev.pinfold.policy.PolicyFiles;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code pinfold policy diff}: which verdicts change from one policy to another? */
final class PolicyDiffCommand implements Command {
  private final Terminal terminal;

  PolicyDiffCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("pinfold policy diff");
    spec.usageMessage()
        .description("Tells which verdicts change from one policy to another.")
        .footer(
            "",
            "Examples:",
            "  pinfold policy diff built-in policy.toml --over cases.tsv",
            "  pinfold policy diff policy.toml new.toml --over all",
            "",
            "Exit status: 0 none changes, 1 some do, 2 wrong usage or a file that can't be used.");
    PolicyVerbs.addFiles(
        spec, "POLICY", "0..*", "The old and the new one: files, or the word built-in.");
    spec.addOption(
        NamedOption.many(
            "--over",
            "CASES",
            "Commands to judge: a corpus (.tsv), a run's id or the start of it, last, or all"
                + " for every recorded run."));
    PolicyVerbs.addPlace(spec);
    spec.addOption(
        NamedOption.flag("--json", "Print a JSON object for each change, and one for all."));
    return spec;
  }

  @Override
  public int run(ParseResult parsed) throws IOException, UsageException {
    List<String> policies = PolicyVerbs.files(parsed);
    if (policies.size() != 2) {
      throw new UsageException(
          policies.size() + " policies; a comparison needs two",
          "pinfold policy diff OLD NEW --over CASES; built-in is the policy without files.");
    }
    List<String> over = parsed.matchedOptionValue("--over", List.of());
    if (over.isEmpty()) {
      throw new UsageException(
          "over which commands?", "--over takes a corpus (.tsv), a run, last, or all.");
    }
    PolicyFiles old = PolicyArgument.read(policies.get(0));
    PolicyFiles other = PolicyArgument.read(policies.get(1));
    Circumstances now = PolicyOptions.circumstances(parsed);
    var changes = new VerdictChanges(terminal, parsed.hasMatchedOption("--json"));
    for (String source : over) {
      for (PolicyCase one : cases(parsed, source, changes)) {
        Evaluation before = one.judge(old, now);
        changes.add(one, before.decision(), PolicyCase.rules(before), one.judge(other, now));
      }
    }
    return changes.end();
  }

  private static List<PolicyCase> cases(ParseResult parsed, String source, VerdictChanges changes)
      throws IOException, UsageException {
    return source.endsWith(".tsv")
        ? CorpusFile.read(source, PolicyVerbs.context(parsed), PolicyOptions.profile(parsed))
        : JournalCases.of(source, changes);
  }
}
