package dev.pinfold.policy;

import java.util.List;

/**
 * What a tar or cpio command line does: both take their mode as a letter, with or without a dash.
 */
final class TarMode {
  private TarMode() {}

  static boolean extracts(List<Argument> words) {
    return mode(words) == 'x';
  }

  static boolean lists(List<Argument> words) {
    return mode(words) == 't';
  }

  private static char mode(List<Argument> words) {
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i).value();
      if (word.equals("--extract") || word.equals("--get")) {
        return 'x';
      }
      if (word.equals("--list")) {
        return 't';
      }
      boolean letters =
          (word.startsWith("-") && !word.startsWith("--")) || (i == 0 && !word.startsWith("-"));
      if (letters && word.indexOf('/') < 0) {
        for (char mode : new char[] {'x', 't', 'c', 'r', 'u', 'i'}) {
          if (word.indexOf(mode) >= 0) {
            return mode == 'i' ? 'x' : mode;
          }
        }
      }
    }
    return ' ';
  }
}
