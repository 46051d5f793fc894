package dev.pinfold.cli;

import dev.pinfold.policy.NearestName;
import java.util.List;
import java.util.Optional;

/** All commands, by name. */
final class Commands {
  /** In the order of the help text. */
  static final List<String> NAMES =
      List.of(
          "exec",
          "check",
          "explain command",
          "explain path",
          "explain host",
          "show",
          "diff",
          "claim",
          "open",
          "discard",
          "doctor",
          "prove",
          "log",
          "log verify",
          "policy test",
          "policy lint",
          "policy diff",
          "policy replay",
          "policy names",
          "mcp",
          "agent demo",
          "agent run",
          "agent resume",
          "version",
          "help");

  private Commands() {}

  /**
   * A command and what was said to it.
   *
   * @param words what follows its name
   */
  record Call(Command command, List<String> words) {}

  /** Finds the command that {@code words} start with: one or two of them are its name. */
  static Call resolve(List<String> words, Terminal terminal) throws UsageException {
    if (words.size() > 1) {
      Optional<Command> twoWords = find(words.get(0) + " " + words.get(1), terminal);
      if (twoWords.isPresent()) {
        return new Call(twoWords.get(), words.subList(2, words.size()));
      }
    }
    Command command = find(words.getFirst(), terminal).orElseThrow(() -> unknown(words));
    return new Call(command, words.subList(1, words.size()));
  }

  /** A switch, not a table: only the command that is called gets built. */
  private static Optional<Command> find(String name, Terminal terminal) {
    return switch (name) {
      case "exec" -> {
        HeadStart.begin();
        yield Optional.of(new ExecCommand(terminal));
      }
      case "check" -> Optional.of(new CheckCommand(terminal));
      case "explain" -> Optional.of(new ExplainCommand(terminal, false));
      case "explain path" -> Optional.of(new ExplainPathCommand(terminal));
      case "explain host" -> Optional.of(new ExplainHostCommand(terminal));
      case "explain command" -> Optional.of(new ExplainCommand(terminal, true));
      case "show" -> Optional.of(new ShowCommand(terminal));
      case "diff" -> Optional.of(new DiffCommand(terminal));
      case "claim" -> Optional.of(new ClaimCommand(terminal));
      case "open" -> Optional.of(new OpenCommand(terminal));
      case "discard" -> Optional.of(new DiscardCommand(terminal));
      case "doctor" -> Optional.of(new DoctorCommand(terminal));
      case "prove" -> Optional.of(new ProveCommand(terminal));
      case "log" -> Optional.of(new LogCommand(terminal));
      case "log verify" -> Optional.of(new LogVerifyCommand(terminal));
      case "policy test" -> Optional.of(new PolicyTestCommand(terminal));
      case "policy lint" -> Optional.of(new PolicyLintCommand(terminal));
      case "policy diff" -> Optional.of(new PolicyDiffCommand(terminal));
      case "policy replay" -> Optional.of(new PolicyReplayCommand(terminal));
      case "policy names" -> Optional.of(new PolicyNamesCommand(terminal));
      case "mcp" -> Optional.of(new McpCommand(terminal));
      case "agent run" -> Optional.of(new AgentRunCommand(terminal));
      case "agent resume" -> Optional.of(new AgentResumeCommand(terminal));
      case "agent demo" -> Optional.of(new AgentDemoCommand(terminal));
      case "version", "--version", "-V" -> Optional.of(new VersionCommand(terminal));
      case "help", "--help", "-h" -> Optional.of(new HelpCommand(terminal));
      default -> Optional.empty();
    };
  }

  private static UsageException unknown(List<String> words) {
    String name =
        List.of("policy", "agent").contains(words.getFirst())
                && words.size() > 1
                && !words.get(1).startsWith("-")
            ? words.getFirst() + " " + words.get(1)
            : words.getFirst();
    if (name.equals("policy") || name.equals("agent")) {
      return new UsageException(
          name + " what?",
          "There are: "
              + String.join(
                  ", ", NAMES.stream().filter(known -> known.startsWith(name + " ")).toList()));
    }
    String meant =
        NearestName.to(name, NAMES).map(near -> "Did you mean " + near + "? ").orElse("");
    return new UsageException(
        "unknown command '" + name + "'", meant + "pinfold help lists the commands.");
  }
}
