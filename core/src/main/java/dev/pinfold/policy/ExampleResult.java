package dev.pinfold.policy;

/**
 * How an example of a policy file came out.
 *
 * @param file the file, as it was named
 * @param line the line of the example, from 1
 * @param rule the id of its rule
 * @param claim what the rule says of it
 * @param command the example
 * @param right whether that is so
 */
public record ExampleResult(
    String file, int line, String rule, Claim claim, String command, boolean right) {
  /** What an example says of its rule. */
  public enum Claim {
    /** The rule matches it. */
    MATCH,
    /** The rule does not. */
    NOT_MATCH,
    /** The policy allows it. */
    SUGGEST
  }

  /** What is wrong if it is not right. */
  public String problem() {
    return switch (claim) {
      case MATCH -> "rule '" + rule + "' does not match its example: " + command;
      case NOT_MATCH -> "rule '" + rule + "' matches what it says it does not: " + command;
      case SUGGEST -> "what rule '" + rule + "' suggests is not allowed itself: " + command;
    };
  }

  String next() {
    return claim == Claim.SUGGEST
        ? "Suggest a command that pinfold check allows."
        : "Change the rule or the example; pinfold check shows how the command is understood.";
  }
}
