package dev.pinfold.cli;

import dev.pinfold.agent.PrivateClone;
import dev.pinfold.agent.TakenWork;
import dev.pinfold.journal.RunId;
import java.io.IOException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code pinfold show [RUN]}: private clones, or one of them. */
final class ShowCommand implements Command {
  private final Terminal terminal;

  ShowCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("pinfold show");
    spec.usageMessage()
        .description(
            "Shows what a run has made in its private clone: commits, files, and what is left to"
                + " do.",
            "Without a run: lists the clones that there are.",
            "");
    CloneVerb.addRunTo(spec, "0..1");
    spec.addOption(NamedOption.flag("--json", "Print it as one JSON value."));
    return spec;
  }

  @Override
  public int run(ParseResult parsed) throws IOException, UsageException {
    CloneVerb verb = new CloneVerb();
    if (!parsed.hasMatchedPositional(0)) {
      return list(verb, parsed);
    }
    TakenWork taken = verb.taken(parsed);
    CloneText text = new CloneText(verb.clones(), taken);
    if (parsed.hasMatchedOption("--json")) {
      terminal.out().write(Json.line(text::write)).flush();
    } else {
      text.tell(terminal);
    }
    return Exit.OK;
  }

  private int list(CloneVerb verb, ParseResult parsed) throws IOException {
    for (RunId run : verb.all()) {
      PrivateClone clone = verb.clones().of(run);
      String state = verb.isRunning(run) ? "running" : "ended";
      if (parsed.hasMatchedOption("--json")) {
        terminal
            .out()
            .write(
                Json.line(
                    json -> {
                      json.writeStringProperty("run", run.value());
                      json.writeStringProperty("state", state);
                      json.writeStringProperty("source", clone.source().toString());
                      json.writeStringProperty("tree", clone.tree().toString());
                    }));
      } else {
        terminal
            .out()
            .println(run + "  " + state + "  of " + Printable.line(clone.source().toString()));
      }
    }
    terminal.out().flush();
    return Exit.OK;
  }
}
