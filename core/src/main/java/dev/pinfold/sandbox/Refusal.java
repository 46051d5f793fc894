package dev.pinfold.sandbox;

/**
 * Something that a process of the run tried and was not let do.
 *
 * @param operation what: {@code connect}, {@code socket}, {@code chmod}, {@code read}, …
 * @param target on what: a path, an address, a kind of socket
 * @param reason why not
 * @param remedy the narrowest option that would allow it; empty when there is none
 * @param evidence how it is known
 * @param rule the id of the policy's rule that stands behind it; empty for what a pen refuses to
 *     all
 */
public record Refusal(
    String operation, String target, String reason, String remedy, Evidence evidence, String rule) {
  /** One without a rule of the policy. */
  public Refusal(String operation, String target, String reason, String remedy, Evidence evidence) {
    this(operation, target, reason, remedy, evidence, "");
  }

  /** How sure a refusal is. */
  public enum Evidence {
    /** The supervisor itself answered the call. */
    OBSERVED,
    /**
     * The command's output speaks of it, the run's rules do not cover the path, and the user could
     * have had it without the pen. Nobody saw the call itself.
     */
    INFERRED
  }
}
