package dev.pinfold.cli;

import dev.pinfold.agent.TakenWork;
import java.io.IOException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code pinfold claim RUN}: a run's work becomes a branch of the user's repository. */
final class ClaimCommand implements Command {
  private final Terminal terminal;

  ClaimCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("pinfold claim");
    spec.usageMessage()
        .description(
            "Takes over what a run has made in its private clone: its branch is fetched into the",
            "repository that the clone was made from. Nothing is checked out, and no hook runs.",
            "")
        .footer(
            "",
            "Look first: pinfold diff RUN. What of it runs outside the pen later (build files,"
                + " hooks",
            "folders, CI) is yours to read before you run it.",
            "",
            "Exit status: 0 claimed; 1 claimed, and does not merge by itself; 125 it can't be"
                + " claimed.");
    CloneVerb.addRunTo(spec, "0..1");
    spec.addOption(
        NamedOption.flag("--merge", "Merge it into the branch that is checked out, too."));
    spec.addOption(
        NamedOption.flag("--patch", "Print the commits as patches instead; for git am."));
    return spec;
  }

  @Override
  public int run(ParseResult parsed) throws IOException, UsageException {
    if (parsed.hasMatchedOption("--merge") && parsed.hasMatchedOption("--patch")) {
      throw new UsageException("--merge and --patch", "Which of them?");
    }
    CloneVerb verb = new CloneVerb();
    TakenWork taken = verb.taken(parsed);
    CloneText.notes(terminal, taken);
    if (taken.isEmpty()) {
      terminal.say(
          "run " + taken.from().run() + " has changed nothing: there is nothing to claim", "");
      return Exit.OK;
    }
    if (parsed.hasMatchedOption("--patch")) {
      verb.clones().patch(taken, CloneVerb.to(terminal));
      return Exit.OK;
    }
    verb.clones().claim(taken);
    terminal.out().println("branch " + taken.from().branch() + " is in " + taken.from().source());
    terminal.out().flush();
    if (parsed.hasMatchedOption("--merge")) {
      return merge(verb, taken);
    }
    terminal.say(
        "nothing is merged yet",
        "git merge " + taken.from().branch() + ", then: pinfold discard " + taken.from().run());
    return Exit.OK;
  }

  private int merge(CloneVerb verb, TakenWork taken) throws IOException {
    String conflict = verb.clones().merge(taken);
    if (!conflict.isEmpty()) {
      return terminal.fail(
          Exit.DIFFERENT,
          "the branch does not merge by itself, and your files are as they were: " + conflict,
          "git merge " + taken.from().branch());
    }
    terminal.out().println("merged into " + taken.from().source());
    return Exit.OK;
  }
}
