package dev.pinfold.cli;

/** Words as one could type them to a shell. */
final class ShellQuote {
  private static final String PLAIN = "%+,-./:=@_";

  private ShellQuote() {}

  /** The word, in single quotes if a shell would read anything into it; safe to show. */
  static String word(String word) {
    boolean plain =
        !word.isEmpty()
            && word.chars()
                .allMatch(c -> c < 128 && (Character.isLetterOrDigit(c) || PLAIN.indexOf(c) >= 0));
    return plain ? word : "'" + Printable.line(word).replace("'", "'\\''") + "'";
  }
}
