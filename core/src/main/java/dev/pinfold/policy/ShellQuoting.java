package dev.pinfold.policy;

/** Quotes words for a shell. */
final class ShellQuoting {
  private ShellQuoting() {}

  /** The word in a form that a shell reads as one word; active pattern characters stay active. */
  static String quote(String word) {
    if (!word.isEmpty() && word.chars().allMatch(ShellQuoting::isPlain)) {
      return Marks.plain(word);
    }
    return "'" + Marks.plain(word).replace("'", "'\\''") + "'";
  }

  private static boolean isPlain(int c) {
    return Character.isLetterOrDigit(c)
        || "_-./:=,+@%".indexOf(c) >= 0
        || (c >= Marks.STAR && c <= Marks.BELOW);
  }
}
