package dev.pinfold.run;

import dev.pinfold.policy.Dialect;
import dev.pinfold.policy.Evaluation;
import dev.pinfold.policy.Policy;
import dev.pinfold.policy.PolicyContext;
import dev.pinfold.policy.Profile;
import dev.pinfold.workspace.Workspace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What the policy says of a request, and the vector that is then executed: the very bytes that were
 * judged.
 *
 * @param evaluation the answer
 * @param context what it was judged for
 * @param folder where the command starts
 * @param words program and arguments; empty when nothing may run
 * @param policy who judged; what the command starts is asked of it, too
 */
record Judgement(
    Evaluation evaluation,
    PolicyContext context,
    String folder,
    List<String> words,
    Policy policy) {
  private static final List<String> SHELLS =
      List.of("/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash");

  static Judgement of(RunRequest request, Workspace workspace, Policy policy) {
    String current = request.user().folder();
    String folder = current.startsWith(workspace.path() + "/") ? current : workspace.path();
    String bash = bash();
    PolicyContext context =
        PolicyContext.ownFolder(workspace.path(), request.user().home(), request.user().name())
            .withCwd(folder)
            .withOwnHome(hasOwnHome(request))
            .withExistingRepo(!request.ownWorkspace() && workspace.isRepository())
            .withDialect(bash.isEmpty() ? Dialect.SH : Dialect.BASH);
    return switch (request.command()) {
      case CommandLine.Text(String text) -> {
        Evaluation evaluation = policy.evaluate(text, context);
        yield new Judgement(
            evaluation,
            context,
            folder,
            shellOrVector(policy.profile(), evaluation, bash, text),
            policy);
      }
      case CommandLine.Words(List<String> words) ->
          new Judgement(policy.evaluate(words, context), context, folder, words, policy);
    };
  }

  /** In a pen the home and TMPDIR are the run's, unless the user gives it others. */
  private static boolean hasOwnHome(RunRequest request) {
    return request.sandbox() instanceof RunRequest.SandboxMode.On
        && RunEnvironment.OWN_FOLDERS.stream().noneMatch(request.variables()::containsKey);
  }

  /**
   * A shell reads the text in the permissive profile; the others have none, and execute what was
   * parsed.
   */
  private static List<String> shellOrVector(
      Profile profile, Evaluation evaluation, String bash, String text) {
    return switch (profile) {
      case PERMISSIVE ->
          bash.isEmpty()
              ? List.of("/bin/sh", "-c", text)
              : List.of(bash, "--norc", "--noprofile", "-c", text);
      case READ_WRITE, READ_ONLY, LOCKED ->
          evaluation.commands().size() == 1
              ? evaluation.commands().getFirst().constant().orElse(List.of())
              : List.of();
    };
  }

  private static String bash() {
    for (String path : SHELLS) {
      if (Files.isExecutable(Path.of(path))) {
        return path;
      }
    }
    return "";
  }
}
