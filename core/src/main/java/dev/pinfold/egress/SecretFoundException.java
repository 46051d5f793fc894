package dev.pinfold.egress;

import java.io.IOException;

/** What was about to leave holds a secret that must not go there; the message names it. */
final class SecretFoundException extends IOException {
  private static final long serialVersionUID = 1L;

  private final String message;

  SecretFoundException(String message) {
    super(message);
    this.message = message;
  }

  @Override
  public String getMessage() {
    return message;
  }
}
