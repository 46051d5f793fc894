package dev.pinfold.policy;

import dev.pinfold.shell.Command;

/** The names of compound commands, as people know them. */
final class Constructs {
  private Constructs() {}

  /** Empty for a command that is simple, and for what only holds others together. */
  static String name(Command command) {
    return switch (command) {
      case Command.Simple _, Command.AndOr _, Command.Group _, Command.Coproc _ -> "";
      case Command.Pipeline pipeline -> pipeline.commands().size() > 1 ? "pipeline" : "";
      case Command.Subshell _ -> "( )";
      case Command.If _ -> "if";
      case Command.Loop loop -> loop.until() ? "until" : "while";
      case Command.For loop -> "for " + loop.name();
      case Command.ArithmeticFor _ -> "for (( ))";
      case Command.Case _ -> "case";
      case Command.Test _ -> "[[ ]]";
      case Command.ArithmeticCommand _ -> "(( ))";
      case Command.FunctionDefinition function ->
          "defines " + function.name() + "(), judged where it is called";
    };
  }
}
