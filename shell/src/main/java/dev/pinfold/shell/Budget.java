package dev.pinfold.shell;

/** What one parse has used: shared by the nested sources of a text. */
final class Budget {
  /**
   * Characters that bodies of here-documents may hold in all: each nests in a copy, so that a
   * mebibyte of nested ones would take gigabytes. Four times the longest text leaves three levels
   * to it, and more to shorter ones.
   */
  static final int MAX_COPIED = 4 * ShellParser.MAX_LENGTH;

  private int depth;
  private int copied;
  private long steps;
  private int deferred;

  /** Counts one construct deeper. Every recursion of the parser passes here. */
  void enter(Span at) {
    if (++depth > ShellParser.MAX_DEPTH) {
      throw new SyntaxFailure(
          new ParseResult.TooDeep(
              at, "the text nests more than " + ShellParser.MAX_DEPTH + " constructs"));
    }
  }

  /**
   * Begins a text that shells parse only when they expand it, so that {@code -n} doesn't see its
   * errors.
   */
  void defer(boolean really) {
    deferred += really ? 1 : 0;
  }

  void undefer(boolean really) {
    deferred -= really ? 1 : 0;
  }

  /** Whether the parse failed inside such a text. */
  boolean deferred() {
    return deferred > 0;
  }

  void leave() {
    depth--;
  }

  /** Counts the characters of a here-document's body, which is read from a copy. */
  void copy(int count, Span of) {
    copied += count;
    if (copied > MAX_COPIED) {
      throw new SyntaxFailure(
          new ParseResult.TooDeep(
              of, "here-documents in here-documents hold more than " + MAX_COPIED + " characters"));
    }
  }

  /** Counts characters looked at: what the test of linear time measures. */
  void step(int count) {
    steps += count;
  }

  long steps() {
    return steps;
  }
}
