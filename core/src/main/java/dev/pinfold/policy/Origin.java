package dev.pinfold.policy;

import dev.pinfold.shell.Span;

/**
 * Maps places of a nested text ({@code sh -c '…'}) to the text that was judged: by an offset where
 * the nested text stands there as it is, else to the whole word that it came from.
 *
 * @param text the nested text
 * @param offset where it starts in the judged text, or -1
 * @param word the word that holds it
 */
record Origin(String text, int offset, Span word) {
  static Origin whole(String text) {
    return new Origin(text, 0, new Span(0, text.length()));
  }

  Span map(Span span) {
    return offset < 0 ? word : new Span(span.start() + offset, span.end() + offset);
  }

  /** The origin of code that stands in {@code argument}, a word of this text's judged whole. */
  static Origin nested(String judged, String code, Span argument) {
    int at = judged.indexOf(code, argument.start());
    boolean verbatim =
        at >= 0 && at - argument.start() <= 2 && at + code.length() <= argument.end();
    return new Origin(code, verbatim ? at : -1, argument);
  }
}
