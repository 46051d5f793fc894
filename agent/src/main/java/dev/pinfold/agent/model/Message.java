package dev.pinfold.agent.model;

import java.util.List;

/** A part of a conversation. */
public sealed interface Message {
  /**
   * What the person, or the loop for them, says.
   *
   * @param text the text
   */
  record Asked(String text) implements Message {}

  /**
   * What the model said.
   *
   * @param text may be empty
   * @param calls the tools that it calls
   */
  record Said(String text, List<ToolCall> calls) implements Message {
    /** Copies the list. */
    public Said {
      calls = List.copyOf(calls);
    }
  }

  /**
   * What a tool answered.
   *
   * @param callId which call
   * @param text the answer
   * @param failed whether the tool did not do it
   */
  record Result(String callId, String text, boolean failed) implements Message {}
}
