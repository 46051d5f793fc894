package dev.pinfold.sandbox;

import java.util.List;
import java.util.regex.Pattern;

/** An argument vector as reports show it: quoted, short, and without what looks like a secret. */
final class ShownWords {
  /** A line that somebody reads; the journal's lines are bounded too. */
  private static final int MOST_CHARACTERS = 400;

  private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./-]+");
  private static final String HIDDEN = "***";

  /** Options whose value, glued or in the next word, is a secret. */
  private static final Pattern SECRET_OPTION =
      Pattern.compile("(?i)-{1,2}[\\w-]*(?:passw|secret|token|api-?key|credential|auth)[\\w-]*");

  private static final Pattern SECRET_VALUE =
      Pattern.compile(
          "(?i)((?:passw\\w*|secret\\w*|token|\\w*_?key|authorization)\\s*[=:]\\s*(?:bearer\\s+|basic\\s+)?)[^\\s'\"&]+");
  private static final Pattern USER_IN_URL = Pattern.compile("(://)[^/@\\s]+@");

  private ShownWords() {}

  static String of(List<String> words) {
    StringBuilder shown = new StringBuilder();
    boolean hidden = false;
    for (String word : words) {
      if (shown.length() > MOST_CHARACTERS) {
        break;
      }
      shown.append(shown.isEmpty() ? "" : " ").append(quoted(hidden ? HIDDEN : masked(word)));
      hidden = SECRET_OPTION.matcher(word).matches();
    }
    return shown.length() > MOST_CHARACTERS
        ? shown.substring(0, MOST_CHARACTERS) + "…"
        : shown.toString();
  }

  private static String masked(String word) {
    String part = word.length() > MOST_CHARACTERS ? word.substring(0, MOST_CHARACTERS) : word;
    part = USER_IN_URL.matcher(part).replaceAll("$1" + HIDDEN + "@");
    return SECRET_VALUE.matcher(part).replaceAll("$1" + HIDDEN);
  }

  static String quoted(String word) {
    return PLAIN.matcher(word).matches() || word.equals(HIDDEN)
        ? word
        : "'" + word.replace("'", "'\\''") + "'";
  }
}
