package dev.pinfold.journal;

/** A line of a journal is not what {@link EntryLine} writes. */
final class MalformedLineException extends Exception {
  private static final long serialVersionUID = 1;

  MalformedLineException(String what) {
    super(what);
  }

  String what() {
    return String.valueOf(getMessage());
  }
}
