package dev.pinfold.policy;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a program text of another language from left to right. */
final class SourceCursor {
  /** What stands where the text has ended. */
  private static final char END = '\n';

  private final String text;
  private int at;

  SourceCursor(String text) {
    this.text = text;
  }

  String whole() {
    return text;
  }

  int at() {
    return at;
  }

  boolean ended() {
    return at >= text.length();
  }

  void moveTo(int index) {
    at = index;
  }

  void skip() {
    at++;
  }

  /** The character so far from here. */
  char peek(int offset) {
    int index = at + offset;
    return index >= 0 && index < text.length() ? text.charAt(index) : END;
  }

  /** The index of the next character from {@code index} on that none of {@code skipped} is. */
  int after(String skipped, int index) {
    int next = index;
    while (next < text.length() && skipped.indexOf(text.charAt(next)) >= 0) {
      next++;
    }
    return next;
  }

  /** The next character that is no blank. */
  char next() {
    return peek(after(" ", at) - at);
  }

  /** The character before {@code index} that is no blank. */
  char before(int index) {
    int before = index - 1;
    while (before >= 0 && text.charAt(before) == ' ') {
      before--;
    }
    return before < 0 ? END : text.charAt(before);
  }

  boolean startsWith(String word, int index) {
    return text.startsWith(word, index);
  }

  /** Whether nothing but white space stands between two places. */
  boolean isBlank(int from, int to) {
    return text.substring(from, to).isBlank();
  }

  /** Passes over what a pattern matches here. */
  boolean passes(Pattern pattern) {
    Matcher matcher = pattern.matcher(text).region(at, text.length());
    if (matcher.lookingAt()) {
      at = matcher.end();
      return true;
    }
    return false;
  }

  /** Passes over a list of words of Ruby or Perl; its words, none when there is no list here. */
  List<String> wordList(String language) {
    boolean starts =
        language.equals("ruby")
            ? peek(0) == '%'
            : language.equals("perl")
                && peek(0) == 'q'
                && !Character.isJavaIdentifierPart(peek(-1));
    int start = at;
    if (!starts || !passes(SourceWords.WORD_LIST)) {
      return List.of();
    }
    String list = text.substring(start + 2, at).strip();
    return List.of(list.substring(1, list.length() - 1).strip().split("\\s+", 0));
  }

  /** Passes over a regular expression literal; false when the slash is a division. */
  boolean passesPattern() {
    int end = at + 1;
    while (end < text.length() && text.charAt(end) != '/' && text.charAt(end) != '\n') {
      end += text.charAt(end) == '\\' ? 2 : 1;
    }
    if (end >= text.length() || text.charAt(end) != '/') {
      return false;
    }
    at = end + 1;
    return true;
  }

  String identifier() {
    int start = at;
    while (at < text.length() && Character.isJavaIdentifierPart(text.charAt(at))) {
      at++;
    }
    return text.substring(start, at);
  }

  /** The text of a literal that starts here, one with three quotes too. */
  String string(char quote) {
    boolean triple = text.startsWith(String.valueOf(quote).repeat(3), at);
    String end = String.valueOf(quote).repeat(triple ? 3 : 1);
    at += end.length();
    StringBuilder out = new StringBuilder();
    while (at < text.length() && !text.startsWith(end, at)) {
      char c = text.charAt(at++);
      if (c == '\\' && at < text.length()) {
        char escaped = text.charAt(at++);
        out.append(escaped == 'n' ? '\n' : escaped);
      } else {
        out.append(c);
      }
    }
    at = Math.min(text.length(), at + end.length());
    return out.toString();
  }
}
