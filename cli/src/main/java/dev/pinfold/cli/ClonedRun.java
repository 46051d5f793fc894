package dev.pinfold.cli;

import dev.pinfold.agent.Clones;
import dev.pinfold.agent.PrivateClone;
import dev.pinfold.agent.RepositoryException;
import dev.pinfold.agent.SourceRepository;
import dev.pinfold.journal.RunId;
import dev.pinfold.run.RunRequest;
import dev.pinfold.run.User;
import dev.pinfold.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code exec --clone}: a run on a private clone of the workspace, and what becomes of it. */
final class ClonedRun {
  private final Terminal terminal;
  private final PrivateClone clone;
  private final Clones clones;

  private ClonedRun(Terminal terminal, PrivateClone clone, Clones clones) {
    this.terminal = terminal;
    this.clone = clone;
    this.clones = clones;
  }

  static void addTo(CommandSpec spec) {
    spec.addOption(
        NamedOption.flag(
            "--clone",
            "Run it on a private clone of the repository: yours stays as it is until you claim"
                + " the work."));
    spec.addOption(
        NamedOption.flag(
            "--force-dirty", "With --clone: take uncommitted work along, as a commit of its own."));
  }

  static boolean isAsked(ParseResult parsed) throws UsageException {
    if (parsed.hasMatchedOption("--force-dirty") && !parsed.hasMatchedOption("--clone")) {
      throw new UsageException(
          "--force-dirty without --clone", "It says what a private clone starts from.");
    }
    return parsed.hasMatchedOption("--clone");
  }

  /** Makes the clone. */
  static ClonedRun prepare(Terminal terminal, ParseResult parsed, RunRequest request, RunId run)
      throws IOException {
    User user = request.user();
    Workspace workspace = Workspace.open(request.workspace(), user.home());
    SourceRepository source = SourceRepository.open(Path.of(workspace.path()), user);
    PrivateClone clone =
        PrivateClone.make(source, run, user, parsed.hasMatchedOption("--force-dirty"));
    if (!parsed.hasMatchedOption("--quiet")) {
      for (String note : clone.notes()) {
        terminal.say(note, "");
      }
    }
    return new ClonedRun(terminal, clone, new Clones(user));
  }

  /** The same run, on the clone, in the folder of it that stands for the current one. */
  RunRequest on(RunRequest request) {
    return clone.on(request);
  }

  /**
   * Takes the work over. A problem is told, not thrown: the run has its own exit status, and the
   * clone stays.
   */
  Optional<CloneText> take() throws IOException {
    try {
      return Optional.of(new CloneText(clones, clones.take(clone.run())));
    } catch (RepositoryException e) {
      terminal.say(
          "the work of the run could not be taken over: " + e.getMessage(),
          e.hint() + " The clone is in " + clone.tree());
      return Optional.empty();
    }
  }

  /** Says what there is to claim; a clone in which nothing was changed is removed. */
  void finish(CloneText work, boolean quiet) throws IOException {
    if (work.isEmpty()) {
      work.discard(clones);
      if (!quiet) {
        terminal.say("the run has changed nothing in its private clone, which is removed", "");
      }
    } else if (!quiet) {
      work.summary(terminal);
    }
  }
}
