package dev.pinfold.policy;

/**
 * Pathname patterns (POSIX XCU 2.14) against texts, without files. At most pattern × text steps.
 */
final class GlobText {
  private GlobText() {}

  static boolean isPattern(String text) {
    return text.indexOf('*') >= 0 || text.indexOf('?') >= 0 || text.indexOf('[') >= 0;
  }

  /** Whether the plain {@code pattern} matches all of {@code text}; a star matches a slash too. */
  static boolean matches(String pattern, String text) {
    return markedMatches(
        pattern.replace('*', Marks.STAR).replace('?', Marks.QUESTION).replace('[', Marks.BRACKET),
        text);
  }

  /**
   * Whether a value can be {@code text}: its pattern marks match as such, a hole matches anything.
   */
  static boolean markedMatches(String value, String text) {
    int p = 0;
    int t = 0;
    int star = -1;
    int resume = 0;
    while (t < text.length()) {
      int next = p < value.length() ? one(value, p, text.charAt(t)) : -1;
      if (p < value.length() && isStar(value.charAt(p))) {
        star = p++;
        resume = t;
      } else if (next >= 0) {
        p = next;
        t++;
      } else if (star >= 0) {
        p = star + 1;
        t = ++resume;
      } else {
        return false;
      }
    }
    while (p < value.length() && isStar(value.charAt(p))) {
      p++;
    }
    return p == value.length();
  }

  private static boolean isStar(char c) {
    return c == Marks.STAR || c == Marks.BELOW || Marks.isHole(c);
  }

  /** Index after the one-character pattern at {@code p} when it matches {@code c}, else -1. */
  private static int one(String pattern, int p, char c) {
    char first = pattern.charAt(p);
    if (first == Marks.QUESTION) {
      return p + 1;
    }
    int close = first == Marks.BRACKET ? pattern.indexOf(']', p + 2) : -1;
    if (close < 0) {
      return first == c ? p + 1 : -1;
    }
    return inBrackets(pattern, p + 1, close, c) ? close + 1 : -1;
  }

  private static boolean inBrackets(String pattern, int from, int close, char c) {
    boolean negated = pattern.charAt(from) == '!' || pattern.charAt(from) == '^';
    boolean found = false;
    for (int i = negated ? from + 1 : from; i < close; i++) {
      if (i + 2 < close && pattern.charAt(i + 1) == '-') {
        found |= pattern.charAt(i) <= c && c <= pattern.charAt(i + 2);
        i += 2;
      } else {
        found |= pattern.charAt(i) == c;
      }
    }
    return found != negated;
  }
}
