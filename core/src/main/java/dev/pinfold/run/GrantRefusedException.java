package dev.pinfold.run;

import java.io.IOException;

/** An opening that was asked for and is not made. */
public final class GrantRefusedException extends IOException {
  private static final long serialVersionUID = 1;

  private final String hint;

  GrantRefusedException(String message, String hint) {
    super(message);
    this.hint = hint;
  }

  /** What to do instead. */
  public String hint() {
    return hint;
  }
}
