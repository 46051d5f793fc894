package dev.pinfold.cli;

import java.io.IOException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code pinfold open RUN}: where a private clone is. */
final class OpenCommand implements Command {
  private final Terminal terminal;

  OpenCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("pinfold open");
    spec.usageMessage()
        .description("Prints the folder of a run's private clone: cd \"$(pinfold open last)\"", "")
        .footer(
            "",
            "What lies in it was made by the run. A git that you start there reads the settings"
                + " that the",
            "run could write: pinfold exec -- git status is the safe way to look.");
    CloneVerb.addRunTo(spec, "0..1");
    return spec;
  }

  @Override
  public int run(ParseResult parsed) throws IOException, UsageException {
    CloneVerb verb = new CloneVerb();
    terminal.out().println(verb.clones().of(verb.run(parsed)).tree().toString());
    return Exit.OK;
  }
}
