package dev.pinfold.cli;

import dev.pinfold.policy.Explanation;
import dev.pinfold.policy.Policy;
import dev.pinfold.policy.PolicyContext;
import dev.pinfold.policy.Profile;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code pinfold explain command}: judges a command, and tells all that it understood of it. */
final class ExplainCommand implements Command {
  private final Terminal terminal;
  private final boolean named;

  /**
   * Explains commands.
   *
   * @param named whether the command line says that it is a command, as {@code explain command}
   */
  ExplainCommand(Terminal terminal, boolean named) {
    this.terminal = terminal;
    this.named = named;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("pinfold explain command");
    spec.usageMessage()
        .description("Shows every command found in a command, and how it is judged.")
        .footer(
            "",
            "Runs nothing. The word command may be left out before -- and with -c.",
            "With --run the starts that were refused in that run are listed: of this command, and"
                + " of programs",
            "that it starts.",
            "",
            "Examples:",
            "  pinfold explain -- sudo -u me sh -c 'rm -rf /etc'",
            "  pinfold explain -c 'cd src && git push --force origin main'",
            "",
            "Exit status: 0 allow, 10 ask a person first, 20 deny, 2 wrong usage,",
            "125 Pinfold failed; as of pinfold check.");
    CommandWords.addTo(spec);
    PolicyOptions.addTo(spec);
    spec.addOption(
        NamedOption.one(
            "--run", "RUN", "Also list what of it was refused in this run; last is the last one."));
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
    if (!named
        && words instanceof CommandWords.Text(String text)
        && !parsed.hasMatchedOption("-c")) {
      throw new UsageException(
          "explain what? '" + text.split(" ", 2)[0] + "' is no kind of thing that can be explained",
          "Put -- before a command: pinfold explain -- " + text);
    }
    return switch (words) {
      case CommandWords.None _ ->
          throw new UsageException(
              "nothing to explain", "Give a command; pinfold explain --help has examples.");
      case CommandWords.Text(String text) ->
          tell(parsed, profile, text, policy.explain(text, context));
      case CommandWords.Argv(List<String> argv) ->
          tell(parsed, profile, String.join(" ", argv), policy.explain(argv, context));
    };
  }

  private int tell(ParseResult parsed, Profile profile, String text, Explanation explanation)
      throws IOException, UsageException {
    List<RunDenials.Line> denied = denied(parsed, text, explanation);
    if (parsed.hasMatchedOption("--json")) {
      terminal.out().write(ExplainJson.line(text, profile, explanation, denied));
    } else {
      terminal.out().print(new ExplainReport(text, explanation).text());
      for (RunDenials.Line line : denied) {
        terminal.out().println("refused in run " + line.run() + ": " + Printable.line(line.text()));
      }
    }
    return Exit.of(explanation.evaluation().decision());
  }

  private static List<RunDenials.Line> denied(
      ParseResult parsed, String text, Explanation explanation) throws IOException, UsageException {
    if (!parsed.hasMatchedOption("--run")) {
      return List.of();
    }
    Set<String> programs = new HashSet<>();
    explanation.steps().forEach(step -> addPrograms(step, programs));
    return RunDenials.of(parsed.matchedOptionValue("--run", "")).ofCommand(text, programs);
  }

  private static void addPrograms(Explanation.Step step, Set<String> programs) {
    step.call().ifPresent(call -> programs.add(call.name()));
    step.inside().forEach(inner -> addPrograms(inner, programs));
  }
}
