package dev.pinfold.cli;

import java.util.List;

/** Words as one could type them to a shell. */
final class ShellQuote {
  private static final String PLAIN = "%+,-./:=@_";

  private ShellQuote() {}

  /** The words, each as {@link #word}, with blanks between. */
  static String line(List<String> words) {
    return String.join(" ", words.stream().map(ShellQuote::word).toList());
  }

  /** The word, in single quotes if a shell would read anything into it; safe to show. */
  static String word(String word) {
    boolean plain =
        !word.isEmpty()
            && word.chars()
                .allMatch(c -> c < 128 && (Character.isLetterOrDigit(c) || PLAIN.indexOf(c) >= 0));
    return plain ? word : "'" + Printable.line(word).replace("'", "'\\''") + "'";
  }
}
