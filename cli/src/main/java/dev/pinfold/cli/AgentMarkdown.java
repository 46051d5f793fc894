package dev.pinfold.cli;

import dev.pinfold.agent.Change;
import dev.pinfold.agent.loop.AgentReport;
import dev.pinfold.agent.model.Usage;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/** An agent's report for people, as Markdown. */
final class AgentMarkdown {
  /** The JSON has them all. */
  private static final int MOST_LINES = 50;

  private final AgentReport report;
  private final StringBuilder text = new StringBuilder();

  private AgentMarkdown(AgentReport report) {
    this.report = report;
  }

  static String of(AgentReport report) {
    return new AgentMarkdown(report).text();
  }

  private String text() {
    text.append("# Run ").append(report.run()).append(": ");
    text.append(report.ending().state().label()).append("\n\n");
    text.append(Printable.line(report.ending().reason())).append("\n");
    section("Asked", Printable.lines(report.task()));
    if (!report.summary().isEmpty()) {
      section("What the model says", Printable.lines(report.summary()));
    }
    list("Checks", report.checks().stream().map(AgentMarkdown::line).toList());
    list("Refused", report.refused().stream().map(AgentMarkdown::line).toList());
    report.work().ifPresent(this::work);
    used();
    list("Notes", report.notes().stream().map(Printable::line).toList());
    return text.toString();
  }

  private void section(String title, String content) {
    text.append("\n## ").append(title).append("\n\n").append(content.strip()).append("\n");
  }

  private void list(String title, List<String> lines) {
    if (!lines.isEmpty()) {
      text.append("\n## ").append(title).append("\n\n");
      lines.stream().limit(MOST_LINES).forEach(line -> text.append("* ").append(line + "\n"));
      if (lines.size() > MOST_LINES) {
        text.append("* and ").append(lines.size() - MOST_LINES).append(" more\n");
      }
    }
  }

  private static String line(AgentReport.Check check) {
    return (check.passed() ? "passed" : "**failed**")
        + (check.tries() > 1 ? " (try " + check.tries() + ")" : "")
        + ": "
        + code(check.command());
  }

  private static String line(AgentReport.Refused refused) {
    return code(refused.what())
        + (refused.times() > 1 ? ", " + refused.times() + " times" : "")
        + ": "
        + Printable.line(refused.rule() + ": " + refused.reason());
  }

  private static String line(Change change) {
    return code(change.path())
        + (change.added() < 0 ? " binary" : " +" + change.added() + " -" + change.removed());
  }

  private void work(AgentReport.Work work) {
    list("Commits", work.commits().stream().map(Printable::line).toList());
    list("Files", work.changes().stream().map(AgentMarkdown::line).toList());
    list(
        "Files that run outside the pen later: read them first",
        work.runsLater().stream().map(Printable::line).toList());
  }

  private void used() {
    AgentReport.Use use = report.use();
    Usage tokens = use.tokens();
    AgentReport.PenFacts pen = report.pen();
    list(
        "Used",
        List.of(
            "model "
                + Printable.line(report.model())
                + ", "
                + (use.microDollars().isPresent()
                    ? dollars(use.microDollars().getAsLong())
                        + " of "
                        + dollars(use.budget().microDollars())
                    : "unmetered: its price is not known"),
            use.turns()
                + " of "
                + use.budget().turns()
                + " turns, "
                + use.toolCalls()
                + " calls of tools",
            "tokens: "
                + tokens.input()
                + " read, "
                + tokens.cacheRead()
                + " from a cache, "
                + tokens.cacheWrite()
                + " into it, "
                + tokens.output()
                + " written",
            report.took().toSeconds() + " s of " + use.budget().time().toSeconds() + " s",
            pen.sandboxed()
                ? "pen of tier "
                    + pen.tier()
                    + (pen.proven() ? ", proved itself before the first command" : ", NOT PROVEN")
                    + (pen.notFull().isEmpty()
                        ? ""
                        : "; not full: " + Printable.line(pen.notFull()))
                : "NO PEN",
            "journal " + code(report.journal().toString()) + ", last hash " + code(report.head())));
  }

  /** Rounded up, to a tenth of a cent. */
  static String dollars(long microDollars) {
    return "$" + BigDecimal.valueOf(microDollars, 6).setScale(3, RoundingMode.CEILING);
  }

  /** A text of any characters as a code span (CommonMark 0.31, 6.1). */
  private static String code(String any) {
    String line = Printable.line(any);
    int longest = 0;
    int run = 0;
    for (int i = 0; i < line.length(); i++) {
      run = line.charAt(i) == '`' ? run + 1 : 0;
      longest = Math.max(longest, run);
    }
    String fence = "`".repeat(longest + 1);
    return longest == 0 ? fence + line + fence : fence + " " + line + " " + fence;
  }
}
