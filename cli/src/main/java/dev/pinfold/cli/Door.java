package dev.pinfold.cli;

import dev.pinfold.policy.PolicyFileException;
import dev.pinfold.run.RunRequest;
import dev.pinfold.run.Runner;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Serves a session of an agent on two streams. Its libraries would make every start of {@code
 * pinfold} slower: it is in a module of its own, which the launcher puts on the class path of
 * {@code pinfold mcp} alone, and found by {@link java.util.ServiceLoader}.
 */
public interface Door {
  /**
   * Serves until {@code in} ends.
   *
   * @param request how commands run; the command in it is replaced by each call's
   * @param version Pinfold's
   * @throws PolicyFileException when a policy file that counts here can't be used
   * @throws IOException when the workspace can't be one
   */
  void serve(Runner runner, RunRequest request, String version, InputStream in, OutputStream out)
      throws IOException, PolicyFileException;
}
