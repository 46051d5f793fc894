package dev.pinfold.cli;

import dev.pinfold.agent.RepositoryException;
import dev.pinfold.journal.JournalUnavailableException;
import dev.pinfold.journal.RunId;
import dev.pinfold.journal.StateDirectory;
import dev.pinfold.policy.PolicyFileException;
import dev.pinfold.process.DiskFullException;
import dev.pinfold.run.CommandLine;
import dev.pinfold.run.GrantRefusedException;
import dev.pinfold.run.RunPolicy;
import dev.pinfold.run.RunReport;
import dev.pinfold.run.RunRequest;
import dev.pinfold.run.Runner;
import dev.pinfold.sandbox.Protection;
import dev.pinfold.sandbox.SandboxUnavailableException;
import dev.pinfold.workspace.WorkspaceException;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code pinfold exec}: runs one command in a pen. */
final class ExecCommand implements Command {
  private final Terminal terminal;

  ExecCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("pinfold exec");
    spec.usageMessage()
        .description(
            "Runs a command in a pen.",
            "",
            "It can read the system's programs and change the workspace, has a home and a"
                + " temporary",
            "folder of its own, and no network unless --allow-host, --net or a policy file opens"
                + " some. When it",
            "ends, everything that it started ends.",
            "")
        .footer(
            "",
            "Examples:",
            "  pinfold exec -- make test",
            "  pinfold exec -c 'npm ci && npm test' --timeout 10m",
            "  pinfold exec --read ~/datasets --env SEED=1 -- python3 train.py",
            "  pinfold exec --clone -c 'make format && git commit -am Format'",
            "  pinfold exec --json --profile read-only -- git log --oneline",
            "",
            "Exit status: the command's own; 124 it ran out of time or disk; 125 Pinfold could not"
                + " run it as",
            "asked; 126 refused; 127 not found; 128+n ended by signal n; 2 wrong usage, or a policy"
                + " file",
            "that can't be used.");
    ExecOptions.addTo(spec);
    ClonedRun.addTo(spec);
    spec.addPositional(CommandWords.operands("After --: the program and its arguments."));
    return spec;
  }

  @Override
  public boolean stopsAtOperand() {
    return true;
  }

  @Override
  public int run(ParseResult parsed) throws IOException, UsageException {
    Map<String, String> environment = Environment.ofThisProcess();
    RunRequest request = ExecOptions.request(parsed, command(parsed), environment, secrets(parsed));
    var runner =
        new Runner(
                StateDirectory.of(environment, Environment.home(environment)),
                InstantSource.system(),
                new SecureRandom())
            .announcing(policy -> announce(parsed, policy));
    try (ReportFile file = report(parsed);
        var interruption = new Interruption()) {
      warn(request);
      var live =
          new LiveTerminal(
              terminal, parsed.hasMatchedOption("--json"), parsed.hasMatchedOption("--quiet"));
      if (ClonedRun.isAsked(parsed)) {
        return onClone(parsed, runner, request, live, file, interruption);
      }
      RunReport report = runner.run(request, live, live, interruption.cancellation());
      tell(parsed, report, live, file, Optional.empty());
      return report.exitStatus();
    } catch (WorkspaceException e) {
      return terminal.fail(Exit.UNABLE, String.valueOf(e.getMessage()), e.hint());
    } catch (RepositoryException e) {
      return terminal.fail(Exit.UNABLE, "nothing was run: " + e.getMessage(), e.hint());
    } catch (GrantRefusedException e) {
      return terminal.fail(Exit.UNABLE, String.valueOf(e.getMessage()), e.hint());
    } catch (DiskFullException e) {
      return terminal.fail(Exit.UNABLE, String.valueOf(e.getMessage()), e.hint());
    } catch (PolicyFileException e) {
      UsageException unusable = PolicyOptions.unusable(e);
      return terminal.fail(Exit.USAGE, "nothing was run: " + unusable.message(), unusable.hint());
    } catch (JournalUnavailableException e) {
      return terminal.fail(Exit.UNABLE, String.valueOf(e.getMessage()), e.hint());
    } catch (SandboxUnavailableException e) {
      return terminal.fail(
          Exit.UNABLE,
          "nothing was run: " + e.getMessage(),
          "pinfold doctor tells what this machine lacks, and the fix.");
    }
  }

  private int onClone(
      ParseResult parsed,
      Runner runner,
      RunRequest request,
      LiveTerminal live,
      ReportFile file,
      Interruption interruption)
      throws IOException, UsageException, SandboxUnavailableException, PolicyFileException {
    RunId run = runner.nextId();
    ClonedRun cloned = ClonedRun.prepare(terminal, parsed, request, run);
    boolean ended = false;
    try {
      RunReport report =
          runner.run(run, cloned.on(request), live, live, interruption.cancellation());
      ended = true;
      Optional<CloneText> work = cloned.take();
      tell(parsed, report, live, file, work);
      if (work.isPresent()) {
        cloned.finish(work.get(), parsed.hasMatchedOption("--quiet"));
      }
      return report.exitStatus();
    } finally {
      if (!ended) {
        Optional<CloneText> nothing = cloned.take();
        if (nothing.isPresent()) {
          cloned.finish(nothing.get(), true);
        }
      }
    }
  }

  private Secrets secrets(ParseResult parsed) {
    return parsed.hasMatchedOption("--stdin") ? Secrets.inFiles() : Secrets.of(terminal.in());
  }

  private static CommandLine command(ParseResult parsed) throws UsageException {
    return switch (CommandWords.of(parsed)) {
      case CommandWords.None _ ->
          throw new UsageException(
              "no command", "pinfold exec -- PROGRAM ARGUMENT…, or: pinfold exec -c 'shell text'");
      case CommandWords.Argv(List<String> argv) -> new CommandLine.Words(argv);
      case CommandWords.Text(String text) when parsed.hasMatchedOption("-c") ->
          new CommandLine.Text(text);
      case CommandWords.Text(String text) ->
          throw new UsageException(
              "is this a program with arguments, or shell text?",
              "pinfold exec -- " + text + ", or: pinfold exec -c " + ShellQuote.word(text));
    };
  }

  /** Said even with {@code --quiet}: nothing gets weaker silently. */
  private void warn(RunRequest request) throws IOException {
    if (request.network().rules().isOpen()) {
      terminal.say(
          "WARNING: the network is open: this command can send what it reads to any public host",
          "--allow-host and --net name what it needs.");
    }
    switch (request.sandbox()) {
      case RunRequest.SandboxMode.Off _ ->
          terminal.say("WARNING: the sandbox is off: this command can do all that you can", "");
      case RunRequest.SandboxMode.On(_, var allowedMissing, boolean execGuard) -> {
        if (!execGuard) {
          terminal.say(
              "WARNING: the exec guard is off: what the command starts is not judged by the policy",
              "");
        }
        for (Protection protection : allowedMissing) {
          terminal.say(
              "WARNING: running even without " + protection.id() + ": " + protection.sentence(),
              "");
        }
      }
    }
  }

  private static ReportFile report(ParseResult parsed) throws IOException, UsageException {
    return parsed.hasMatchedOption("--report")
        ? ReportFile.open(parsed.matchedOptionValue("--report", ""))
        : ReportFile.none();
  }

  /** Before the run: what is odd about the policy's files may be a reason to stop it. */
  private void announce(ParseResult parsed, RunPolicy policy) throws IOException {
    if (!parsed.hasMatchedOption("--quiet")) {
      PolicyOptions.warn(terminal, policy.warnings(), policy.asked(), policy.policy().profile());
    }
  }

  private void tell(
      ParseResult parsed,
      RunReport report,
      LiveTerminal live,
      ReportFile file,
      Optional<CloneText> work)
      throws IOException {
    new ReportText(terminal, parsed.hasMatchedOption("--quiet"), live.told()).tell(report);
    if (parsed.hasMatchedOption("--verbose")) {
      ReportText.sayWhatHeld(terminal, report);
    }
    byte[] json = new ReportJson(report).line(work);
    file.write(json);
    if (parsed.hasMatchedOption("--json")) {
      terminal.out().write(json).flush();
    }
  }
}
