package dev.pinfold.cli;

import dev.pinfold.protect.Finding;
import dev.pinfold.protect.ProtectionReport;
import dev.pinfold.protect.WillRun;
import java.io.IOException;
import java.util.List;

/** What a person is told about files that run, or would have run, outside. */
final class ProtectionText {
  /** More is for the JSON report. */
  private static final int MOST_LINES = 10;

  private final Terminal terminal;

  ProtectionText(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Said even with {@code --quiet}: something of the run was undone, or could not be. */
  void findings(ProtectionReport report) throws IOException {
    for (String note : report.notes()) {
      terminal.say("warning: " + note, "");
    }
    int said = 0;
    for (Finding finding : report.findings()) {
      if (said++ < MOST_LINES || finding.outcome() == Finding.Outcome.LEFT) {
        terminal.say(sentence(finding), hint(finding));
      }
    }
    if (said > MOST_LINES) {
      terminal.say("protected: " + (said - MOST_LINES) + " more; the report lists them", "");
    }
  }

  private static String sentence(Finding finding) {
    String what =
        switch (finding.change()) {
          case CREATED -> "was made";
          case CHANGED -> "was changed";
          case MODE_CHANGED -> "got another mode";
          case REMOVED -> "was removed";
        };
    String then =
        switch (finding.outcome()) {
          case FOUND -> "";
          case MOVED_AWAY -> "; it was moved away";
          case PUT_BACK -> "; it is as before again";
          case LEFT -> "; IT IS STILL SO";
        };
    String detail = finding.detail().isEmpty() ? "" : " [" + finding.detail() + "]";
    return "protected: "
        + Printable.line(finding.path())
        + " "
        + what
        + Printable.line(detail)
        + ": "
        + Printable.line(finding.reason())
        + then;
  }

  private static String hint(Finding finding) {
    if (finding.outcome() == Finding.Outcome.LEFT) {
      return "Look at it before you go on in this folder.";
    }
    return finding.kept().isEmpty()
        ? ""
        : "The run's version is " + Printable.line(finding.kept()) + "; --unprotect would keep it.";
  }

  /** What the run wrote that somebody runs later. */
  void willRun(ProtectionReport report) throws IOException {
    List<WillRun> files = report.willRun();
    for (WillRun file : files.subList(0, Math.min(MOST_LINES, files.size()))) {
      terminal.say(
          "runs later: "
              + Printable.line(file.path())
              + " ("
              + size(file)
              + "): "
              + Printable.line(file.reason()),
          "");
    }
    long more = files.size() + report.willRunNotListed() - MOST_LINES;
    if (more > 0) {
      terminal.say("runs later: " + more + " more; --json and --report list them", "");
    }
  }

  private static String size(WillRun file) {
    if (file.bytesBefore() < 0) {
      return (file.isNew() ? "new, " : "") + file.bytesAfter() + " bytes";
    }
    return "changed, " + file.bytesBefore() + " to " + file.bytesAfter() + " bytes";
  }
}
