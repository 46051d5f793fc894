package dev.pinfold.journal;

import java.io.IOException;
import java.nio.file.Path;

/** A journal can't be kept there, so no run may start: says what, where, and what to do. */
public final class JournalUnavailableException extends IOException {
  private static final long serialVersionUID = 1;

  private final String hint;

  JournalUnavailableException(String what, Path where, String hint) {
    super("no journal at " + where + ": " + what);
    this.hint = hint;
  }

  JournalUnavailableException(IOException cause, Path where, String hint) {
    super("no journal at " + where + ": " + Reason.of(cause), cause);
    this.hint = hint;
  }

  /** What to do about it: a sentence for a person. */
  public String hint() {
    return hint;
  }
}
