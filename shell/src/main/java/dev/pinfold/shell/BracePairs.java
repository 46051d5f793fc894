package dev.pinfold.shell;

import dev.pinfold.shell.WordPart.Literal;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds brace expansions among the parts of a word (bash manual, "Brace Expansion"). */
final class BracePairs {
  /** Nested deeper than this, the word is refused: people nest two deep. */
  static final int MAX_DEPTH = 32;

  /**
   * How often a part may be looked at: bounds what unmatched braces cost, which each look for a
   * partner.
   */
  private static final int MAX_WORK_PER_PART = 64;

  /** At most 18 digits, so that every number fits a {@code long}. */
  private static final Pattern RANGE =
      Pattern.compile(
          "(?:([+-]?[0-9]{1,18})\\.\\.([+-]?[0-9]{1,18})|([a-zA-Z])\\.\\.([a-zA-Z]))"
              + "(?:\\.\\.([+-]?[0-9]{1,18}))?");

  private final List<WordPart> parts;
  private final BitSet structure;
  private int work;

  private BracePairs(List<WordPart> parts, BitSet structure) {
    this.parts = parts;
    this.structure = structure;
  }

  /**
   * Folds what is well formed; all else becomes literals again.
   *
   * @param structure the indices of the literals that are an unquoted brace or comma
   */
  static List<WordPart> fold(List<WordPart> parts, BitSet structure) {
    var braces = new BracePairs(parts, structure);
    return braces.separated() ? braces.fold(0, parts.size(), 0) : merged(parts);
  }

  /** Whether there is a comma or a range at all; without one nothing is expanded. */
  private boolean separated() {
    for (int i = 0; i < parts.size(); i++) {
      if (is(i, ",") || ranges(i)) {
        return true;
      }
    }
    return false;
  }

  private boolean is(int index, String text) {
    return structure.get(index)
        && parts.get(index) instanceof Literal(_, String found)
        && found.equals(text);
  }

  /** Whether a part holds the two dots of a range; not if a brace follows them. */
  private boolean ranges(int index) {
    return parts.get(index) instanceof Literal(_, String text)
        && text.contains("..")
        && !(text.indexOf("..") == text.length() - 2
            && index + 1 < parts.size()
            && is(index + 1, "}"));
  }

  private List<WordPart> fold(int from, int to, int depth) {
    if (depth > MAX_DEPTH) {
      throw tooDeep(from);
    }
    var out = new ArrayList<WordPart>();
    int begin = from;
    for (int i = from; i < to; i++) {
      // {} where brace expansion begins to look, or looks again, is no pair (bash, brace_gobbler).
      boolean empty = i == begin && i + 1 < to && is(i + 1, "}");
      var commas = new ArrayList<Integer>(2);
      int close = is(i, "{") && !empty ? close(i + 1, to, commas) : -1;
      if (close < 0) {
        out.add(parts.get(i));
      } else {
        out.addAll(folded(i, close, commas, depth));
        i = close;
        begin = close + 1;
      }
    }
    return merged(out);
  }

  /**
   * The brace that closes the one before {@code from}, or -1; as bash's brace_gobbler finds it: the
   * first one outside inner pairs that a comma or a range comes before.
   */
  private int close(int from, int to, List<Integer> commas) {
    int level = 0;
    boolean separated = false;
    for (int i = from; i < to; i++) {
      if (++work > MAX_WORK_PER_PART * parts.size()) {
        throw tooDeep(i);
      }
      if (is(i, "{")) {
        level++;
      } else if (is(i, "}")) {
        if (level == 0 && separated) {
          return i;
        }
        level -= level > 0 ? 1 : 0;
      } else if (level == 0 && is(i, ",")) {
        commas.add(i);
        separated = true;
      } else if (level == 0) {
        separated |= ranges(i);
      }
    }
    return -1;
  }

  private SyntaxFailure tooDeep(int index) {
    return new SyntaxFailure(
        new ParseResult.TooDeep(
            parts.get(Math.min(index, parts.size() - 1)).span(),
            "the braces of the word nest too deep"));
  }

  private List<WordPart> folded(int open, int close, List<Integer> commas, int depth) {
    Span span = new Span(parts.get(open).span().start(), parts.get(close).span().end());
    if (commas.isEmpty()) {
      List<WordPart> all = parts.subList(open, close + 1);
      return range(span, all).map(List::of).orElse(all);
    }
    var alternatives = new ArrayList<Word>();
    int start = open + 1;
    commas.add(close);
    for (int comma : commas) {
      int from = parts.get(start - 1).span().end();
      Span where = new Span(from, Math.max(from, parts.get(comma).span().start()));
      alternatives.add(new Word(where, fold(start, comma, depth + 1)));
      start = comma + 1;
    }
    return List.of(new WordPart.Braces(span, alternatives));
  }

  private static Optional<WordPart> range(Span span, List<WordPart> tail) {
    if (tail.size() != 3 || !(tail.get(1) instanceof Literal(_, String text))) {
      return Optional.empty();
    }
    Matcher m = RANGE.matcher(text);
    if (!m.matches()) {
      return Optional.empty();
    }
    boolean letters = m.group(3) != null;
    String step = m.group(5);
    return Optional.of(
        new WordPart.BraceRange(
            span,
            m.group(letters ? 3 : 1),
            m.group(letters ? 4 : 2),
            step == null ? 0 : Long.parseLong(step)));
  }

  /** Joins neighbouring literals. */
  static List<WordPart> merged(List<WordPart> parts) {
    var result = new ArrayList<WordPart>(parts.size());
    for (int i = 0; i < parts.size(); ) {
      int end = i;
      var text = new StringBuilder();
      while (end < parts.size() && parts.get(end) instanceof Literal(_, String more)) {
        text.append(more);
        end++;
      }
      if (end - i > 1) {
        int from = parts.get(i).span().start();
        int to = parts.get(end - 1).span().end();
        result.add(new Literal(new Span(from, Math.max(from, to)), text.toString()));
      } else {
        result.add(parts.get(i));
      }
      i = Math.max(end, i + 1);
    }
    return result;
  }
}
