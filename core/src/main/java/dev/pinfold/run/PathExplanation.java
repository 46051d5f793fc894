package dev.pinfold.run;

import dev.pinfold.journal.StateDirectory;
import dev.pinfold.linux.ErrnoException;
import dev.pinfold.linux.Paths;
import dev.pinfold.policy.Profile;
import dev.pinfold.sandbox.Access;
import dev.pinfold.sandbox.Grant;
import dev.pinfold.sandbox.Grant.Origin;
import dev.pinfold.sandbox.PathAnswer;
import dev.pinfold.sandbox.Toolchains;
import dev.pinfold.sandbox.View;
import dev.pinfold.sandbox.ViewQuestions;
import dev.pinfold.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a run as requested could do with a path: the view is made as for the run, by the same code,
 * and so are its rules. Nothing is run.
 *
 * @param path canonical, as far as it exists
 * @param exists whether it does, outside of any pen
 * @param answers for reading, writing and executing
 * @param grants the narrowest option that would allow each, in the same order; empty where it is
 *     allowed, or where no such grant would be made
 */
public record PathExplanation(
    String path, boolean exists, List<PathAnswer> answers, List<String> grants) {
  /** Copies the lists. */
  public PathExplanation {
    answers = List.copyOf(answers);
    grants = List.copyOf(grants);
  }

  /**
   * Explains.
   *
   * @param asked an absolute path
   * @param full whether the run would be in tier full
   * @throws IOException when the workspace can't be one, or a grant of the request is refused
   */
  public static PathExplanation of(
      RunRequest request, StateDirectory state, String asked, boolean full) throws IOException {
    Workspace workspace = Workspace.open(request.workspace(), request.user().home());
    List<String> own = OwnPlaces.of(state, request.user());
    Credentials.check(request, workspace, own);
    Toolchains toolchains =
        Toolchains.find(request.user().home(), workspace.path(), request.user().environment());
    View whole = PennedRun.view(request, workspace, own, toolchains, ofRuns(request.user()));
    // Its one program is the exception, and known with the command only.
    View view =
        request.profile() == Profile.PERMISSIVE
            ? whole
            : new View(
                new ExecAllowList(List.of(), List.of()).narrowed(whole.grants()), whole.devices());
    String path = canonical(asked);
    List<PathAnswer> answers = ViewQuestions.ask(view, full, path);
    boolean exists = Paths.access(path, 0) == 0;
    List<String> grants =
        answers.stream().map(answer -> grant(answer, path, exists, request, own)).toList();
    return new PathExplanation(path, exists, answers, grants);
  }

  /** Of the folders that a run has of its own the caches alone are there before it and after it. */
  private static List<Grant> ofRuns(User user) {
    var caches = OwnPlaces.cache(user).resolve("tools");
    return Files.isDirectory(caches)
        ? List.of(new Grant(caches.toString(), Access.ALL, Origin.RUN))
        : List.of();
  }

  private static String canonical(String asked) {
    List<String> missing = new ArrayList<>();
    String path = asked;
    while (true) {
      Optional<String> real = real(path);
      if (real.isPresent()) {
        StringBuilder whole = new StringBuilder(real.get().equals("/") ? "" : real.get());
        missing.reversed().forEach(name -> whole.append('/').append(name));
        return whole.isEmpty() ? "/" : whole.toString();
      }
      int slash = path.lastIndexOf('/');
      String name = path.substring(slash + 1);
      if (!name.isEmpty() && !name.equals(".")) {
        missing.add(name);
      }
      path = slash <= 0 ? "/" : path.substring(0, slash);
    }
  }

  private static Optional<String> real(String path) {
    try {
      return Optional.of(Paths.real(path));
    } catch (ErrnoException _) {
      return Optional.empty();
    }
  }

  private static String grant(
      PathAnswer answer, String path, boolean exists, RunRequest request, List<String> own) {
    if (answer.verdict() != PathAnswer.Verdict.REFUSED) {
      return "";
    }
    boolean write = answer.kind() == PathAnswer.Kind.WRITE;
    String at = write && !exists ? path.substring(0, Math.max(1, path.lastIndexOf('/'))) : path;
    Access access =
        switch (answer.kind()) {
          case READ -> Access.READ;
          case WRITE -> Access.READ_WRITE;
          case EXECUTE -> Access.READ_EXECUTE;
        };
    Grant grant = new Grant(at, access, Origin.USER);
    return Paths.access(at, 0) == 0 && Credentials.allows(grant, request, own)
        ? grant.option()
        : "";
  }
}
