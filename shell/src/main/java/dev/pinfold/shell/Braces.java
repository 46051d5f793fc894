package dev.pinfold.shell;

import dev.pinfold.shell.WordPart.Literal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds brace expansions among the parts of a word (bash manual, "Brace Expansion"). */
final class Braces {
  /** Nested deeper than this, the word is refused: people nest two deep. */
  static final int MAX_DEPTH = 32;

  /** At most 18 digits, so that every number fits a {@code long}. */
  private static final Pattern RANGE =
      Pattern.compile(
          "(?:([+-]?[0-9]{1,18})\\.\\.([+-]?[0-9]{1,18})|([a-zA-Z])\\.\\.([a-zA-Z]))"
              + "(?:\\.\\.([+-]?[0-9]{1,18}))?");

  private final List<WordPart> out = new ArrayList<>();
  private final Deque<Open> open = new ArrayDeque<>();

  private Braces() {}

  /** An opening brace whose partner has not come yet. */
  private static final class Open {
    final int index;
    final List<Integer> commas = new ArrayList<>(2);
    int depth;

    Open(int index) {
      this.index = index;
    }
  }

  /**
   * Folds what is well formed; all else becomes literals again.
   *
   * @param structure the indices of the literals that are an unquoted brace or comma
   */
  static List<WordPart> fold(List<WordPart> parts, BitSet structure) {
    var braces = new Braces();
    for (int i = 0; i < parts.size(); i++) {
      WordPart part = parts.get(i);
      if (structure.get(i) && part instanceof Literal(_, String text)) {
        braces.structure(part, text);
      } else {
        braces.out.add(part);
      }
    }
    return merged(braces.out);
  }

  private void structure(WordPart part, String text) {
    out.add(part);
    switch (text) {
      case "{" -> open.push(new Open(out.size() - 1));
      case "," -> {
        if (!open.isEmpty()) {
          open.peek().commas.add(out.size() - 1);
        }
      }
      default -> {
        if (!open.isEmpty()) {
          close(open.pop());
        }
      }
    }
  }

  private void close(Open brace) {
    List<WordPart> tail = out.subList(brace.index, out.size());
    Span span = new Span(tail.getFirst().span().start(), tail.getLast().span().end());
    Optional<WordPart> folded =
        brace.commas.isEmpty() ? range(span, tail) : Optional.of(list(span, brace));
    if (folded.isEmpty()) {
      return;
    }
    out.subList(brace.index, out.size()).clear();
    out.add(folded.get());
    deepen(brace, span);
  }

  private void deepen(Open brace, Span span) {
    int depth = brace.depth + 1;
    if (depth > MAX_DEPTH) {
      throw new SyntaxFailure(
          new ParseResult.TooDeep(
              span, "the word nests more than " + MAX_DEPTH + " brace expansions"));
    }
    if (!open.isEmpty()) {
      open.peek().depth = Math.max(open.peek().depth, depth);
    }
  }

  private WordPart list(Span span, Open brace) {
    var alternatives = new ArrayList<Word>();
    int start = brace.index + 1;
    brace.commas.add(out.size() - 1);
    for (int comma : brace.commas) {
      List<WordPart> parts = merged(out.subList(start, comma));
      int from = out.get(start - 1).span().end();
      Span where = new Span(from, Math.max(from, out.get(comma).span().start()));
      alternatives.add(new Word(where, brace.index == 0 ? Tildes.leading(parts) : parts));
      start = comma + 1;
    }
    return new WordPart.Braces(span, alternatives);
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
  private static List<WordPart> merged(List<WordPart> parts) {
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
