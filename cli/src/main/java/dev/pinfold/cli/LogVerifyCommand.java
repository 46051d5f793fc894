package dev.pinfold.cli;

import dev.pinfold.journal.JournalFile;
import dev.pinfold.journal.RunId;
import dev.pinfold.journal.Verification;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** {@code pinfold log verify [RUN…]}. */
final class LogVerifyCommand implements Command {
  private final Terminal terminal;

  LogVerifyCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("pinfold log verify");
    spec.usageMessage()
        .description("Tells if journals are what was written.")
        .footer(
            "",
            "Exit status: 0 every journal is intact, or its run still goes on; 1 one was changed"
                + " or",
            "cut, or its writer was killed; the message says where.",
            "",
            "The chain of hashes has no secret. Somebody who may write your files can make a whole"
                + " new",
            "journal; the head that a run's report names shows that.");
    spec.addPositional(
        PositionalParamSpec.builder()
            .paramLabel("RUN")
            .arity("0..*")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .description("Runs by id, start of id, or: last. Without any: all.")
            .build());
    return spec;
  }

  @Override
  public int run(ParseResult parsed) throws IOException, UsageException {
    Runs runs = Runs.ofThisUser();
    List<RunId> chosen = new ArrayList<>();
    for (String name : parsed.matchedPositionalValue(0, List.<String>of())) {
      chosen.add(runs.named(name));
    }
    int status = Exit.OK;
    for (RunId run : chosen.isEmpty() ? runs.all() : chosen) {
      Path journal = runs.state().journalOf(run);
      status = Math.max(status, verify(run, journal));
    }
    return status;
  }

  private int verify(RunId run, Path journal) throws IOException {
    Verification verification;
    try {
      verification = JournalFile.verify(journal);
    } catch (IOException e) {
      return terminal.fail(Exit.BROKEN, run + ": can't read its journal: " + e.getMessage(), "");
    }
    switch (verification) {
      case Verification.Intact(long entries, String head) ->
          terminal.out().println(run + "  intact  " + entries + " entries, head " + head);
      case Verification.Running(long entries) ->
          terminal.out().println(run + "  running  " + entries + " entries so far");
      case Verification.Incomplete _, Verification.Broken _ -> terminal.out().flush();
    }
    return tell(terminal, run, journal, verification);
  }

  /** Says what is wrong, if anything is. */
  static int tell(Terminal terminal, RunId run, Path journal, Verification verification) {
    return switch (verification) {
      case Verification.Intact _, Verification.Running _ -> Exit.OK;
      case Verification.Incomplete(long entries) ->
          terminal.fail(
              Exit.BROKEN,
              run
                  + ": the journal stops after entry "
                  + entries
                  + " without the run's end: cut, or its writer was killed",
              "See " + journal);
      case Verification.Broken(long line, long offset, String what) ->
          terminal.fail(
              Exit.BROKEN,
              run + ": the journal is broken at line " + line + " (byte " + offset + "): " + what,
              "What stands before that line is as it was written. See " + journal);
    };
  }
}
