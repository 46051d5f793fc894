package dev.pinfold.cli;

import dev.pinfold.agent.TakenWork;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code pinfold discard RUN}: removes a private clone, and never work that is nowhere else. */
final class DiscardCommand implements Command {
  private final Terminal terminal;

  DiscardCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("pinfold discard");
    spec.usageMessage()
        .description(
            "Removes a run's private clone. Commits, uncommitted and new files that your"
                + " repository",
            "does not have are looked for first; where there are some, nothing is removed.",
            "")
        .footer("", "Exit status: 0 removed; 125 it holds work that is nowhere else.");
    CloneVerb.addRunTo(spec, "1");
    spec.addOption(
        NamedOption.flag(
            "--force",
            "Remove it all the same; its commits stay under refs/pinfold/salvage/ of your"
                + " repository. What git ignores is gone."));
    return spec;
  }

  @Override
  public int run(ParseResult parsed) throws IOException, UsageException {
    CloneVerb verb = new CloneVerb();
    TakenWork taken = verb.taken(parsed);
    List<String> kept = verb.clones().discard(taken, parsed.hasMatchedOption("--force"));
    terminal.out().println("the private clone of run " + taken.from().run() + " is removed");
    for (String name : kept) {
      terminal.out().println("kept: git branch NAME " + name);
    }
    return Exit.OK;
  }
}
