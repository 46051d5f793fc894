package dev.pinfold.cli;

import dev.pinfold.journal.StateDirectory;
import dev.pinfold.run.CommandLine;
import dev.pinfold.run.GrantRefusedException;
import dev.pinfold.run.PathExplanation;
import dev.pinfold.run.RunRequest;
import dev.pinfold.run.RunRequest.SandboxMode;
import dev.pinfold.sandbox.PathAnswer;
import dev.pinfold.sandbox.PathAnswer.Verdict;
import dev.pinfold.sandbox.Tier;
import dev.pinfold.workspace.WorkspaceException;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** {@code pinfold explain path}: what a run could do with a path, and what decides. */
final class ExplainPathCommand implements Command {
  private final Terminal terminal;

  ExplainPathCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("pinfold explain path");
    spec.usageMessage()
        .description("Tells what a run could do with a file or a folder, and what decides.")
        .footer(
            "",
            "Runs nothing. The options are those of exec, and mean the same: the rules are made as"
                + " for a run.",
            "With --run the denials of that run are listed, of the path and of what is below it.",
            "",
            "Examples:",
            "  pinfold explain path ~/.npmrc",
            "  pinfold explain path /etc/passwd --profile read-only --sandbox landlock",
            "  pinfold explain path ~/datasets --run last",
            "",
            "Exit status: 0 answered; 2 wrong usage; 125 Pinfold failed, or no run is possible"
                + " here.");
    ExecOptions.addViewTo(spec);
    spec.addOption(
        NamedOption.one(
            "--sandbox",
            "TIER",
            "auto (default: the tier that works here), full, landlock or off."));
    spec.addOption(
        NamedOption.one(
            "--run", "RUN", "Also list what this run was refused there; last is the last one."));
    spec.addOption(NamedOption.flag("--json", "Print a JSON object."));
    spec.addPositional(
        PositionalParamSpec.builder()
            .paramLabel("PATH")
            .arity("1")
            .type(String.class)
            .description("A file or a folder; it need not exist.")
            .build());
    return spec;
  }

  @Override
  public int run(ParseResult parsed) throws IOException, UsageException {
    String asked = parsed.matchedPositionalValue(0, "");
    if (asked.isEmpty()) {
      throw new UsageException("the path is empty", "pinfold explain path PATH");
    }
    String path = asked.startsWith("/") ? asked : Environment.cwd() + "/" + asked;
    Map<String, String> environment = Environment.ofThisProcess();
    RunRequest request =
        ExecOptions.request(parsed, new CommandLine.Words(List.of("true")), environment);
    RunDenials denials =
        parsed.hasMatchedOption("--run")
            ? RunDenials.of(parsed.matchedOptionValue("--run", ""))
            : RunDenials.none();
    try {
      String tier = tier(request.sandbox());
      PathExplanation explanation =
          PathExplanation.of(
              request,
              StateDirectory.of(environment, Environment.home(environment)),
              path,
              tier.equals("full"));
      tell(parsed, explanation, tier, denials.below(explanation.path(), path));
      return Exit.OK;
    } catch (WorkspaceException e) {
      return terminal.fail(Exit.UNABLE, String.valueOf(e.getMessage()), e.hint());
    } catch (GrantRefusedException e) {
      return terminal.fail(Exit.UNABLE, String.valueOf(e.getMessage()), e.hint());
    }
  }

  private static String tier(SandboxMode mode) throws IOException {
    return switch (mode) {
      case SandboxMode.Off() -> "off";
      case SandboxMode.On(Tier.Choice choice, _, _) ->
          switch (choice) {
            case FULL -> "full";
            case LANDLOCK -> "landlock";
            case AUTO -> {
              Diagnosis here = DoctorCommand.examine();
              if (!here.works()) {
                throw new IOException("no run is possible here: " + here.obstacle());
              }
              yield here.tier();
            }
          };
    };
  }

  private void tell(
      ParseResult parsed, PathExplanation explanation, String tier, List<RunDenials.Line> denied)
      throws IOException {
    if (parsed.hasMatchedOption("--json")) {
      terminal.out().write(json(explanation, tier, denied));
      return;
    }
    StringBuilder text = new StringBuilder();
    text.append(Printable.line(explanation.path()))
        .append(explanation.exists() ? "" : " (does not exist)")
        .append(", tier ")
        .append(tier)
        .append('\n');
    if (tier.equals("off")) {
      text.append("  the sandbox is off: whatever you may do\n");
    } else {
      for (int i = 0; i < explanation.answers().size(); i++) {
        line(text, explanation, i);
      }
      visibility(text, explanation, tier);
    }
    for (RunDenials.Line line : denied) {
      text.append("  refused in run ").append(line.run()).append(": ");
      text.append(Printable.line(line.text())).append('\n');
    }
    terminal.out().print(text.toString());
  }

  private static void line(StringBuilder text, PathExplanation explanation, int i) {
    PathAnswer answer = explanation.answers().get(i);
    String grant = explanation.grants().get(i);
    text.append("  ").append(name(answer)).append(": ");
    text.append(
        switch (answer.verdict()) {
          case ALLOWED -> "yes, by the rule for " + Printable.line(answer.by());
          case NOT_PERMITTED ->
              "no, by the file's own permissions; the pen would allow it (rule for "
                  + Printable.line(answer.by())
                  + ")";
          case REFUSED ->
              "no, by the pen: no rule opens it. "
                  + (grant.isEmpty()
                      ? "No grant for exactly this would be made."
                      : Printable.line(grant) + " would allow it.");
        });
    text.append('\n');
  }

  private static String name(PathAnswer answer) {
    return answer.kind().name().toLowerCase(Locale.ROOT);
  }

  /** A tier is not to be credited with what it does not do. */
  private static void visibility(StringBuilder text, PathExplanation explanation, String tier) {
    boolean open =
        explanation.answers().stream().anyMatch(answer -> answer.verdict() != Verdict.REFUSED);
    if (!open) {
      text.append(
          tier.equals("full")
              ? "  for the run it does not exist\n"
              : "  its name, size, owner and modes can be seen all the same: tier landlock does not"
                  + " hide them\n");
    }
  }

  private static byte[] json(
      PathExplanation explanation, String tier, List<RunDenials.Line> denied) {
    return Json.line(
        json -> {
          json.writeStringProperty("path", explanation.path());
          json.writeBooleanProperty("exists", explanation.exists());
          json.writeStringProperty("tier", tier);
          json.writeArrayPropertyStart("answers");
          for (int i = 0; !tier.equals("off") && i < explanation.answers().size(); i++) {
            PathAnswer answer = explanation.answers().get(i);
            json.writeStartObject();
            json.writeStringProperty("access", name(answer));
            json.writeStringProperty(
                "verdict", answer.verdict().name().toLowerCase(Locale.ROOT).replace('_', '-'));
            json.writeStringProperty("rule", answer.by());
            json.writeStringProperty("grant", explanation.grants().get(i));
            json.writeEndObject();
          }
          json.writeEndArray();
          json.writeArrayPropertyStart("denied");
          denied.forEach(line -> json.writeString(line.text()));
          json.writeEndArray();
        });
  }
}
