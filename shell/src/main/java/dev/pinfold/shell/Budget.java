package dev.pinfold.shell;

/** What one parse has used: shared by the nested sources of a text. */
final class Budget {
  private int depth;
  private long steps;

  /** Counts one construct deeper. Every recursion of the parser passes here. */
  void enter(Span at) {
    if (++depth > ShellParser.MAX_DEPTH) {
      throw new SyntaxFailure(
          new ParseResult.TooDeep(
              at, "the text nests more than " + ShellParser.MAX_DEPTH + " constructs"));
    }
  }

  void leave() {
    depth--;
  }

  /** Counts characters looked at: what the test of linear time measures. */
  void step(int count) {
    steps += count;
  }

  long steps() {
    return steps;
  }
}
