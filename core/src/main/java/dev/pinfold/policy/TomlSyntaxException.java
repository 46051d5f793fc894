package dev.pinfold.policy;

/** A text that is no TOML. */
final class TomlSyntaxException extends Exception {
  private static final long serialVersionUID = 1L;

  private final int line;

  TomlSyntaxException(int line, String problem) {
    super(problem);
    this.line = line;
  }

  /** The line, from 1. */
  int line() {
    return line;
  }
}
