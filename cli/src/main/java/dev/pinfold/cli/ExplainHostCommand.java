package dev.pinfold.cli;

import dev.pinfold.egress.EgressSyntaxException;
import dev.pinfold.egress.HostPort;
import dev.pinfold.policy.Decision;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** {@code pinfold explain host}: whether a run could reach a host, and what decides. */
final class ExplainHostCommand implements Command {
  private final Terminal terminal;

  ExplainHostCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("pinfold explain host");
    spec.usageMessage()
        .description("Tells whether a run with no network options could reach a host.")
        .footer(
            "",
            "Looks no name up, and connects to nothing.",
            "",
            "Exit status: 20 it could not; 2 wrong usage; 125 Pinfold failed.");
    spec.addOption(
        OptionSpec.builder("--run")
            .paramLabel("RUN")
            .type(String.class)
            .description("Also list what this run was refused there; last is the last one.")
            .build());
    spec.addOption(OptionSpec.builder("--json").description("Print a JSON object.").build());
    spec.addPositional(
        PositionalParamSpec.builder()
            .paramLabel("HOST[:PORT]")
            .arity("1")
            .type(String.class)
            .description("A name or an address; an IPv6 address with a port in brackets.")
            .build());
    return spec;
  }

  @Override
  public int run(ParseResult parsed) throws IOException, UsageException {
    String host = host(parsed.matchedPositionalValue(0, ""));
    RunDenials denials =
        parsed.hasMatchedOption("--run")
            ? RunDenials.of(parsed.matchedOptionValue("--run", ""))
            : RunDenials.none();
    List<RunDenials.Line> denied = denials.ofHost(host);
    String reason =
        "a run has no network, unless it is given one; in tier full it has a loopback of its own,"
            + " where only its own servers are";
    if (parsed.hasMatchedOption("--json")) {
      terminal
          .out()
          .write(
              Json.line(
                  json -> {
                    json.writeStringProperty("host", host);
                    json.writeStringProperty("verdict", "refused");
                    json.writeStringProperty("rule", "net.tcp");
                    json.writeStringProperty("reason", reason);
                    json.writeArrayPropertyStart("denied");
                    denied.forEach(line -> json.writeString(line.text()));
                    json.writeEndArray();
                  }));
    } else {
      terminal.out().println(host + ": no, by net.tcp: " + reason);
      for (RunDenials.Line line : denied) {
        terminal
            .out()
            .println("  refused in run " + line.run() + ": " + Printable.line(line.text()));
      }
    }
    return Exit.of(Decision.DENY);
  }

  /** As it is written in full, without a port. */
  private static String host(String text) throws UsageException {
    try {
      boolean hasPort = text.matches(".*\\]:.*|[^:]*:[^:]*");
      boolean bare = !hasPort && text.contains(":") && !text.startsWith("[");
      String whole = hasPort ? text : (bare ? "[" + text + "]" : text) + ":443";
      return HostPort.parse(whole).host().toString();
    } catch (EgressSyntaxException e) {
      throw new UsageException(
          String.valueOf(e.getMessage()), "pinfold explain host NAME, or NAME:PORT");
    }
  }
}
