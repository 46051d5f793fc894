package dev.pinfold.tools;

import dev.pinfold.linux.Errno;
import dev.pinfold.policy.Decision;
import dev.pinfold.policy.Match;
import dev.pinfold.process.HeadTail;
import dev.pinfold.process.Outcome;
import dev.pinfold.run.RunReport;
import dev.pinfold.run.RunReport.End;
import dev.pinfold.sandbox.Denial;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** A run's report as a model is told of it. */
final class CommandReply {
  /** Refusals told; a loop of them is one line each, and no model reads a hundred. */
  private static final int MOST_REFUSALS = 10;

  private CommandReply() {}

  static ToolReply of(RunReport report) {
    return switch (report.end()) {
      case End.Refused() ->
          new ToolReply(refused(report), true, Optional.of(refusal(report)), Optional.of(report));
      case End.Finished finished ->
          new ToolReply(
              finished(report, finished),
              finished.outcome() instanceof Outcome.NotStarted,
              Optional.empty(),
              Optional.of(report));
    };
  }

  private static ToolReply.Refusal refusal(RunReport report) {
    List<Match> matches = report.evaluation().matches();
    return new ToolReply.Refusal(
        String.join(", ", matches.stream().map(Match::rule).distinct().toList()),
        String.join("; ", matches.stream().map(Match::reason).distinct().toList()));
  }

  private static String refused(RunReport report) {
    boolean asks = report.evaluation().decision() == Decision.ASK;
    var text = new StringBuilder("exit=126\nblocked by policy");
    text.append(asks ? ", because a person would have to be asked" : "");
    for (Match match : report.evaluation().matches()) {
      text.append("\n").append(match.rule()).append(": ").append(match.reason());
      match.suggestion().ifPresent(one -> text.append("\nhint: try instead: ").append(one));
    }
    return text.append("\nThe same command will be refused again.\n").toString();
  }

  private static String finished(RunReport report, End.Finished finished) {
    var text = new StringBuilder("exit=").append(report.exitStatus());
    switch (finished.outcome()) {
      case Outcome.Exited _ -> {}
      case Outcome.Signalled(int signal) -> text.append(" [ended by signal ").append(signal + "]");
      case Outcome.TimedOut(var limit) ->
          text.append(" [TIMED OUT after ").append(limit.toSeconds()).append(" s]");
      case Outcome.OutOfMemory _ -> text.append(" [OUT OF MEMORY]");
      case Outcome.DiskFull _ -> text.append(" [THE DISK WAS ABOUT TO BE FULL]");
      case Outcome.Interrupted _ -> text.append(" [CANCELLED]");
      case Outcome.OutputClosed _ -> text.append(" [its output was closed]");
      case Outcome.NotStarted(String call, int errno) ->
          text.append(" [it did not start: ").append(call + ", " + Errno.name(errno) + "]");
    }
    text.append("\nstdout:\n");
    tell(text, finished.out());
    text.append("stderr:\n");
    tell(text, finished.err());
    for (var one : finished.denials().stream().limit(MOST_REFUSALS).toList()) {
      Denial denial = one.denial();
      text.append("[refused: ").append(denial.operation()).append(' ');
      text.append(denial.target().text()).append(": ").append(denial.reason() + "]\n");
    }
    finished
        .protection()
        .findings()
        .forEach(found -> text.append("[undone: ").append(found.path() + ", it is protected]\n"));
    return text.toString();
  }

  private static void tell(StringBuilder text, HeadTail output) {
    text.append(decode(output.head()));
    if (output.dropped() > 0) {
      text.append("\n... [truncated, ").append(output.dropped()).append(" more bytes] ...\n");
      text.append(decode(output.tail()));
    }
    if (output.total() > 0 && text.charAt(text.length() - 1) != '\n') {
      text.append('\n');
    }
  }

  private static String decode(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
