package dev.pinfold.cli;

import dev.pinfold.policy.ExtraPrograms;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** {@code pinfold policy names}: may these programs be added to an allow list? */
final class PolicyNamesCommand implements Command {
  private final Terminal terminal;

  PolicyNamesCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("pinfold policy names");
    spec.usageMessage()
        .description(
            "Tells which programs may be added to the allow list of a profile without a shell.")
        .footer(
            "",
            "Prints one JSON object a name, in order:",
            "  {\"name\":\"jq\",\"verdict\":\"accept\",\"reason\":\"…\"}",
            "Programs that run other programs, named in their arguments, are refused:",
            "one of them on the list would be all of them.",
            "",
            "Exit status: 0 all may be added, or --batch judged every line; 20 one is refused.");
    spec.addOption(NamedOption.flag("--batch", "Read one name a line from standard input."));
    spec.addPositional(
        PositionalParamSpec.builder()
            .paramLabel("NAME")
            .arity("0..*")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .description("Names of programs.")
            .build());
    return spec;
  }

  @Override
  public int run(ParseResult parsed) throws IOException, UsageException {
    List<String> names = parsed.matchedPositionalValue(0, List.of());
    if (parsed.hasMatchedOption("--batch") != names.isEmpty()) {
      throw new UsageException(
          names.isEmpty() ? "no name" : "--batch reads the names from standard input",
          "Give names, or --batch.");
    }
    return names.isEmpty() ? batch() : judge(names);
  }

  private int batch() throws IOException {
    var lines = new BatchLines(new BufferedInputStream(terminal.in()));
    for (var name = lines.next(); name.isPresent(); name = lines.next()) {
      judge(name.get());
      if (!lines.isMoreReady()) {
        terminal.out().flush();
      }
    }
    return Exit.OK;
  }

  private int judge(List<String> names) throws IOException {
    int status = Exit.OK;
    for (String name : names) {
      status = judge(name) ? status : Exit.DENY;
    }
    return status;
  }

  private boolean judge(String name) throws IOException {
    ExtraPrograms.Judgement judgement = ExtraPrograms.judge(name);
    terminal
        .out()
        .write(
            Json.line(
                json -> {
                  json.writeStringProperty("name", name);
                  json.writeStringProperty("verdict", judgement.accepted() ? "accept" : "refuse");
                  json.writeStringProperty("reason", judgement.reason());
                }));
    return judgement.accepted();
  }
}
