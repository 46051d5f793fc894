package dev.pinfold.cli;

/** The command line is wrong: says how, and what would be right. */
final class UsageException extends Exception {
  private static final long serialVersionUID = 1;

  private final String message;
  private final String hint;

  UsageException(String message, String hint) {
    super(message);
    this.message = message;
    this.hint = hint;
  }

  String message() {
    return message;
  }

  String hint() {
    return hint;
  }
}
