package dev.pinfold.egress;

/**
 * A rule, host or port that can't be used; the message says which, why, and what to write instead.
 */
public final class EgressSyntaxException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String message;

  EgressSyntaxException(String message) {
    super(message);
    this.message = message;
  }

  @Override
  public String getMessage() {
    return message;
  }

  /** {@code text} with what would break a line or a terminal replaced, cut to a line's length. */
  static String shown(String text) {
    String line = text.length() > 100 ? text.substring(0, 100) + "…" : text;
    return "'" + line.replaceAll("[\\p{Cntrl}\\p{Cf}]", "\uFFFD") + "'";
  }
}
