package dev.pinfold.egress;

import java.io.IOException;

/** The run may carry no more; the message says what was spent. */
final class BudgetSpentException extends IOException {
  private static final long serialVersionUID = 1L;

  private final String message;

  BudgetSpentException(String message) {
    super(message);
    this.message = message;
  }

  @Override
  public String getMessage() {
    return message;
  }
}
