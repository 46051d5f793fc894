package dev.pinfold.tools;

import dev.pinfold.run.RunReport;
import java.util.Optional;

/**
 * What a tool answers to a model.
 *
 * @param text what it found or did, or why not and what to do next
 * @param failed whether it was not done; a command that ran and failed was done
 * @param refusal why it will never be done, however often it is asked for
 * @param run of a command that was judged, whether it was run or not
 */
public record ToolReply(
    String text, boolean failed, Optional<Refusal> refusal, Optional<RunReport> run) {
  /** Of a file tool, or of a call that came to nothing. */
  public ToolReply(String text, boolean failed) {
    this(text, failed, Optional.empty(), Optional.empty());
  }

  /**
   * Why something is refused.
   *
   * @param rule the rules of the policy, or the code of a file tool
   * @param reason in words
   */
  public record Refusal(String rule, String reason) {}
}
