package dev.pinfold.cli;

import dev.pinfold.agent.Clones;
import dev.pinfold.agent.loop.AgentReport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** What is done with an agent's report, and what the exit status says of it. */
final class AgentResult {
  static final String STATUSES =
      "Exit status: 0 achieved; 1 not achieved (a check fails, the model gave up or asked again and"
          + " again";

  static final String MORE_STATUSES =
      "for what is refused); 3 its turns or dollars were used up; 124 its time was; 125 it could"
          + " not be done;";

  static final String LAST_STATUSES = "130 ended by hand; 2 wrong usage.";

  private final Terminal terminal;
  private final Clones clones;

  AgentResult(Terminal terminal, Clones clones) {
    this.terminal = terminal;
    this.clones = clones;
  }

  /** Keeps it beside the journal, tells it, and says what to do next. */
  int tell(AgentReport report, boolean json) throws IOException {
    String markdown = AgentMarkdown.of(report);
    byte[] line = AgentJson.of(report);
    Path folder = report.journal().resolveSibling("report.json");
    Files.write(folder, line);
    Files.write(folder.resolveSibling("report.md"), markdown.getBytes(StandardCharsets.UTF_8));
    if (json) {
      terminal.out().write(line).flush();
    } else {
      terminal.out().print("\n" + markdown).flush();
    }
    if (report.work().isPresent()) {
      next(report.run(), report.work().get());
    }
    return status(report);
  }

  private void next(String run, AgentReport.Work work) throws IOException {
    CloneText text = new CloneText(clones, work.taken());
    if (text.isEmpty()) {
      text.discard(clones);
      terminal.say("the run has changed nothing in its private clone, which is removed", "");
      return;
    }
    terminal.say("your repository is as it was; what the run made waits to be claimed", "");
    terminal.err().println("  pinfold diff " + run + "      what it changed");
    terminal.err().println("  pinfold claim " + run + "     its branch becomes one of yours");
    terminal.err().println("  pinfold discard " + run + "   removes the clone");
    terminal.err().flush();
  }

  private static int status(AgentReport report) {
    return switch (report.ending().cause()) {
      case DONE -> Exit.OK;
      case CHECKS, REFUSALS, UNFINISHED -> Exit.NOT_ACHIEVED;
      case MODEL, PREPARATION, WORK -> Exit.UNABLE;
      case TURNS, DOLLARS -> Exit.OVER_BUDGET;
      case TIME -> Exit.OUT_OF_TIME;
      case CANCELLED -> Exit.INTERRUPTED;
    };
  }
}
