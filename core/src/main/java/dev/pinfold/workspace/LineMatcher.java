package dev.pinfold.workspace;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;

/**
 * Says whether a line matches, in time that is linear in its length (RE2).
 *
 * @param pattern the expression; of a plain text, its quotation
 * @param needle text that a line must hold to match at all; empty when that is not known
 * @param note what should be said about it; may be empty
 */
record LineMatcher(Pattern pattern, String needle, String note) {
  /** Far above what people write. */
  private static final int MOST_CHARS = 1000;

  /** Instructions of the longest program: each character may visit all of them. */
  private static final int MOST_PROGRAM = 2000;

  static LineMatcher of(SearchQuery query, String doing) throws FileToolException {
    String source = query.pattern();
    if (source.isEmpty() || source.length() > MOST_CHARS) {
      throw new FileToolException(
          FileErrorCode.INVALID_ARGUMENT,
          doing
              + (source.isEmpty()
                  ? ": the pattern is empty"
                  : ": the pattern has more than " + MOST_CHARS + " characters"),
          "");
    }
    int flags = query.ignoreCase() ? Pattern.CASE_INSENSITIVE : 0;
    if (query.literal()) {
      return plain(query, flags, "");
    }
    try {
      if (repeats(source) <= MOST_PROGRAM) {
        Pattern pattern = Pattern.compile(source, flags);
        if (pattern.programSize() <= MOST_PROGRAM) {
          boolean isPlain = Pattern.quote(source).equals(source) && !query.ignoreCase();
          return new LineMatcher(pattern, isPlain ? source : "", "");
        }
      }
    } catch (PatternSyntaxException wrong) {
      return plain(
          query,
          flags,
          "the pattern is no regular expression ("
              + wrong.getDescription()
              + "): it was searched for as plain text");
    }
    throw new FileToolException(
        FileErrorCode.INVALID_ARGUMENT,
        doing + ": the counts in the pattern multiply to too many states",
        "use + or * instead of counts such as {100}");
  }

  private static LineMatcher plain(SearchQuery query, int flags, String note) {
    String needle = query.ignoreCase() ? "" : query.pattern();
    return new LineMatcher(Pattern.compile(Pattern.quote(query.pattern()), flags), needle, note);
  }

  /**
   * The product of all counts, before anything is compiled: {@code ((a{100}){100}){100}} compiles
   * to a million instructions.
   */
  private static long repeats(String source) {
    long product = 1;
    var counts = java.util.regex.Pattern.compile("\\{[0-9]*,?([0-9]{1,9})\\}").matcher(source);
    while (counts.find() && product < Integer.MAX_VALUE) {
      product *= Math.max(1, Long.parseLong(counts.group(1)));
    }
    return product;
  }

  /** Whether any line of a text can match. */
  boolean mayMatch(String text) {
    return text.contains(needle);
  }

  boolean matches(String line) {
    return pattern.matcher(line).find();
  }

  /** A glob: {@code *} and {@code ?} stay within a name, {@code **} does not. */
  static Pattern glob(String glob) {
    var regex = new StringBuilder("^");
    for (int i = 0; i < glob.length(); i++) {
      char c = glob.charAt(i);
      if (glob.startsWith("**/", i)) {
        regex.append("(?:.*/)?");
        i += 2;
      } else if (glob.startsWith("**", i)) {
        regex.append(".*");
        i++;
      } else if (c == '*') {
        regex.append("[^/]*");
      } else if (c == '?') {
        regex.append("[^/]");
      } else {
        regex.append(Pattern.quote(String.valueOf(c)));
      }
    }
    return Pattern.compile(regex.append('$').toString(), Pattern.DOTALL);
  }
}
