package dev.pinfold.cli;

import dev.pinfold.policy.NearestName;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** How Pinfold's command lines are read, the same for every command. */
final class CommandLineSyntax {
  static {
    // Every option is text to us. Looking for Groovy and for types to convert to takes 10 ms of a
    // start.
    System.setProperty("picocli.disable.closures", "true");
    System.setProperty("picocli.converters.excludes", ".*");
  }

  private final Command command;
  private final CommandLine line;

  CommandLineSyntax(Command command) {
    this.command = command;
    var spec = command.spec();
    spec.addOption(
        OptionSpec.builder("-h", "--help").usageHelp(true).description("Show this help.").build());
    spec.usageMessage().sortOptions(false).width(88).synopsisHeading("Usage: ");
    line = new CommandLine(spec);
    line.setStopAtPositional(command.stopsAtOperand());
    line.setExpandAtFiles(false); // an argument that starts with @ is an argument
    line.setInterpolateVariables(false);
  }

  int run(List<String> words, Terminal terminal) throws IOException, UsageException {
    ParseResult parsed = parse(words);
    if (parsed.isUsageHelpRequested()) {
      terminal.out().print(usage());
      return Exit.OK;
    }
    return command.run(parsed);
  }

  String usage() {
    return line.getUsageMessage(Ansi.OFF);
  }

  /** The words, understood. */
  ParseResult parse(List<String> words) throws UsageException {
    try {
      return line.parseArgs(words.toArray(String[]::new));
    } catch (UnmatchedArgumentException e) {
      throw new UsageException(
          "unknown option " + e.getUnmatched().getFirst(), hint(e.getUnmatched().getFirst()));
    } catch (ParameterException e) {
      throw new UsageException(String.valueOf(e.getMessage()), helpHint());
    }
  }

  private String hint(String unknown) {
    List<String> options =
        line.getCommandSpec().options().stream().map(OptionSpec::longestName).toList();
    return NearestName.to(unknown, options).map(name -> "Did you mean " + name + "? ").orElse("")
        + helpHint();
  }

  private String helpHint() {
    return line.getCommandSpec().qualifiedName() + " --help explains the options.";
  }
}
