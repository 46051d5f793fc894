package dev.pinfold.cli;

import java.io.IOException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code pinfold version}. */
final class VersionCommand implements Command {
  /**
   * That of the pom; a test compares them. A constant, because a resource costs milliseconds at
   * each start.
   */
  static final String VERSION = "0.1.0";

  private final Terminal terminal;

  VersionCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("pinfold version");
    spec.usageMessage().description("Prints the versions of Pinfold, Java and the kernel.");
    return spec;
  }

  @Override
  public int run(ParseResult parsed) throws IOException {
    String java = "Java " + System.getProperty("java.version");
    String kernel = System.getProperty("os.name") + " " + System.getProperty("os.version");
    terminal
        .out()
        .println(
            "pinfold "
                + VERSION
                + " ("
                + java
                + ", "
                + kernel
                + " "
                + System.getProperty("os.arch")
                + ")");
    return Exit.OK;
  }
}
