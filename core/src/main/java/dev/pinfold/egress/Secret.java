package dev.pinfold.egress;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/** A value that must not be shown; its text says nothing of it. Fit for a header's value. */
public final class Secret {
  /** Shorter ones turn up by chance. */
  static final int SHORTEST = 8;

  private static final int LONGEST = 8 * 1024;

  private final String value;

  private Secret(String value) {
    this.value = value;
  }

  /**
   * Of 8 to 8192 characters that a header can carry.
   *
   * @param value without the line end of the file that it came from
   * @throws EgressSyntaxException for any other; the message does not show it
   */
  public static Secret of(String value) throws EgressSyntaxException {
    if (value.length() < SHORTEST || value.length() > LONGEST) {
      throw new EgressSyntaxException(
          "a secret of "
              + value.length()
              + " characters can't be kept apart: it needs "
              + SHORTEST
              + " to "
              + LONGEST);
    }
    if (value.chars().anyMatch(c -> c < ' ' || c == 0x7F || c > 0xFF)) {
      throw new EgressSyntaxException(
          "a secret with line ends or characters that a header can't carry can't be put into one");
    }
    return new Secret(value);
  }

  String value() {
    return value;
  }

  byte[] bytes() {
    return value.getBytes(ISO_8859_1);
  }

  @Override
  public String toString() {
    return "Secret[not shown]";
  }
}
