package dev.pinfold.prove;

import java.util.Set;

/**
 * What came of something that was tried.
 *
 * @param word {@code ok} where it worked, else the error's name or what happened instead
 * @param value the number that a call gave, where it worked
 */
record Answer(String word, long value) {
  static final String OK = "ok";

  /** What was tried worked. */
  static final Answer WORKED = new Answer(OK, 0);

  /** Pinfold did not let it happen. */
  static final Answer REFUSED = new Answer("refused", 0);

  static Answer of(String word) {
    return new Answer(word, 0);
  }

  /** Whether it is one of {@code expected}; {@code =N} stands for a call that worked and gave N. */
  boolean isIn(Set<String> expected) {
    return word.equals(OK)
        ? expected.contains("=" + value) || expected.contains(OK)
        : expected.contains(word);
  }

  @Override
  public String toString() {
    return word.equals(OK) && value != 0 ? "ok (" + value + ")" : word;
  }
}
