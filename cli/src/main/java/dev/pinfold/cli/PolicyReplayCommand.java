package dev.pinfold.cli;

import dev.pinfold.policy.Circumstances;
import dev.pinfold.policy.Decision;
import dev.pinfold.policy.PolicyFiles;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code pinfold policy replay}: would recorded runs be judged as they were? */
final class PolicyReplayCommand implements Command {
  private final Terminal terminal;

  PolicyReplayCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("pinfold policy replay");
    spec.usageMessage()
        .description("Judges recorded runs again, and tells where the verdict changes.")
        .footer(
            "",
            "A run is judged for the workspace, home and dialect that its journal names and the"
                + " profile that was",
            "asked for, by the policy that holds there now.",
            "",
            "Examples:",
            "  pinfold policy replay last",
            "  pinfold policy replay all --under new.toml",
            "",
            "Exit status: 0 no verdict changes, 1 some do, 2 wrong usage or a file that can't be"
                + " used.");
    PolicyVerbs.addFiles(
        spec, "RUN", "0..*", "A run's id, the start of it, last, or all for every recorded run.");
    spec.addOption(
        NamedOption.one(
            "--under",
            "POLICY",
            "Judge by this file alone, or by the word built-in, by no file at all."));
    PolicyOptions.addFilesTo(spec);
    spec.addOption(
        NamedOption.flag("--json", "Print a JSON object for each change, and one for all."));
    return spec;
  }

  @Override
  public int run(ParseResult parsed) throws IOException, UsageException {
    boolean under = parsed.hasMatchedOption("--under");
    if (under && parsed.hasMatchedOption("--policy")) {
      throw new UsageException(
          "--under judges by one policy alone, --policy adds a file", "Leave one of them out.");
    }
    Circumstances now = PolicyOptions.circumstances(parsed);
    var changes = new VerdictChanges(terminal, parsed.hasMatchedOption("--json"));
    Map<String, PolicyFiles> loaded = new HashMap<>();
    if (under) {
      loaded.put("", PolicyArgument.read(parsed.matchedOptionValue("--under", "")));
    }
    for (String run :
        PolicyVerbs.some(parsed, "run", "Name a run, last, or all; pinfold log lists them.")) {
      for (PolicyCase one : JournalCases.of(run, changes)) {
        String place = under ? "" : one.context().workspace();
        PolicyFiles files = loaded.get(place);
        if (files == null) {
          files = PolicyOptions.files(parsed, place);
          loaded.put(place, files);
        }
        changes.add(one, one.was().orElse(Decision.ALLOW), "", one.judge(files, now));
      }
    }
    return changes.end();
  }
}
