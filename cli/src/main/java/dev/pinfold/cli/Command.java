package dev.pinfold.cli;

import java.io.IOException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** What a user can ask for. */
interface Command {
  /** Its options, operands and help text. */
  CommandSpec spec();

  /**
   * Does it.
   *
   * @param parsed the words that follow the command's name
   * @return the exit status
   * @throws UsageException if the words make no sense together
   * @throws IOException if the world does not allow it
   */
  int run(ParseResult parsed) throws IOException, UsageException;

  /**
   * True if the first operand ends the options, because what follows belongs to a command to run or
   * to judge.
   */
  default boolean stopsAtOperand() {
    return false;
  }
}
