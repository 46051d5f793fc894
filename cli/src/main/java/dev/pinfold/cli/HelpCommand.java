package dev.pinfold.cli;

import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** {@code pinfold help [COMMAND]}. */
final class HelpCommand implements Command {
  private final Terminal terminal;

  HelpCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("pinfold help");
    spec.usageMessage().description("Explains Pinfold, or one of its commands.");
    spec.addPositional(
        PositionalParamSpec.builder()
            .paramLabel("COMMAND")
            .arity("0..*")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .description("What to explain.")
            .build());
    return spec;
  }

  @Override
  public int run(ParseResult parsed) throws IOException, UsageException {
    List<String> words = parsed.matchedPositionalValue(0, List.of());
    terminal.out().print(words.isEmpty() ? overview() : explain(words));
    return Exit.OK;
  }

  private String explain(List<String> words) throws UsageException {
    return new CommandLineSyntax(Commands.resolve(words, terminal).command()).usage();
  }

  private String overview() throws UsageException {
    var text =
        new StringBuilder(
            """
            Usage: pinfold COMMAND …

            A pen for AI coding agents: their commands run bounded by the kernel, every run
            leaves a record, and nothing gets weaker silently.

            Commands:
            """);
    for (String name : Commands.NAMES) {
      String summary =
          Commands.resolve(List.of(name.split(" ", -1)), terminal)
              .command()
              .spec()
              .usageMessage()
              .description()[0];
      text.append("  ")
          .append(name)
          .append(" ".repeat(17 - name.length()))
          .append(summary)
          .append('\n');
    }
    return text.append("\npinfold help COMMAND explains one of them.\n").toString();
  }
}
