package dev.pinfold.cli;

import dev.pinfold.policy.Circumstances;
import dev.pinfold.policy.PolicyLint;
import dev.pinfold.policy.PolicyProblem;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code pinfold policy lint}: what is wrong with policy files, all of it. */
final class PolicyLintCommand implements Command {
  private final Terminal terminal;

  PolicyLintCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("pinfold policy lint");
    spec.usageMessage()
        .description("Tells what is wrong with policy files, and what could be better.")
        .footer(
            "",
            "FOLDER/.pinfold/policy.toml is looked at as a repository's, /etc/pinfold/policy.toml"
                + " as the",
            "organisation's, any other as your own.",
            "",
            "Exit status: 0 they can be used (there may be warnings), 2 wrong usage or a file that"
                + " can't",
            "be used.");
    PolicyVerbs.addFiles(spec, "FILE", "0..*", "Policy files.");
    spec.addOption(NamedOption.flag("--json", "Print a JSON object for each problem."));
    return spec;
  }

  @Override
  public int run(ParseResult parsed) throws IOException, UsageException {
    Circumstances now = Circumstances.unattended(InstantSource.system());
    int errors = 0;
    int warnings = 0;
    for (String file : PolicyVerbs.some(parsed, "file to look at", "Name policy files.")) {
      String path = file.startsWith(".pinfold/") ? Environment.cwd() + "/" + file : file;
      for (PolicyProblem problem : PolicyLint.problems(path, now)) {
        boolean error = problem.severity() == PolicyProblem.Severity.ERROR;
        errors += error ? 1 : 0;
        warnings += error ? 0 : 1;
        tell(problem, parsed.hasMatchedOption("--json"));
      }
    }
    if (!parsed.hasMatchedOption("--json")) {
      terminal.out().println(errors + " errors, " + warnings + " warnings");
    }
    return errors == 0 ? Exit.OK : Exit.USAGE;
  }

  private void tell(PolicyProblem problem, boolean json) throws IOException {
    String severity = problem.severity().name().toLowerCase(Locale.ROOT);
    if (json) {
      terminal
          .out()
          .write(
              Json.line(
                  out -> {
                    out.writeStringProperty("file", problem.file());
                    out.writeNumberProperty("line", problem.line());
                    out.writeStringProperty("severity", severity);
                    out.writeStringProperty("problem", problem.what());
                    out.writeStringProperty("next", problem.next());
                  }));
      return;
    }
    terminal
        .out()
        .println(
            Printable.line(
                problem.file() + ":" + problem.line() + ": " + severity + ": " + problem.what()));
    if (!problem.next().isEmpty()) {
      terminal.out().println("  " + Printable.line(problem.next()));
    }
  }
}
