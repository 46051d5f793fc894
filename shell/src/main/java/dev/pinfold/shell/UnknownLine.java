package dev.pinfold.shell;

import java.io.Serial;

/** Leaves a tokeniser of Windows command lines, which turns it into a value. */
final class UnknownLine extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  private final transient WindowsLine.Unknown unknown;

  UnknownLine(Span span, String reason) {
    super(reason, null, false, false);
    unknown = new WindowsLine.Unknown(span, reason);
  }

  WindowsLine.Unknown unknown() {
    return unknown;
  }

  /** Refuses a text that is too long, or that holds what no command line can. */
  static void check(String text) {
    if (text.length() > ShellParser.MAX_LENGTH) {
      throw new UnknownLine(
          new Span(ShellParser.MAX_LENGTH, text.length()),
          "the text is longer than " + ShellParser.MAX_LENGTH + " characters");
    }
    int nul = text.indexOf('\0');
    if (nul >= 0) {
      throw new UnknownLine(new Span(nul, nul + 1), "a NUL character can't be part of a command");
    }
  }
}
