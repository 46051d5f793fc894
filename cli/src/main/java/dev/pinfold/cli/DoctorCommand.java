package dev.pinfold.cli;

import dev.pinfold.journal.StateDirectory;
import dev.pinfold.run.CommandLine;
import dev.pinfold.run.GrantRefusedException;
import dev.pinfold.run.MacProfile;
import dev.pinfold.run.RunRequest;
import dev.pinfold.sandbox.KernelFeatures;
import dev.pinfold.sandbox.Limits;
import dev.pinfold.sandbox.Network;
import dev.pinfold.sandbox.Pen;
import dev.pinfold.sandbox.PenPlan;
import dev.pinfold.sandbox.Protection;
import dev.pinfold.sandbox.ProtectionStatus;
import dev.pinfold.sandbox.Protections;
import dev.pinfold.sandbox.SandboxUnavailableException;
import dev.pinfold.sandbox.SelfProof;
import dev.pinfold.sandbox.SystemView;
import dev.pinfold.sandbox.Tier;
import dev.pinfold.workspace.WorkspaceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code pinfold doctor}: opens a pen on this machine, tries to leave it, and says what holds. */
final class DoctorCommand implements Command {
  private final Terminal terminal;

  DoctorCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("pinfold doctor");
    spec.usageMessage()
        .description(
            "Tells which protections this machine has, and how to get those that it lacks.")
        .footer(
            "",
            "Nothing is taken from a version number: a pen is opened as for a run, and attempts to"
                + " leave",
            "it are made from within.",
            "",
            "Exit status: 0 runs can be contained here; 1 they can't, and no command would be"
                + " started.");
    spec.addOption(NamedOption.flag("--json", "Print a JSON object."));
    spec.addOption(
        NamedOption.one(
            "--print-profile",
            "SYSTEM",
            "macos: print the view of a run as a Seatbelt profile, which this project has never"
                + " executed. The options below shape it, as those of exec shape a run."));
    ExecOptions.addViewTo(spec);
    return spec;
  }

  @Override
  public int run(ParseResult parsed) throws IOException, UsageException {
    if (parsed.hasMatchedOption("--print-profile")) {
      return printProfile(parsed);
    }
    Diagnosis diagnosis = examine();
    if (parsed.hasMatchedOption("--json")) {
      terminal.out().write(diagnosis.json());
    } else {
      terminal.out().print(diagnosis.text());
    }
    return diagnosis.works() ? Exit.OK : Exit.BROKEN;
  }

  private int printProfile(ParseResult parsed) throws IOException, UsageException {
    String system = parsed.matchedOptionValue("--print-profile", "");
    if (!system.equals("macos")) {
      throw PolicyOptions.unknown("system", system, List.of("macos"));
    }
    Map<String, String> environment = Environment.ofThisProcess();
    RunRequest request =
        ExecOptions.request(parsed, new CommandLine.Words(List.of("true")), environment);
    try {
      terminal
          .out()
          .print(
              MacProfile.of(
                  request, StateDirectory.of(environment, Environment.home(environment))));
      return Exit.OK;
    } catch (WorkspaceException e) {
      return terminal.fail(Exit.UNABLE, String.valueOf(e.getMessage()), e.hint());
    } catch (GrantRefusedException e) {
      return terminal.fail(Exit.UNABLE, String.valueOf(e.getMessage()), e.hint());
    }
  }

  /** Opens a pen as a run would have it. */
  static Diagnosis examine() throws IOException {
    KernelFeatures kernel = KernelFeatures.probe();
    Path temporary = temporary();
    Path canary =
        Files.createTempFile(temporary, "pinfold-doctor-", ".canary"); // no run may read it
    Path tmp = Files.createTempDirectory(temporary, "pinfold-doctor-");
    try (Pen pen =
        Pen.open(
            new PenPlan(
                SystemView.get(),
                Limits.DEFAULT,
                canary.toString(),
                tmp.toString(),
                Tier.Choice.AUTO,
                Set.of(),
                // Nothing is started in it: what is tried is that starts can be judged.
                Optional.of(_ -> Optional.empty()),
                Network.NONE))) {
      return new Diagnosis(kernel, pen.tier(), pen.notFull(), pen.protections(), pen.proof(), "");
    } catch (SandboxUnavailableException e) {
      return new Diagnosis(
          kernel,
          Tier.LANDLOCK.id(),
          "",
          expected(kernel),
          new SelfProof(List.of()),
          String.valueOf(e.getMessage()));
    } finally {
      Files.delete(canary);
      Files.delete(tmp);
    }
  }

  /** Where a run's folder would be. */
  private static Path temporary() {
    Path named = Path.of(System.getenv().getOrDefault("TMPDIR", "/tmp"));
    return named.isAbsolute() && Files.isWritable(named) ? named : Path.of("/tmp");
  }

  private static Map<Protection, ProtectionStatus> expected(KernelFeatures kernel)
      throws IOException {
    Object user = Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    return Protections.of(kernel, user.equals(0), Tier.LANDLOCK);
  }
}
