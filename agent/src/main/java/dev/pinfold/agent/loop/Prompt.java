package dev.pinfold.agent.loop;

import java.util.List;

/** What a model is told about its place. */
final class Prompt {
  private static final String PLACE =
      """
      You work on a git repository, with tools, alone: nobody answers questions. Paths are relative \
      to the workspace, which is all that the tools reach. Commands run in a pen without a \
      person's files, keys or network; each has a pen of its own, which ends with it, and servers \
      with it. What is refused stays refused, and the answer says why: do the task another way, \
      never around it.
      """;

  private static final String WORK =
      """
      The workspace is a private clone on a branch of its own. Look before you change, change as \
      little as the task needs, and run the tests that there are. You may commit; what you leave \
      uncommitted is committed for you. Do not push. When the task is done, or can't be, call done \
      with a summary for the person who asked.
      """;

  private static final String PLAN =
      """
      You can read everything in the workspace and change nothing. Find out what the task needs, \
      and call done with a plan that somebody else can follow: which files, which changes, which \
      tests, what is uncertain.
      """;

  private Prompt() {}

  static String of(AgentTask task) {
    return PLACE + (task.plan() ? PLAN : WORK) + checks(task.checks());
  }

  private static String checks(List<String> checks) {
    return checks.isEmpty()
        ? ""
        : "Before it counts as done these commands have to succeed: "
            + String.join("; ", checks)
            + "\n";
  }
}
