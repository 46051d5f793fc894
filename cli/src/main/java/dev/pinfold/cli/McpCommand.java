package dev.pinfold.cli;

import dev.pinfold.journal.StateDirectory;
import dev.pinfold.policy.PolicyFileException;
import dev.pinfold.run.CommandLine;
import dev.pinfold.run.GrantRefusedException;
import dev.pinfold.run.RunRequest;
import dev.pinfold.run.Runner;
import dev.pinfold.workspace.WorkspaceException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code pinfold mcp}: tools for an agent, by the Model Context Protocol. */
final class McpCommand implements Command {
  /** Options of exec that say something of one command, its streams, or a person who watches. */
  private static final List<String> NOT_HERE =
      List.of("-c", "--stdin", "--yes", "--attended", "--json", "--report", "--quiet", "--verbose");

  private final Terminal terminal;

  McpCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("pinfold mcp");
    spec.usageMessage()
        .description(
            "Serves file tools and commands in pens to an agent, by MCP on standard input and"
                + " output.",
            "",
            "File tools reach the workspace alone; each command runs in a pen of its own. What the"
                + " profile,",
            "the policy and protected files forbid is refused, and the agent is told why.",
            "")
        .footer(
            "",
            "Example, in the settings of an agent:",
            "  { \"command\": \"pinfold\", \"args\": [\"mcp\", \"--workspace\", \"/work/project\"]"
                + " }",
            "",
            "Ends when its standard input does. Exit status: 0; 125 it could not start; 2 wrong"
                + " usage, or a",
            "policy file that can't be used.");
    ExecOptions.addTo(spec);
    NOT_HERE.forEach(
        name -> {
          if (spec.findOption(name) != null) {
            spec.remove(spec.findOption(name));
          }
        });
    return spec;
  }

  @Override
  public int run(ParseResult parsed) throws IOException, UsageException {
    Map<String, String> environment = Environment.ofThisProcess();
    var replaced = new CommandLine.Words(List.of("true"));
    RunRequest request = ExecOptions.request(parsed, replaced, environment);
    var runner =
        new Runner(
            StateDirectory.of(environment, Environment.home(environment)),
            InstantSource.system(),
            new SecureRandom());
    Door door =
        ServiceLoader.load(Door.class)
            .findFirst()
            .orElseThrow(
                () ->
                    new IOException(
                        "the module mcp is not on the class path: call it by ./pinfold mcp, or"
                            + " build it (mvn -B -DskipTests package)"));
    if (request.sandbox() instanceof RunRequest.SandboxMode.Off) {
      terminal.say("WARNING: the sandbox is off: commands can do all that you can", "");
    }
    try (var out = new FileOutputStream(FileDescriptor.out)) {
      door.serve(runner, request, VersionCommand.VERSION, terminal.in(), out);
      return Exit.OK;
    } catch (WorkspaceException e) {
      return terminal.fail(Exit.UNABLE, String.valueOf(e.getMessage()), e.hint());
    } catch (GrantRefusedException e) {
      return terminal.fail(Exit.UNABLE, String.valueOf(e.getMessage()), e.hint());
    } catch (PolicyFileException e) {
      UsageException unusable = PolicyOptions.unusable(e);
      return terminal.fail(Exit.USAGE, unusable.message(), unusable.hint());
    }
  }
}
