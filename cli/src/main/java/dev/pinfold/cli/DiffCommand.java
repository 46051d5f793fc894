package dev.pinfold.cli;

import java.io.IOException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code pinfold diff RUN}: what a run has changed in its private clone. */
final class DiffCommand implements Command {
  private final Terminal terminal;

  DiffCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("pinfold diff");
    spec.usageMessage()
        .description("Prints what a run has changed in its private clone, as git diff does.", "")
        .footer("", "What the run left uncommitted is in it; what git ignores is not.");
    CloneVerb.addRunTo(spec, "0..1");
    return spec;
  }

  @Override
  public int run(ParseResult parsed) throws IOException, UsageException {
    CloneVerb verb = new CloneVerb();
    verb.clones().diff(verb.taken(parsed), CloneVerb.to(terminal));
    return Exit.OK;
  }
}
