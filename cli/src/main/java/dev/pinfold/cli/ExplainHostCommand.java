package dev.pinfold.cli;

import dev.pinfold.egress.EgressRules;
import dev.pinfold.egress.EgressSyntaxException;
import dev.pinfold.egress.HostPort;
import dev.pinfold.egress.Verdict;
import dev.pinfold.policy.Decision;
import dev.pinfold.policy.PolicyNetwork;
import dev.pinfold.run.NetworkRequest;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** {@code pinfold explain host}: whether a run could reach a host, and what decides. */
final class ExplainHostCommand implements Command {
  private static final String NO_NETWORK =
      "a run has no network, unless it is given one; in tier full it has a loopback of its own,"
          + " where only its own servers are";

  private final Terminal terminal;

  ExplainHostCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("pinfold explain host");
    spec.usageMessage()
        .description(
            "Tells whether a run with these network options could reach a host, and by which rule;"
                + " policy files are read as exec reads them.")
        .footer(
            "",
            "Looks no name up, and connects to nothing: an address that a name leads to is judged"
                + " when the",
            "run connects. Without a port: 443.",
            "",
            "Exit status: 0 it could; 20 it could not; 2 wrong usage, or a policy file",
            "that can't be used; 125 Pinfold failed.");
    NetworkOptions.addRulesTo(spec);
    PolicyOptions.addGivenTo(spec);
    spec.addOption(
        NamedOption.one(
            "--workspace",
            "DIR",
            "The run's folder, whose policy file counts (default: the current one)."));
    spec.addOption(
        NamedOption.one(
            "--run", "RUN", "Also list what this run was refused there; last is the last one."));
    spec.addOption(NamedOption.flag("--json", "Print a JSON object."));
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
    HostPort target = target(parsed.matchedPositionalValue(0, ""));
    String host = target.host().toString();
    String workspace =
        PolicyOptions.absolute(parsed.matchedOptionValue("--workspace", Environment.cwd()));
    PolicyNetwork files = PolicyOptions.files(parsed, workspace).network();
    NetworkRequest asked = NetworkOptions.rules(parsed);
    Answer answer = Answer.of(asked.heldTo(files).rules(), target);
    Optional<String> said = said(answer, asked, files);
    RunDenials denials =
        parsed.hasMatchedOption("--run")
            ? RunDenials.of(parsed.matchedOptionValue("--run", ""))
            : RunDenials.none();
    List<RunDenials.Line> denied = denials.ofHost(host);
    if (parsed.hasMatchedOption("--json")) {
      terminal
          .out()
          .write(
              Json.line(
                  json -> {
                    json.writeStringProperty("host", host);
                    json.writeNumberProperty("port", target.port());
                    json.writeStringProperty("verdict", answer.allowed() ? "allowed" : "refused");
                    json.writeStringProperty("rule", answer.rule());
                    json.writeStringProperty("reason", answer.reason());
                    said.ifPresent(place -> json.writeStringProperty("file", place));
                    answer.grant().ifPresent(word -> json.writeStringProperty("grant", word));
                    json.writeArrayPropertyStart("denied");
                    denied.forEach(line -> json.writeString(line.text()));
                    json.writeEndArray();
                  }));
    } else {
      terminal
          .out()
          .println(
              (answer.allowed() ? target : host)
                  + (answer.allowed() ? ": yes, by " : ": no, by ")
                  + answer.rule()
                  + ": "
                  + answer.reason());
      if (said.isPresent()) {
        terminal.out().println("  by the policy file " + Printable.line(said.get()));
      }
      if (answer.grant().isPresent()) {
        terminal.out().println("  --allow-host " + answer.grant().get() + " would allow it");
      }
      for (RunDenials.Line line : denied) {
        terminal
            .out()
            .println("  refused in run " + line.run() + ": " + Printable.line(line.text()));
      }
    }
    return Exit.of(answer.allowed() ? Decision.ALLOW : Decision.DENY);
  }

  /** The file and line of the word that decides, unless the command line says it. */
  private static Optional<String> said(Answer answer, NetworkRequest asked, PolicyNetwork files) {
    Optional<PolicyNetwork.Word> word =
        answer.allowed()
            ? asked.allow().contains(answer.rule())
                ? Optional.empty()
                : files.allowing(answer.rule())
            : answer.rule().startsWith(EgressRules.DENIED)
                ? files.denying(answer.rule().substring(EgressRules.DENIED.length()))
                : Optional.empty();
    return word.map(at -> at.file() + ":" + at.line());
  }

  /**
   * What a run with these rules gets.
   *
   * @param reason a sentence without a full stop
   * @param grant the narrowest word of {@code --allow-host} that would allow it, if one would
   */
  private record Answer(boolean allowed, String rule, String reason, Optional<String> grant) {
    static Answer of(EgressRules rules, HostPort target) {
      return switch (rules.judge(target)) {
        case Verdict.Allowed(String rule, String purpose) ->
            new Answer(true, rule, "through the run's proxy, for " + purpose, Optional.empty());
        case Verdict.Refused(_, _, Optional<String> grant) when rules.isNone() ->
            new Answer(false, "net.tcp", NO_NETWORK, grant);
        case Verdict.Refused(String rule, String reason, Optional<String> grant) ->
            new Answer(false, rule, reason, grant);
      };
    }
  }

  /** Written in full; port 443 where none is said. */
  private static HostPort target(String text) throws UsageException {
    try {
      boolean hasPort = text.matches(".*\\]:.*|[^:]*:[^:]*");
      boolean bare = !hasPort && text.contains(":") && !text.startsWith("[");
      return HostPort.parse(hasPort ? text : (bare ? "[" + text + "]" : text) + ":443");
    } catch (EgressSyntaxException e) {
      throw new UsageException(
          String.valueOf(e.getMessage()), "pinfold explain host NAME, or NAME:PORT");
    }
  }
}
