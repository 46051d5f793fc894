package dev.pinfold.egress;

/** What a client or server sent has no single reading; the message says what is wrong. */
final class MalformedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String message;

  MalformedException(String message) {
    super(message);
    this.message = message;
  }

  @Override
  public String getMessage() {
    return message;
  }
}
