package dev.pinfold.cli;

import dev.pinfold.agent.demo.ScriptedModel;
import dev.pinfold.agent.loop.AgentRun;
import dev.pinfold.agent.loop.AgentTask;
import dev.pinfold.agent.loop.Mask;
import dev.pinfold.journal.RunId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code pinfold agent resume RUN}: a run whose Pinfold was killed goes on. */
final class AgentResumeCommand implements Command {
  private final Terminal terminal;

  AgentResumeCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("pinfold agent resume");
    spec.usageMessage()
        .description(
            "Goes on with a run of an agent whose Pinfold was killed: in its private clone, with"
                + " what was said,",
            "its options, and what is left of its budget. A key is read from where it came from"
                + " then.",
            "")
        .footer("", AgentResult.STATUSES, AgentResult.MORE_STATUSES, AgentResult.LAST_STATUSES);
    CloneVerb.addRunTo(spec, "0..1");
    AgentCarrier.addReportTo(spec);
    return spec;
  }

  @Override
  public int run(ParseResult parsed) throws IOException, UsageException {
    Runs runs = Runs.ofThisUser();
    Map<String, String> environment = Environment.ofThisProcess();
    RunId run =
        Runs.named(
            parsed.matchedPositionalValue(0, "last"),
            new CloneVerb().all(),
            "pinfold show lists the private clones.");
    AgentRun.Interrupted interrupted = AgentRun.interrupted(runs.state(), run);
    List<String> again = interrupted.again();
    var carrier = new AgentCarrier(terminal, parsed);
    if (again.size() < 2) {
      throw new UsageException(
          "run " + run + " was not started by pinfold agent", "What started it can resume it.");
    }
    if (again.getFirst().equals("demo")) {
      ParseResult words = words(new AgentDemoCommand(terminal), again);
      AgentTask task = AgentDemoCommand.task(words, environment, Path.of(again.get(1)));
      ScriptedModel model = ScriptedModel.ofDemo(task.request().user().home());
      return carrier.resume(run, task, new AgentModel(model, Optional.empty(), Mask.nothing()));
    }
    ParseResult words = words(new AgentRunCommand(terminal), again);
    AgentTask task = AgentRunCommand.task(words, environment, again.get(1), interrupted.text());
    return carrier.resume(run, task, AgentModel.of(words, terminal, environment));
  }

  private static ParseResult words(Command command, List<String> again) throws UsageException {
    return new CommandLineSyntax(command).parse(again.subList(2, again.size()));
  }
}
