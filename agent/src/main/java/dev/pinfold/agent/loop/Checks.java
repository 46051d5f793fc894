package dev.pinfold.agent.loop;

import dev.pinfold.journal.Fields;
import dev.pinfold.policy.PolicyFileException;
import dev.pinfold.process.Live;
import dev.pinfold.run.CommandLine;
import dev.pinfold.run.RunReport;
import dev.pinfold.run.RunRequest;
import dev.pinfold.run.Runner;
import dev.pinfold.sandbox.SandboxUnavailableException;
import dev.pinfold.tools.ToolSet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The person's checks: commands that have to succeed, in the pen, before a run is done. */
final class Checks {
  /** How often a model may come with work that does not pass. */
  static final int MOST_TRIES = 3;

  private final Runner runner;
  private final RunRequest request;
  private final Session session;
  private final List<AgentReport.Check> last = new ArrayList<>();
  private int tries;

  Checks(Runner runner, RunRequest request, Session session) {
    this.runner = runner;
    this.request = request;
    this.session = session;
  }

  /** Whether there are any, and they have been tried as often as they may be. */
  boolean isExhausted() {
    return tries >= MOST_TRIES;
  }

  /** The one that was run last. */
  String lastCommand() {
    return last.isEmpty() ? "" : last.getLast().command();
  }

  List<AgentReport.Check> last() {
    return List.copyOf(last);
  }

  /**
   * Runs them in their order, up to the first that fails.
   *
   * @return what the model is told of that one; empty when all pass
   */
  String run() throws IOException {
    tries++;
    last.clear();
    for (String command : session.task().checks()) {
      session.watcher().checking(command);
      session
          .record()
          .append("check.run", Fields.none().with("command", session.record().mask(command)));
      String failed = failure(command);
      last.add(new AgentReport.Check(session.record().mask(command), failed.isEmpty(), tries));
      session.record().append("check.result", Fields.none().with("passed", failed.isEmpty()));
      session.watcher().checked(command, failed.isEmpty());
      if (!failed.isEmpty()) {
        return failed;
      }
    }
    return "";
  }

  private String failure(String command) throws IOException {
    try {
      Live live = session.watcher().output();
      RunReport report =
          runner.run(
              request.withCommand(new CommandLine.Text(command)), live, session.cancellation());
      return report.exitStatus() == 0
          ? ""
          : "NOT DONE: the check `" + command + "` fails.\n" + ToolSet.reply(report).text();
    } catch (SandboxUnavailableException | PolicyFileException failed) {
      return "NOT DONE: the check `" + command + "` could not be run: " + failed.getMessage();
    }
  }
}
