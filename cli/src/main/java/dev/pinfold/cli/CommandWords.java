package dev.pinfold.cli;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** The command that a command line names: as shell text, or as words that no shell reads again. */
sealed interface CommandWords {
  /** No command was named. */
  record None() implements CommandWords {}

  /**
   * Shell text.
   *
   * @param text as a shell would read it
   */
  record Text(String text) implements CommandWords {}

  /**
   * An argument vector.
   *
   * @param argv program and arguments, at least the program
   */
  record Argv(List<String> argv) implements CommandWords {}

  /** The two ways to name a command that is judged: {@code -c} and the operands. */
  static void addTo(CommandSpec spec) {
    spec.addOption(NamedOption.one("-c", "TEXT", "The command as shell text."));
    spec.addPositional(
        operands("The command: words after -- as an argument vector, others as text."));
  }

  /** The operands of a command whose operands are a command. */
  static PositionalParamSpec operands(String description) {
    return PositionalParamSpec.builder()
        .paramLabel("WORD")
        .arity("0..*")
        .type(List.class)
        .auxiliaryTypes(String.class)
        .description(description)
        .build();
  }

  /** What {@code -c} and the operands name. */
  static CommandWords of(ParseResult parsed) throws UsageException {
    List<String> operands = parsed.matchedPositionalValue(0, List.of());
    String text = parsed.matchedOptionValue("-c", "");
    if (parsed.hasMatchedOption("-c")) {
      if (!operands.isEmpty()) {
        throw new UsageException(
            "-c already is the command, what is '" + operands.getFirst() + "'?",
            "Quote the text of -c as one word.");
      }
      return new Text(text);
    }
    if (operands.isEmpty()) {
      return new None();
    }
    return followsDashes(parsed.originalArgs(), operands)
        ? new Argv(operands)
        : new Text(String.join(" ", operands));
  }

  /** Operands are the last words; {@code --} stands before them, or it is one of them. */
  private static boolean followsDashes(List<String> all, List<String> operands) {
    int first = all.size() - operands.size();
    return first > 0 && all.get(first - 1).equals("--");
  }
}
