package dev.pinfold.cli;

import dev.pinfold.agent.Clones;
import dev.pinfold.agent.TakenWork;
import dev.pinfold.journal.JournalFile;
import dev.pinfold.journal.RunId;
import dev.pinfold.journal.StateDirectory;
import dev.pinfold.journal.Verification;
import dev.pinfold.process.Live;
import dev.pinfold.run.User;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/**
 * What the commands about private clones have in common: the run that they speak of, and what lies
 * in its clone now.
 */
final class CloneVerb {
  private final StateDirectory state;
  private final Clones clones;

  CloneVerb() throws IOException, UsageException {
    Map<String, String> environment = Environment.ofThisProcess();
    Path home = Environment.home(environment);
    state = StateDirectory.of(environment, home);
    clones =
        new Clones(
            new User(
                home.toString(), Environment.user(environment), Environment.cwd(), environment));
  }

  static void addRunTo(CommandSpec spec, String arity) {
    spec.addPositional(
        PositionalParamSpec.builder()
            .paramLabel("RUN")
            .arity(arity)
            .type(String.class)
            .description("A run by its id, the start of its id, or: last.")
            .build());
  }

  Clones clones() {
    return clones;
  }

  List<RunId> all() throws IOException {
    return clones.all();
  }

  RunId run(ParseResult parsed) throws IOException, UsageException {
    return Runs.named(
        parsed.matchedPositionalValue(0, "last"),
        all(),
        "pinfold show lists the private clones; pinfold exec --clone makes one.");
  }

  /** What lies in the clone of that run now. */
  TakenWork taken(ParseResult parsed) throws IOException, UsageException {
    RunId run = run(parsed);
    if (isRunning(run)) {
      throw new UsageException(
          "run " + run + " still goes on", "Wait until it has ended, or end it.");
    }
    return clones.take(run);
  }

  boolean isRunning(RunId run) throws IOException {
    Path journal = state.journalOf(run);
    return Files.exists(journal) && JournalFile.verify(journal) instanceof Verification.Running;
  }

  /** Passes git's output on as it comes. */
  static Live to(Terminal terminal) {
    return (stream, bytes, length) -> {
      if (stream == Live.Stream.OUT) {
        terminal.out().write(bytes, length).flush();
      }
    };
  }
}
