package dev.pinfold.agent.loop;

import dev.pinfold.agent.model.ToolCall;
import dev.pinfold.process.Live;
import dev.pinfold.tools.ToolReply;

/**
 * Sees a run while it goes on. All texts come from a model or a run: whoever shows them escapes
 * them; known secrets are masked.
 *
 * <p>Thread contract: one call at a time.
 */
public interface Watcher {
  /** It stands so now. */
  void state(RunState state, String reason);

  /** Something that a person should know: where the clone is, what it lacks. */
  void note(String text);

  /** A piece of what the model says. */
  void said(String piece);

  /** A tool is called. */
  void called(ToolCall call);

  /** The tool has answered; the report of its run, which is not masked, is left out. */
  void answered(ToolCall call, ToolReply reply);

  /** A command that ran was not let do this. */
  void refused(AgentReport.Refused refused);

  /** A check begins. */
  void checking(String command);

  /** A check has ended. */
  void checked(String command, boolean passed);

  /** Where the output of commands goes meanwhile. */
  Live output();
}
