package dev.pinfold.policy;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** What somebody who mistyped may have meant. */
public final class NearestName {
  private NearestName() {}

  /**
   * The candidate with the fewest edits, if these are no more than a third of the word; or what it
   * is a start of.
   */
  public static Optional<String> to(String word, List<String> candidates) {
    Optional<String> completed =
        candidates.stream().filter(name -> word.length() > 2 && name.startsWith(word)).findFirst();
    return completed.or(
        () ->
            candidates.stream()
                .filter(name -> edits(word, name) <= Math.max(1, name.length() / 3))
                .min(Comparator.comparingInt(name -> edits(word, name))));
  }

  /**
   * Insertions, removals, replacements and swaps of neighbours (optimal string alignment distance).
   */
  static int edits(String from, String to) {
    int[] beforeLast = new int[to.length() + 1];
    int[] last = new int[to.length() + 1];
    java.util.Arrays.setAll(last, j -> j);
    for (int i = 1; i <= from.length(); i++) {
      int[] row = new int[to.length() + 1];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int replaced = last[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, Math.min(last[j], row[j - 1]) + 1);
        if (i > 1
            && j > 1
            && from.charAt(i - 1) == to.charAt(j - 2)
            && from.charAt(i - 2) == to.charAt(j - 1)) {
          row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
        }
      }
      beforeLast = last;
      last = row;
    }
    return last[to.length()];
  }
}
