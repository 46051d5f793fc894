package dev.pinfold.agent.loop;

import dev.pinfold.agent.model.ToolCall;
import dev.pinfold.policy.PolicyFileException;
import dev.pinfold.process.Cancellation;
import dev.pinfold.process.Live;
import dev.pinfold.run.RunRequest;
import dev.pinfold.run.Runner;
import dev.pinfold.tools.Tool;
import dev.pinfold.tools.ToolReply;
import dev.pinfold.tools.ToolSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The tools that a model is offered: those of its workspace, and the one with which it ends. */
final class AgentTools implements AutoCloseable {
  static final String DONE = "done";

  /** The only argument of {@link #DONE}. */
  static final String SUMMARY = "summary";

  /** Of one answer: some thousand lines. A file is read on by its lines. */
  private static final int MOST_CHARS = 40_000;

  private static final String RUN = "run_command";

  private final ToolSet tools;
  private final List<Tool> offered;
  private final CommandLogs logs;

  private AgentTools(ToolSet tools, List<Tool> offered, CommandLogs logs) {
    this.tools = tools;
    this.offered = offered;
    this.logs = logs;
  }

  /**
   * Opens them.
   *
   * @param plan whether only those that change nothing, and commands, are offered
   * @param logs where the output of commands is kept when it is longer than what a model is told
   */
  static AgentTools open(Runner runner, RunRequest request, boolean plan, CommandLogs logs)
      throws IOException, PolicyFileException {
    List<Tool> offered = new ArrayList<>();
    for (Tool tool : ToolSet.tools()) {
      if (!plan || tool.readOnly() || tool.name().equals(RUN)) {
        offered.add(tool);
      }
    }
    offered.add(
        new Tool(
            DONE,
            plan
                ? "Ends the work with a plan."
                : "Ends the work. The person's checks are run first; if one fails, its output is"
                    + " the answer, and the work goes on.",
            List.of(
                new Tool.Parameter(
                    SUMMARY,
                    Tool.Kind.TEXT,
                    plan
                        ? "the plan, step by step, in Markdown"
                        : "what was done and what was not, for the person who asked",
                    true)),
            true,
            false));
    return new AgentTools(ToolSet.open(runner, request), List.copyOf(offered), logs);
  }

  List<Tool> offered() {
    return offered;
  }

  /** Calls one; whatever goes wrong is an answer. */
  ToolReply call(ToolCall call, Live live, Cancellation cancellation) throws IOException {
    if (offered.stream().noneMatch(tool -> tool.name().equals(call.name()))) {
      return new ToolReply(
          "INVALID_ARGUMENT: there is no tool '"
              + call.name()
              + "', there are: "
              + String.join(", ", offered.stream().map(Tool::name).toList()),
          true);
    }
    Optional<Map<String, Object>> arguments = call.argumentsByName();
    if (arguments.isEmpty()) {
      return malformed(call);
    }
    if (!call.name().equals(RUN)) {
      return shortened(tools.call(call.name(), arguments.get(), live, cancellation));
    }
    try (CommandLogs.Log log = logs.open(live)) {
      return shortened(logged(tools.call(RUN, arguments.get(), log, cancellation), log));
    }
  }

  /** The answer to a call whose arguments are none. */
  static ToolReply malformed(ToolCall call) {
    return new ToolReply(
        "INVALID_ARGUMENT: the arguments of "
            + call.name()
            + " are no JSON object with each member once",
        true);
  }

  private static ToolReply logged(ToolReply reply, CommandLogs.Log log) throws IOException {
    boolean cut = reply.text().contains("more bytes] ...");
    Path kept = log.end(cut);
    return cut
        ? new ToolReply(
            reply.text()
                + "[all of its output is kept for the person, outside the workspace: "
                + kept.getFileName()
                + "; to see more of it, run it again with grep, head or tail]\n",
            reply.failed(),
            reply.refusal(),
            reply.run())
        : reply;
  }

  private static ToolReply shortened(ToolReply reply) {
    String text = reply.text();
    if (text.length() <= MOST_CHARS) {
      return reply;
    }
    int half = MOST_CHARS / 2;
    return new ToolReply(
        text.substring(0, half)
            + "\n... [truncated, "
            + (text.length() - 2 * half)
            + " more characters; ask for a part of it] ...\n"
            + text.substring(text.length() - half),
        reply.failed(),
        reply.refusal(),
        reply.run());
  }

  @Override
  public void close() {
    tools.close();
  }
}
