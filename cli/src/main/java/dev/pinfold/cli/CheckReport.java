package dev.pinfold.cli;

import dev.pinfold.policy.Evaluation;
import dev.pinfold.policy.Match;

/** An evaluation for a person to read. */
final class CheckReport {
  private CheckReport() {}

  static String of(String text, Evaluation evaluation) {
    var report = new StringBuilder(CheckJson.label(evaluation.decision())).append('\n');
    for (Match match : evaluation.matches()) {
      report
          .append('\n')
          .append(match.rule())
          .append(": ")
          .append(Printable.lines(match.reason()))
          .append('\n')
          .append(Underlined.words(text, match.span()));
      match
          .suggestion()
          .ifPresent(
              instead ->
                  report.append("  instead: ").append(Printable.lines(instead)).append('\n'));
    }
    return report.toString();
  }
}
