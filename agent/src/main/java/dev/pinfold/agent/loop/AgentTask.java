package dev.pinfold.agent.loop;

import dev.pinfold.run.RunRequest;
import java.util.List;

/**
 * What a person asks an agent for.
 *
 * @param text in words
 * @param request how its commands run; its workspace is the repository's working tree, its command
 *     is replaced
 * @param takeDirty whether uncommitted work of the person goes with it, as a commit of its own
 * @param plan whether it only looks, and ends in a plan
 * @param checks shell texts that have to succeed, in the pen, before it counts as done
 * @param budget what it may use
 * @param again what the caller needs to make the same task again, when its JVM was killed; kept
 *     until the run ends
 */
public record AgentTask(
    String text,
    RunRequest request,
    boolean takeDirty,
    boolean plan,
    List<String> checks,
    Budget budget,
    List<String> again) {
  /** Copies the lists. */
  public AgentTask {
    checks = List.copyOf(checks);
    again = List.copyOf(again);
  }
}
