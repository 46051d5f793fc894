package dev.pinfold.protect;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A pattern of paths below a workspace, as .gitignore has them: without a slash it holds at any
 * depth, otherwise from the top; {@code *} and {@code ?} stay within a name, {@code [a-z]} and
 * {@code [!a-z]} stand for one character, {@code **} for any number of folders. What it matches is
 * protected with all that is below. Upper and lower case are the same: they are on some file
 * systems.
 *
 * @param text as it was written
 * @param segments names, folded; {@code **} among them
 */
public record Glob(String text, List<String> segments) {
  /** A path can't be longer (PATH_MAX), so a pattern need not be. */
  private static final int MOST_CHARS = 4096;

  /** Copies the segments. */
  public Glob {
    segments = List.copyOf(segments);
  }

  /**
   * Reads one.
   *
   * @throws IllegalArgumentException when it is empty, leaves the workspace, or is too long; the
   *     message says which
   */
  public static Glob of(String text) {
    if (text.length() > MOST_CHARS) {
      throw new IllegalArgumentException(
          "it has "
              + text.length()
              + " characters, more than a path can have ("
              + MOST_CHARS
              + ")");
    }
    if (text.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("no path has a NUL in it");
    }
    List<String> segments = new ArrayList<>();
    for (String segment : text.split("/", -1)) {
      if (segment.equals("..")) {
        throw new IllegalArgumentException("it leads out of the workspace: patterns start there");
      }
      boolean again =
          segment.equals("**") && !segments.isEmpty() && segments.getLast().equals("**");
      if (!segment.isEmpty() && !segment.equals(".") && !again) {
        segments.add(segment.equals("**") ? segment : fold(segment));
      }
    }
    if (segments.isEmpty()) {
      throw new IllegalArgumentException("it names nothing");
    }
    String trimmed = text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
    if (trimmed.indexOf('/') < 0 && !segments.getFirst().equals("**")) {
      segments.addFirst("**");
    }
    return new Glob(text, segments);
  }

  /**
   * A name as a case-insensitive file system compares it: ext4's casefold, the strictest, also
   * takes what is composed for what is not, and ignores invisible characters.
   */
  static String fold(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (name.charAt(i) >= 0x80) {
        return foldUnicode(name);
      }
    }
    return name.toLowerCase(Locale.ROOT);
  }

  private static String foldUnicode(String name) {
    StringBuilder folded = new StringBuilder();
    // Upper case first: it joins ſ and s, and the Kelvin sign and k, which lower case alone does
    // not.
    Normalizer.normalize(
            name.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT), Normalizer.Form.NFD)
        .codePoints()
        .filter(point -> !isIgnorable(point))
        .forEach(folded::appendCodePoint);
    return folded.toString();
  }

  private static boolean isIgnorable(int point) {
    return Character.getType(point) == Character.FORMAT
        || (point >= 0xFE00 && point <= 0xFE0F)
        || (point >= 0xE0000 && point <= 0xE0FFF)
        || point == 0x034F
        || point == 0x115F
        || point == 0x1160
        || point == 0x17B4
        || point == 0x17B5
        || point == 0x3164
        || point == 0xFFA0;
  }

  /** Whether a segment matches by more than equality. */
  static boolean isLiteral(String segment) {
    return segment.chars().noneMatch(c -> c == '*' || c == '?' || c == '[' || c == '\\');
  }

  /** Whether a folded name matches one segment; the time is at most their lengths' product. */
  static boolean matches(String segment, String name) {
    int s = 0;
    int n = 0;
    int star = -1;
    int retry = 0;
    while (n < name.length()) {
      int width = s < segment.length() ? width(segment, s, name.charAt(n)) : 0;
      if (s < segment.length() && segment.charAt(s) == '*') {
        star = s++;
        retry = n;
      } else if (width > 0) {
        s += width;
        n++;
      } else if (star >= 0) {
        s = star + 1;
        n = ++retry;
      } else {
        return false;
      }
    }
    while (s < segment.length() && segment.charAt(s) == '*') {
      s++;
    }
    return s == segment.length();
  }

  /** How many characters of the segment stand for {@code c}; 0 when they don't. */
  private static int width(String segment, int at, char c) {
    char first = segment.charAt(at);
    if (first == '?') {
      return 1;
    }
    if (first == '\\' && at + 1 < segment.length()) {
      return segment.charAt(at + 1) == c ? 2 : 0;
    }
    int close = first == '[' ? segment.indexOf(']', at + 2) : -1;
    if (close < 0) {
      return first == c ? 1 : 0;
    }
    boolean negated = segment.charAt(at + 1) == '!' || segment.charAt(at + 1) == '^';
    boolean inside = false;
    for (int i = at + (negated ? 2 : 1); i < close; i++) {
      if (i + 2 < close && segment.charAt(i + 1) == '-') {
        inside |= c >= segment.charAt(i) && c <= segment.charAt(i + 2);
        i += 2;
      } else {
        inside |= segment.charAt(i) == c;
      }
    }
    return inside == negated ? 0 : close - at + 1;
  }
}
