package dev.pinfold.policy;

/**
 * The characters that stand for what is not constant in a word. They are private-use code points; a
 * text that holds one literally is taken as unknown there, which is the careful side.
 */
final class Marks {
  /** The pattern characters {@code *}, {@code ?} and {@code [}, unquoted. */
  static final char STAR = '\uE000';

  static final char QUESTION = '\uE001';
  static final char BRACKET = '\uE002';

  /** Text that only the run will know, one word at most. */
  static final char HOLE = '\uE003';

  /** The same, unquoted: any number of words. */
  static final char HOLES = '\uE004';

  /** Text that comes from the network. */
  static final char DOWNLOADED = '\uE005';

  /** Any path below the directory before it, as find(1) prints it: a pattern that spans slashes. */
  static final char BELOW = '\uE006';

  /**
   * What is in a file of the workspace: the text does not tell, but running it is the run's own.
   */
  static final char OWN = '\uE007';

  /** Some number: digits alone, perhaps with a sign. */
  static final char NUMBER = '\uE008';

  /**
   * The home and the temporary folder of a run in a pen, which get their names when it starts. They
   * stand where a path has another user's home, so that what leads out of them leads to the system,
   * and places of keys in them are known as such. They are no marks: their paths are constant.
   */
  static final String OWN_HOME = "/home/\uE009";

  static final String OWN_TMP = "/home/\uE00A";

  private static final char LAST = '\uE00A';

  private Marks() {}

  static boolean any(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c >= STAR && c <= NUMBER) {
        return true;
      }
    }
    return false;
  }

  static boolean isHole(char c) {
    return (c >= HOLE && c <= DOWNLOADED) || c == OWN;
  }

  static boolean isPattern(char c) {
    return (c >= STAR && c <= BRACKET) || c == BELOW || c == NUMBER;
  }

  static boolean unknown(String value) {
    return firstHole(value) >= 0;
  }

  static boolean pattern(String value) {
    for (int i = 0; i < value.length(); i++) {
      if (isPattern(value.charAt(i))) {
        return true;
      }
    }
    return false;
  }

  /** Index of the first active pattern character, or the length. */
  static int firstPattern(String value) {
    for (int i = 0; i < value.length(); i++) {
      if (isPattern(value.charAt(i))) {
        return i;
      }
    }
    return value.length();
  }

  static boolean downloaded(String value) {
    return value.indexOf(DOWNLOADED) >= 0;
  }

  /** Index of the first unknown part, or -1. */
  static int firstHole(String value) {
    for (int i = 0; i < value.length(); i++) {
      if (isHole(value.charAt(i))) {
        return i;
      }
    }
    return -1;
  }

  /** Literal text of a script as a value: a mark that stands in it becomes a hole. */
  static String literal(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (isReserved(text.charAt(i))) {
        return replaceMarks(text);
      }
    }
    return text;
  }

  private static boolean isReserved(char c) {
    return c >= STAR && c <= LAST;
  }

  private static String replaceMarks(String text) {
    StringBuilder out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      out.append(isReserved(c) ? HOLE : c);
    }
    return out.toString();
  }

  /**
   * The value with pattern characters written as themselves: what a quoted expansion or no match
   * leaves. A number stays one.
   */
  static String plain(String value) {
    return pattern(value)
        ? value.replace(STAR, '*').replace(QUESTION, '?').replace(BRACKET, '[').replace(BELOW, '*')
        : value;
  }

  static String display(String value) {
    String plain = plain(value).replace(NUMBER, '*');
    if (plain.indexOf(LAST - 1) >= 0 || plain.indexOf(LAST) >= 0) {
      plain = plain.replace(OWN_HOME, "~").replace(OWN_TMP, "$TMPDIR");
    }
    return unknown(plain)
        ? plain
            .replace(String.valueOf(HOLE), "<?>")
            .replace(String.valueOf(HOLES), "<?>")
            .replace(String.valueOf(OWN), "<?>")
            .replace(String.valueOf(DOWNLOADED), "<downloaded>")
        : plain;
  }
}
