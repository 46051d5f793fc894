package dev.pinfold.shell;

import java.io.Serial;

/** Leaves the recursive descent; {@link ShellParser#parse} turns it into a value. */
final class SyntaxFailure extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  private final transient ParseResult.Failure failure;

  SyntaxFailure(ParseResult.Failure failure) {
    super(failure.message(), null, false, false);
    this.failure = failure;
  }

  ParseResult.Failure failure() {
    return failure;
  }
}
