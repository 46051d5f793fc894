package dev.pinfold.shell;

import dev.pinfold.shell.WordPart.Literal;
import dev.pinfold.shell.WordPart.Tilde;
import java.util.ArrayList;
import java.util.List;

/** Finds tilde prefixes among the parts of a word (POSIX 2.6.1). */
final class Tildes {
  private Tildes() {}

  /** A tilde at the very beginning. */
  static List<WordPart> leading(List<WordPart> parts) {
    if (parts.isEmpty() || !startsWithTilde(parts.getFirst())) {
      return parts;
    }
    return split(parts, 0, 0, false);
  }

  /** A tilde at the beginning and after every colon, as in the value of an assignment. */
  static List<WordPart> ofAssignment(List<WordPart> parts) {
    return parts.stream().anyMatch(Tildes::hasTilde) ? split(parts, 0, 0, true) : parts;
  }

  /**
   * The tildes of an argument that looks like an assignment, {@code of=~/x}: bash expands them too.
   */
  static List<WordPart> ofArgument(List<WordPart> parts) {
    if (parts.isEmpty() || !(parts.getFirst() instanceof Literal(_, String text))) {
      return parts;
    }
    if (text.startsWith("~")) {
      return leading(parts);
    }
    int equals = text.indexOf('=');
    boolean name = equals > 0 && Tokens.startsName(text.charAt(0));
    for (int i = 1; name && i < equals; i++) {
      name = Tokens.continuesName(text.charAt(i));
    }
    return name && parts.stream().anyMatch(Tildes::hasTilde)
        ? split(parts, 0, equals + 1, true)
        : parts;
  }

  private static boolean hasTilde(WordPart part) {
    return part instanceof Literal(_, String text) && text.indexOf('~') >= 0;
  }

  private static boolean startsWithTilde(WordPart part) {
    return part instanceof Literal(_, String text) && text.startsWith("~");
  }

  /**
   * Splits off the tilde prefixes at {@code first} in part {@code index} and, if wanted, after
   * colons.
   */
  private static List<WordPart> split(List<WordPart> parts, int index, int first, boolean colons) {
    var out = new ArrayList<WordPart>(parts.size() + 2);
    int candidate = first;
    for (int i = index; i < parts.size(); i++) {
      if (!(parts.get(i) instanceof Literal literal)) {
        out.add(parts.get(i));
        candidate = -1;
        continue;
      }
      candidate = splitLiteral(literal, candidate, colons, i == parts.size() - 1, out);
    }
    return out;
  }

  /** Returns where a tilde may stand at the beginning of the next part: 0, or -1 if it may not. */
  private static int splitLiteral(
      Literal literal, int first, boolean colons, boolean last, List<WordPart> out) {
    String text = literal.text();
    int done = 0;
    int at = first;
    while (at >= 0 && at < text.length()) {
      int end = text.charAt(at) == '~' ? endOfPrefix(text, at + 1, colons) : -1;
      if (end >= 0 && (end < text.length() || last)) {
        addLiteral(literal, done, at, out);
        out.add(new Tilde(range(literal, at, end), text.substring(at + 1, end)));
        done = end;
      }
      int colon = colons ? text.indexOf(':', at) : -1;
      at = colon < 0 ? -1 : colon + 1;
    }
    if (colons && first < 0) {
      return splitAfterColons(literal, last, out);
    }
    addLiteral(literal, done, text.length(), out);
    return colons && text.endsWith(":") ? 0 : -1;
  }

  private static int splitAfterColons(Literal literal, boolean last, List<WordPart> out) {
    int colon = literal.text().indexOf(':');
    if (colon < 0) {
      out.add(literal);
      return -1;
    }
    return splitLiteral(literal, colon + 1, true, last, out);
  }

  /** The end of the login name at an offset, or -1 if what follows is none. */
  private static int endOfPrefix(String text, int start, boolean colons) {
    int i = start;
    while (i < text.length() && text.charAt(i) != '/' && !(colons && text.charAt(i) == ':')) {
      char c = text.charAt(i);
      if (!Tokens.continuesName(c) && c != '.' && c != '-' && c != '+') {
        return -1;
      }
      i++;
    }
    return i;
  }

  private static void addLiteral(Literal literal, int from, int to, List<WordPart> out) {
    if (to > from) {
      out.add(new Literal(range(literal, from, to), literal.text().substring(from, to)));
    }
  }

  /**
   * Exact unless a line continuation stands in the literal; then it is the whole literal's range.
   */
  private static Span range(Literal literal, int from, int to) {
    Span span = literal.span();
    return span.end() - span.start() == literal.text().length()
        ? new Span(span.start() + from, span.start() + to)
        : span;
  }
}
