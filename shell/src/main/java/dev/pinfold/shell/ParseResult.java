package dev.pinfold.shell;

/** What a parser makes of a text: a tree, or the reason why there is none. */
public sealed interface ParseResult {
  /** The whole text was understood. */
  record Parsed(Script script) implements ParseResult {}

  /** There is no tree, and so nothing that could be judged. */
  sealed interface Failure extends ParseResult {
    /** The place in the source that the message is about. */
    Span span();

    /** One sentence for people: what was found, what was expected. */
    String message();
  }

  /** The text is no command of the dialect: a shell would refuse it too. */
  record Wrong(Span span, String message) implements Failure {}

  /** A shell may accept it, but this parser does not model the construct. */
  record Unsupported(Span span, String message) implements Failure {}

  /** The text is longer than {@link ShellParser#MAX_LENGTH}. */
  record TooLarge(Span span, String message) implements Failure {}

  /** The text nests more than {@link ShellParser#MAX_DEPTH} constructs. */
  record TooDeep(Span span, String message) implements Failure {}
}
