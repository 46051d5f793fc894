package dev.pinfold.cli;

import dev.pinfold.linux.Errno;
import dev.pinfold.policy.Decision;
import dev.pinfold.policy.Match;
import dev.pinfold.process.ByteSize;
import dev.pinfold.process.Outcome;
import dev.pinfold.run.CommandLine;
import dev.pinfold.run.RunReport;
import dev.pinfold.sandbox.Denial;
import dev.pinfold.sandbox.SelfProof;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** What a person is told about a run that has ended. */
final class ReportText {
  private final Terminal terminal;
  private final boolean quiet;
  private final Set<Denial> told;

  /**
   * @param quiet whether only errors are told
   * @param told what was refused, and said so while the run went on
   */
  ReportText(Terminal terminal, boolean quiet, Set<Denial> told) {
    this.terminal = terminal;
    this.quiet = quiet;
    this.told = told;
  }

  void tell(RunReport report) throws IOException {
    switch (report.end()) {
      case RunReport.End.Refused() -> refused(report);
      case RunReport.End.Finished finished -> {
        onYourWord(report);
        finished(report, finished);
      }
    }
  }

  /** Said even with {@code --quiet}: a person's yes goes on record. */
  private void onYourWord(RunReport report) throws IOException {
    for (Match match : report.evaluation().matches()) {
      terminal.say("run on your word (--yes): " + match.rule() + ": " + match.reason(), "");
    }
  }

  private void refused(RunReport report) throws IOException {
    for (Match match : report.evaluation().matches()) {
      terminal.say(
          switch (match.decision()) {
            case DENY -> "blocked by policy: " + match.rule() + ": " + match.reason();
            case ASK -> "the policy asks a person: " + match.rule() + ": " + match.reason();
            case ALLOW -> match.rule() + ": " + match.reason();
          },
          match.suggestion().map(instead -> "Try instead: " + instead).orElse(""));
    }
    if (report.evaluation().decision() == Decision.ASK) {
      terminal.say("nothing was run", "If you have looked at the command and want it: --yes");
    }
  }

  private void finished(RunReport report, RunReport.End.Finished finished) throws IOException {
    var protection = new ProtectionText(terminal);
    protection.findings(finished.protection());
    if (!quiet) {
      protection.willRun(finished.protection());
      if (!finished.pen().notFull().isEmpty()) {
        terminal.say(
            "tier landlock, not full: " + finished.pen().notFull(),
            "pinfold doctor tells what full adds; --sandbox=landlock says that you know.");
      }
      for (String warning : finished.pen().warnings()) {
        terminal.say("warning: " + warning, "");
      }
      boolean well = finished.outcome().equals(new Outcome.Exited(0));
      DenialText.sayRest(terminal, finished.denials(), told, well);
      DenialText.sayNotListed(terminal, finished.denialsNotListed());
      new NetworkText(terminal).tell(finished.network());
    }
    switch (finished.outcome()) {
      case Outcome.Exited _, Outcome.Signalled _, Outcome.OutputClosed _ -> {}
      case Outcome.TimedOut(var limit) ->
          terminal.say(
              "ended after " + seconds(limit) + ": the time limit", "--timeout sets another one.");
      case Outcome.OutOfMemory(var limit) ->
          terminal.say(
              "ended by the kernel, as a whole: "
                  + (limit.isPresent()
                      ? "it needed more than its " + ByteSize.text(limit.getAsLong()) + " of memory"
                      : "no memory was left"),
              "--memory sets another limit.");
      case Outcome.DiskFull(var low) ->
          terminal.say(
              "ended: only "
                  + ByteSize.text(low.freeBytes())
                  + " are free on the file system of "
                  + Printable.line(low.path())
                  + ", and it has to leave "
                  + ByteSize.text(low.floorBytes()),
              "--min-free-disk sets another floor; 0 switches it off.");
      case Outcome.Interrupted() ->
          terminal.say("interrupted: the whole process tree was ended", "");
      case Outcome.NotStarted(String call, int errno) ->
          notStarted(report.request().command(), call, errno);
    }
    if (!finished.pen().gone()) {
      terminal.say(
          "some process of the run may still be alive",
          "ps shows it; the report says which protection was missing.");
    }
  }

  /** What was tried of the pen before the command began, and how long that took. */
  static void sayWhatHeld(Terminal terminal, RunReport report) throws IOException {
    if (report.end() instanceof RunReport.End.Finished finished && finished.pen().sandboxed()) {
      RunReport.PenState pen = finished.pen();
      terminal.say(
          "tier " + pen.tier() + ": " + proof(pen.proof(), pen.proofTook()),
          "pinfold prove tries each guarantee on this machine.");
    }
  }

  /** {@code 7 attempts to leave the pen failed in 0.4 ms: read a file outside (EACCES); …}. */
  static String proof(SelfProof proof, Duration took) {
    return proof.attempts().size()
        + " attempts to leave the pen failed in "
        + String.format(Locale.ROOT, "%.1f ms: ", took.toNanos() / 1e6)
        + proof.attempts().stream()
            .map(attempt -> attempt.what() + " (" + Errno.answer(attempt.result()) + ")")
            .collect(Collectors.joining("; "));
  }

  private void notStarted(CommandLine command, String call, int errno) throws IOException {
    String program =
        switch (command) {
          case CommandLine.Words(var words) -> words.getFirst();
          case CommandLine.Text _ -> "the shell";
        };
    String reason =
        switch (errno) {
          case Errno.ENOENT ->
              program.contains("/") ? "no such file" : "not found in any folder of PATH";
          case Errno.EACCES ->
              "not executable, or outside this run's view (--execute opens a path)";
          case Errno.ENOEXEC -> "is no program, and has no #! line";
          default -> call + ": " + Errno.name(errno);
        };
    terminal.say("could not start " + program + ": " + reason, "");
  }

  private static String seconds(Duration time) {
    return time.toMillis() % 1000 == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
  }
}
