package dev.pinfold.cli;

import dev.pinfold.agent.RepositoryException;
import java.io.IOException;
import java.util.List;

/** {@code pinfold COMMAND …}. */
public final class Main {
  private Main() {}

  /**
   * Runs the named command and ends the JVM with its status; a command has no shutdown hooks when
   * it returns.
   */
  public static void main(String[] decoded) {
    // Not exit, which looks up a logger to tell it of the exit: a tenth of a short run.
    Runtime.getRuntime().halt(run(Arguments.raw(decoded)));
  }

  static int run(List<String> arguments) {
    Terminal terminal = Terminal.ofThisProcess();
    try {
      int status = dispatch(arguments, terminal);
      terminal.out().flush();
      return status;
    } catch (UsageException e) {
      return terminal.fail(Exit.USAGE, e.message(), e.hint());
    } catch (RepositoryException e) {
      return terminal.fail(Exit.UNABLE, String.valueOf(e.getMessage()), e.hint());
    } catch (BrokenPipeException e) {
      return Exit.BROKEN_PIPE;
    } catch (IOException e) {
      return terminal.fail(Exit.UNABLE, String.valueOf(e.getMessage()), "");
    } catch (RuntimeException | Error e) {
      e.printStackTrace();
      return terminal.fail(
          Exit.UNABLE, "a bug of Pinfold: " + e, "Please report it with the lines above.");
    }
  }

  private static int dispatch(List<String> arguments, Terminal terminal)
      throws IOException, UsageException {
    if (arguments.isEmpty()) {
      throw new UsageException("no command", "pinfold help lists them.");
    }
    Commands.Call call = Commands.resolve(arguments, terminal);
    return new CommandLineSyntax(call.command()).run(call.words(), terminal);
  }
}
