package dev.pinfold.cli;

import dev.pinfold.agent.Clones;
import dev.pinfold.agent.RepositoryException;
import dev.pinfold.agent.loop.AgentReport;
import dev.pinfold.agent.loop.AgentRun;
import dev.pinfold.agent.loop.AgentTask;
import dev.pinfold.journal.JournalUnavailableException;
import dev.pinfold.journal.RunId;
import dev.pinfold.journal.StateDirectory;
import dev.pinfold.policy.PolicyFileException;
import dev.pinfold.process.Cancellation;
import dev.pinfold.process.DiskFullException;
import dev.pinfold.run.GrantRefusedException;
import dev.pinfold.run.RunRequest;
import dev.pinfold.run.Runner;
import dev.pinfold.sandbox.SandboxUnavailableException;
import dev.pinfold.workspace.WorkspaceException;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** Carries an agent's task from the command line to its report. */
final class AgentCarrier {
  private final Terminal terminal;
  private final ParseResult parsed;

  AgentCarrier(Terminal terminal, ParseResult parsed) {
    this.terminal = terminal;
    this.parsed = parsed;
  }

  static void addReportTo(CommandSpec spec) {
    spec.addOption(
        NamedOption.flag(
            "--json", "Print the report as JSON on standard output, not as Markdown."));
    spec.addOption(NamedOption.flag("--quiet", "Show nothing while it works."));
  }

  int run(AgentTask task, AgentModel model) throws IOException, UsageException {
    return carry(task, model, (agent, stop) -> agent.run(task, stop));
  }

  int resume(RunId run, AgentTask task, AgentModel model) throws IOException, UsageException {
    return carry(task, model, (agent, stop) -> agent.resume(run, task, stop));
  }

  /** What is done with a run: to begin it, or to go on with it. */
  private interface Carrying {
    AgentReport carry(AgentRun agent, Cancellation cancellation)
        throws IOException, SandboxUnavailableException, PolicyFileException;
  }

  private int carry(AgentTask task, AgentModel model, Carrying carrying)
      throws IOException, UsageException {
    Map<String, String> environment = task.request().user().environment();
    StateDirectory state = StateDirectory.of(environment, Environment.home(environment));
    InstantSource clock = InstantSource.system();
    Runner runner = new Runner(state, clock, new SecureRandom());
    if (task.request().sandbox() instanceof RunRequest.SandboxMode.Off) {
      terminal.say("WARNING: the sandbox is off: the agent can do all that you can", "");
    }
    try (model;
        var interruption = new Interruption()) {
      var watcher =
          new AgentTerminal(
              terminal, parsed.hasMatchedOption("--quiet"), interruption.cancellation());
      var worker = new AgentRun.Worker(model.model(), model.tariff(), model.mask(), watcher);
      AgentReport report =
          carrying.carry(new AgentRun(runner, state, clock, worker), interruption.cancellation());
      return new AgentResult(terminal, new Clones(task.request().user()))
          .tell(report, parsed.hasMatchedOption("--json"));
    } catch (WorkspaceException e) {
      return nothing(String.valueOf(e.getMessage()), e.hint());
    } catch (RepositoryException e) {
      return nothing(String.valueOf(e.getMessage()), e.hint());
    } catch (GrantRefusedException e) {
      return nothing(String.valueOf(e.getMessage()), e.hint());
    } catch (DiskFullException e) {
      return nothing(String.valueOf(e.getMessage()), e.hint());
    } catch (JournalUnavailableException e) {
      return nothing(String.valueOf(e.getMessage()), e.hint());
    } catch (PolicyFileException e) {
      UsageException unusable = PolicyOptions.unusable(e);
      return terminal.fail(Exit.USAGE, "nothing was run: " + unusable.message(), unusable.hint());
    } catch (SandboxUnavailableException e) {
      return nothing(
          String.valueOf(e.getMessage()),
          "pinfold doctor tells what this machine lacks, and the fix.");
    }
  }

  private int nothing(String message, String hint) {
    return terminal.fail(Exit.UNABLE, "nothing was run: " + message, hint);
  }
}
