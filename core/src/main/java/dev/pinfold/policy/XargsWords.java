package dev.pinfold.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The words that xargs(1) makes of its input: parted by blanks with quotes taken off, by lines for
 * {@code -I} and {@code -L}, by the character of {@code -d}, or by NUL.
 */
final class XargsWords {
  /** More words say nothing new. */
  private static final int MAX_WORDS = 1000;

  private XargsWords() {}

  static List<String> of(String text, Invocation invocation) {
    Invocation.Option delimiter = invocation.find("-d");
    if (delimiter != null && delimiter.value() != null) {
      return parted(text, delimiter(delimiter.value().value()));
    }
    if (invocation.hasAny("-0", "--null")) {
      boolean listed = text.indexOf('\0') < 0 && text.indexOf(Marks.BELOW) >= 0;
      return parted(text, listed ? '\n' : '\0');
    }
    return unquoted(text, invocation.hasAny("-I", "-i", "-L", "-l", "--replace", "--max-lines"));
  }

  /** What GNU parallel makes of its input: a value a line. */
  static List<String> lines(String text) {
    return parted(text, '\n');
  }

  private static char delimiter(String given) {
    return switch (given) {
      case "\\n" -> '\n';
      case "\\t" -> '\t';
      case "\\0" -> '\0';
      default -> given.isEmpty() ? '\n' : given.charAt(0);
    };
  }

  private static List<String> parted(String text, char delimiter) {
    List<String> words = new ArrayList<>();
    for (String word : text.split(Pattern.quote(String.valueOf(delimiter)), 0)) {
      String whole = word.strip();
      if (!whole.isEmpty() && words.size() < MAX_WORDS) {
        words.add(whole);
      }
    }
    return words;
  }

  private static List<String> unquoted(String text, boolean lines) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean started = false;
    for (int i = 0; i < text.length() && words.size() < MAX_WORDS; i++) {
      char c = text.charAt(i);
      int close = c == '\'' || c == '"' ? text.indexOf(c, i + 1) : -1;
      if (close > 0) {
        word.append(text, i + 1, close);
        started = true;
        i = close;
      } else if (c == '\\' && i + 1 < text.length()) {
        word.append(text.charAt(++i));
        started = true;
      } else if (c == '\n' || (!lines && Character.isWhitespace(c)) || c == '\0') {
        add(words, word, started);
        started = false;
      } else if (started || !Character.isWhitespace(c)) {
        word.append(c);
        started = true;
      }
    }
    add(words, word, started);
    return words;
  }

  private static void add(List<String> words, StringBuilder word, boolean started) {
    if (started) {
      words.add(word.toString());
      word.setLength(0);
    }
  }
}
