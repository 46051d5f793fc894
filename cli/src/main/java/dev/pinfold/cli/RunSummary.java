package dev.pinfold.cli;

import dev.pinfold.journal.Entry;
import dev.pinfold.journal.Fields;
import dev.pinfold.journal.Journal;
import dev.pinfold.journal.JournalFile;
import dev.pinfold.journal.Verification;
import java.io.IOException;
import java.nio.file.Path;

/** A run on one line: how it stands, and what it was asked to do. */
final class RunSummary {
  private static final int MAX_COMMAND_CHARS = 60;

  private String command = "";
  private String outcome = "";

  private RunSummary() {}

  static String of(Path journal) {
    var summary = new RunSummary();
    try {
      Verification verification = JournalFile.read(journal, summary::take);
      return summary.status(verification) + "  " + summary.command;
    } catch (IOException e) {
      return "unreadable: " + Printable.line(String.valueOf(e.getMessage()));
    }
  }

  private void take(Entry entry) {
    if (command.isEmpty()) {
      Fields given = entry.fields().fields("command");
      String argv = ShellQuote.line(given.texts("argv"));
      command = shortened(argv.isEmpty() ? Printable.line(given.text("text").orElse("")) : argv);
    }
    if (entry.kind().equals(Journal.END)) {
      outcome = entry.fields().text("outcome").orElse("ended");
    }
  }

  private static String shortened(String text) {
    return text.length() <= MAX_COMMAND_CHARS ? text : text.substring(0, MAX_COMMAND_CHARS) + "…";
  }

  private String status(Verification verification) {
    return switch (verification) {
      case Verification.Intact _ -> outcome;
      case Verification.Running _ -> "running";
      case Verification.Incomplete _ -> "cut or killed";
      case Verification.Broken broken -> "BROKEN at line " + broken.line();
    };
  }
}
