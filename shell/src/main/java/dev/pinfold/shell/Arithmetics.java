package dev.pinfold.shell;

import dev.pinfold.shell.WordPart.Arithmetic;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Arithmetic: only where it ends and what is expanded in it; its operators are no syntax to the
 * parser, as they are none to {@code bash -n}.
 *
 * <p>{@code ((} may be arithmetic or two opening parentheses. As in bash, it is arithmetic if the
 * parenthesis that closes the inner one is directly followed by another. Each parenthesis is
 * matched once: what a failed guess learned is kept, so that nested guesses cost nothing.
 */
final class Arithmetics {
  private final Grammar grammar;
  private final Cursor cursor;

  /** Closing parentheses by the offset of the opening one, learned by guesses that failed. */
  private final Map<Integer, Integer> closing = new HashMap<>();

  private int guesses;

  Arithmetics(Grammar grammar) {
    this.grammar = grammar;
    cursor = grammar.cursor;
  }

  /** Whether what is read now may have to be read again. */
  boolean guessing() {
    return guesses > 0;
  }

  /**
   * Reads {@code ((…))}; the cursor stands on the first parenthesis.
   *
   * @return null if it is none: then the cursor stands after the first parenthesis
   */
  @Nullable Arithmetic doubled(int start) {
    cursor.next();
    int inner = cursor.pos();
    Integer known = closing.get(inner);
    if (known != null && !doubledAt(known)) {
      checkLine(start, known);
      return null;
    }
    grammar.enter();
    guesses++;
    Arithmetic arithmetic = guess(start, inner);
    guesses--;
    grammar.leave();
    return arithmetic;
  }

  private @Nullable Arithmetic guess(int start, int inner) {
    cursor.next();
    var parts = new Parts(cursor);
    read(parts, '(', ')', "");
    closing.put(inner, cursor.pos());
    checkLine(start, cursor.pos());
    if (!doubledAt(cursor.pos())) {
      cursor.moveTo(inner);
      return null;
    }
    cursor.next();
    cursor.next();
    return new Arithmetic(cursor.span(start), parts.finish());
  }

  /** Where {@code ((} begins a command, bash wants what comes after its end on the same line. */
  private void checkLine(int start, int close) {
    String text = cursor.text();
    if (text.charAt(start) == '('
        && (text.startsWith("\n", close + 1) || text.startsWith("\\\n", close + 1))) {
      throw grammar.wrong(start, "a new line before the second \")\" that closes \"((\"");
    }
  }

  private boolean doubledAt(int close) {
    int second = cursor.skipContinuations(close + 1);
    return second < cursor.text().length() && cursor.text().charAt(second) == ')';
  }

  /** One part of the header of {@code for ((…))}, up to {@code ;} or the closing parenthesis. */
  Arithmetic header() {
    int start = cursor.pos();
    var parts = new Parts(cursor);
    read(parts, '(', ')', ";");
    return new Arithmetic(cursor.span(start, Math.max(start, cursor.lastEnd())), parts.finish());
  }

  /** Reads {@code $[…]} from its dollar sign. */
  Arithmetic bracketed() {
    int start = cursor.pos();
    grammar.enter();
    cursor.next();
    cursor.next();
    var parts = new Parts(cursor);
    read(parts, '[', ']', "");
    cursor.next();
    grammar.leave();
    return new Arithmetic(cursor.span(start), parts.finish());
  }

  /** Reads a subscript after its bracket; the closing bracket is consumed. */
  Word subscript() {
    int start = cursor.pos();
    grammar.enter();
    var parts = new Parts(cursor);
    read(parts, '[', ']', "");
    Span span = cursor.span(start, cursor.pos());
    cursor.next();
    grammar.leave();
    return new Word(span, parts.finish());
  }

  /** The offset or the length of <code>${name:offset:length}</code>. */
  Word slice() {
    int start = cursor.pos();
    var parts = new Parts(cursor);
    int questions = 0;
    while (true) {
      read(parts, '(', '}', "?:");
      if (cursor.at('?')) {
        questions++;
      } else if (!cursor.at(':') || questions-- == 0) {
        break;
      }
      parts.take();
    }
    return new Word(cursor.span(start, Math.max(start, cursor.lastEnd())), parts.finish());
  }

  /**
   * Reads up to the closing character that has no opening one here, or to one of {@code stops}
   * outside all pairs.
   */
  private void read(Parts parts, char open, char close, String stops) {
    int start = cursor.pos();
    Deque<Integer> opened = new ArrayDeque<>();
    char pair = close == '}' ? ')' : close;
    while (true) {
      int c = cursor.peek();
      if (c == Cursor.END) {
        throw grammar.wrong(start, "no closing " + close);
      }
      // A brace ends an expansion in any case, as it does for bash.
      boolean ends = c == close && (opened.isEmpty() || close == '}');
      if (ends || (opened.isEmpty() && stops.indexOf(c) >= 0)) {
        return;
      }
      if (c == open) {
        opened.push(cursor.pos());
      } else if (c == pair && !opened.isEmpty()) {
        matched(opened.pop(), pair);
      }
      item(parts);
    }
  }

  private void matched(int opening, char pair) {
    if (pair == ')' && guessing()) {
      closing.put(opening, cursor.pos());
    }
  }

  private void item(Parts parts) {
    if (!cursor.at('\\')) {
      grammar.quotes.quotedInside(parts, true);
      return;
    }
    int before = cursor.pos();
    grammar.quotes.quotedInside(parts, true);
    if (cursor.lastEnd() == before + 1 && cursor.peek() != Cursor.END) {
      parts.take();
    }
  }
}
