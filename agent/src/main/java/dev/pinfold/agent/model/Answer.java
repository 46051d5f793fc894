package dev.pinfold.agent.model;

import java.util.List;

/**
 * What a model answered.
 *
 * @param text may be empty
 * @param calls the tools that it calls, in its order; none means that it has nothing to do
 * @param usage what it cost
 * @param stop why it stopped
 */
public record Answer(String text, List<ToolCall> calls, Usage usage, Stop stop) {
  /** Copies the list. */
  public Answer {
    calls = List.copyOf(calls);
  }

  /** Why a model stopped. */
  public enum Stop {
    /** It had said all. */
    DONE,
    /** It waits for its tools. */
    TOOLS,
    /** Its answer was cut at the number of tokens; calls of tools may be missing. */
    LENGTH,
    /** It or its server refused to go on. */
    REFUSED
  }
}
