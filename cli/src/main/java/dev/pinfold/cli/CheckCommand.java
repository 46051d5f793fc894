package dev.pinfold.cli;

import dev.pinfold.policy.Evaluation;
import dev.pinfold.policy.Policy;
import dev.pinfold.policy.PolicyContext;
import dev.pinfold.policy.Profile;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code pinfold check}: judges commands and runs none. */
final class CheckCommand implements Command {
  private final Terminal terminal;

  CheckCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("pinfold check");
    spec.usageMessage()
        .description("Tells if the policy lets a command run, and runs nothing.")
        .footer(
            "",
            "Examples:",
            "  pinfold check 'rm -rf ~/'",
            "  pinfold check --profile read-only -- git log --oneline",
            "  pinfold check --batch --json < commands.txt",
            "",
            "A line of --batch is one command, with \\\\ for a backslash, \\n for a line feed",
            "and \\t for a tab in it. Spans count UTF-16 units from the start of the command.",
            "",
            "Exit status: 0 allow, 10 ask a person first, 20 deny, 2 wrong usage or a policy",
            "file that can't be used, 125 Pinfold failed. With --batch 0 says that every line",
            "was judged.");
    CommandWords.addTo(spec);
    spec.addOption(
        NamedOption.flag("--batch", "Read one command a line, print one JSON object a line."));
    PolicyOptions.addTo(spec);
    return spec;
  }

  @Override
  public boolean stopsAtOperand() {
    return true;
  }

  @Override
  public int run(ParseResult parsed) throws IOException, UsageException {
    Profile wanted = PolicyOptions.profile(parsed);
    PolicyContext context = PolicyOptions.context(parsed);
    Policy policy = PolicyOptions.policy(parsed, wanted, context, terminal);
    Profile profile = policy.profile();
    CommandWords words = CommandWords.of(parsed);
    if (parsed.hasMatchedOption("--batch")) {
      if (!(words instanceof CommandWords.None)) {
        throw new UsageException(
            "--batch reads the commands from standard input",
            "Leave out the command that stands there as well.");
      }
      return new CheckBatch(policy, context, profile, terminal).run();
    }
    return switch (words) {
      case CommandWords.None _ ->
          throw new UsageException(
              "nothing to check", "Give a command, or --batch; pinfold check --help has examples.");
      case CommandWords.Text(String text) ->
          tell(parsed, profile, text, policy.evaluate(text, context));
      case CommandWords.Argv(List<String> argv) ->
          tell(parsed, profile, String.join(" ", argv), policy.evaluate(argv, context));
    };
  }

  private int tell(ParseResult parsed, Profile profile, String text, Evaluation evaluation)
      throws IOException {
    if (parsed.hasMatchedOption("--json")) {
      terminal.out().write(CheckJson.line(text, profile, evaluation));
    } else {
      terminal.out().print(CheckReport.of(text, evaluation));
    }
    return Exit.of(evaluation.decision());
  }
}
