package dev.pinfold.shell;

import dev.pinfold.shell.WordPart.AnsiQuoted;
import dev.pinfold.shell.WordPart.DoubleQuoted;
import dev.pinfold.shell.WordPart.Escaped;
import dev.pinfold.shell.WordPart.Glob;
import dev.pinfold.shell.WordPart.Literal;
import dev.pinfold.shell.WordPart.SingleQuoted;
import dev.pinfold.shell.WordPart.Tilde;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Here-documents (POSIX 2.7.4): announced by an operator, read at the next newline token. */
final class HereDocuments {
  private final Grammar grammar;
  private final Cursor cursor;
  private List<HereDocument> pending = new ArrayList<>();
  private int substitutions;

  HereDocuments(Grammar grammar) {
    this.grammar = grammar;
    cursor = grammar.cursor;
  }

  boolean pending() {
    return !pending.isEmpty();
  }

  /** Begins a substitution, which has here-documents of its own. */
  List<HereDocument> suspend() {
    List<HereDocument> outer = pending;
    pending = new ArrayList<>();
    substitutions++;
    return outer;
  }

  void resume(List<HereDocument> outer) {
    pending = outer;
    substitutions--;
  }

  /** The text ends before the bodies: they are empty, as shells take them (with a warning). */
  void closePending() {
    Span here = cursor.span(cursor.pos(), cursor.pos());
    for (HereDocument document : pending) {
      document.fill(here, List.of(), false);
    }
    pending.clear();
  }

  HereDocument announce(Word word, int start, boolean stripsTabs) {
    var delimiter = new StringBuilder();
    boolean quoted = false;
    for (WordPart part : word.parts()) {
      quoted |= append(part, delimiter);
    }
    if (delimiter.indexOf("\0") >= 0) {
      // A part that has no plain text, such as $x: the delimiter is what is written.
      delimiter.setLength(0);
      delimiter.append(cursor.text(), start, cursor.lastEnd());
      if (!grammar.bash() && delimiter.indexOf("$(") >= 0) {
        throw grammar.wrong(start, "a substitution in the delimiter of a here-document");
      }
    }
    if (delimiter.indexOf("\n") >= 0) {
      throw grammar.unsupported(start, "a delimiter that holds a new line");
    }
    var document = new HereDocument(word.span(), delimiter.toString(), quoted, stripsTabs);
    pending.add(document);
    return document;
  }

  /** Appends the text of a part after quote removal; returns whether it was quoted. */
  private static boolean append(WordPart part, StringBuilder out) {
    switch (part) {
      case Literal(_, String text) -> out.append(text);
      case Glob(_, String text) -> out.append(text);
      case Tilde(_, String login) -> out.append('~').append(login);
      case Escaped(_, String text) -> out.append(text);
      case SingleQuoted(_, String text) -> out.append(text);
      case AnsiQuoted(_, String text) -> out.append(text);
      case DoubleQuoted quoted -> quoted.parts().forEach(p -> append(p, out));
      default -> out.append('\0');
    }
    return part instanceof Escaped
        || part instanceof SingleQuoted
        || part instanceof AnsiQuoted
        || part instanceof DoubleQuoted;
  }

  /** Reads all pending bodies from an offset, where a line begins. */
  void read(int from) {
    int offset = from;
    List<HereDocument> due = pending;
    pending = new ArrayList<>();
    grammar.enter();
    for (HereDocument document : due) {
      offset = new Body(document, offset).read();
    }
    grammar.leave();
    cursor.jump(offset);
  }

  /** The lines of one body. */
  private final class Body {
    private final HereDocument document;
    private final String text = cursor.text();
    private final StringBuilder out = new StringBuilder();
    private int[] origin = new int[64];
    private int pos;
    private boolean special;
    private boolean continued;

    Body(HereDocument document, int from) {
      this.document = document;
      pos = from;
    }

    /** Returns the offset where the text goes on. */
    int read() {
      int from = pos;
      while (pos < text.length()) {
        int line = out.length();
        int start = pos;
        appendLine();
        grammar.budget.copy(out.length() - line, cursor.span(start, pos));
        int end = ofDelimiter(line, start);
        if (end >= 0) {
          out.setLength(line);
          fill(from, start, true);
          return end;
        }
      }
      fill(from, pos, false);
      return pos;
    }

    /** Where the text goes on if the line that was appended last ends the body, else -1. */
    private int ofDelimiter(int line, int start) {
      String delimiter = document.delimiter();
      int length = out.length() - line;
      boolean newline = length > 0 && out.charAt(out.length() - 1) == '\n';
      if (!startsWith(line, delimiter) || (continued && !grammar.bash())) {
        // dash, checkend: no continuation within the delimiter or after it.
        return -1;
      }
      if (length - (newline ? 1 : 0) == delimiter.length()) {
        return pos;
      }
      // bash, make_here_document: in a substitution its end may follow the delimiter.
      boolean closes = substitutions > 0 && grammar.bash() && out.indexOf(")", line) >= 0;
      return closes ? offsetAfter(start, delimiter) : -1;
    }

    private boolean startsWith(int line, String delimiter) {
      if (out.length() - line < delimiter.length()) {
        return false;
      }
      for (int i = 0; i < delimiter.length(); i++) {
        if (out.charAt(line + i) != delimiter.charAt(i)) {
          return false;
        }
      }
      return true;
    }

    private int offsetAfter(int start, String delimiter) {
      int at = text.indexOf(delimiter, start);
      return at < 0 ? -1 : at + delimiter.length();
    }

    /** Appends one line: for an unquoted body without its continuations. */
    private void appendLine() {
      int line = out.length();
      continued = false;
      while (pos < text.length()) {
        char c = text.charAt(pos);
        if (c == '\t' && out.length() == line && document.stripsTabs()) {
          pos++;
          continue;
        }
        boolean escape = c == '\\' && !document.quoted() && pos + 1 < text.length();
        if (escape && text.charAt(pos + 1) == '\n') {
          checkContinuation(out.length() == line);
          continued |= out.length() > line;
          pos += 2;
          continue;
        }
        append(c);
        if (escape) {
          append(text.charAt(pos));
        } else if (c == '\n') {
          return;
        }
      }
    }

    /** dash takes a continuation after stripped tabs for text, which moves the end of the body. */
    private void checkContinuation(boolean first) {
      if (first && !grammar.bash() && pos > 0 && text.charAt(pos - 1) == '\t') {
        throw grammar.unsupported(pos, "a line continuation after the tabs of a here-document");
      }
    }

    private void append(char c) {
      special |= c == '$' || c == '`' || c == '\\';
      origin = Dollars.put(origin, out.length(), cursor.origin(pos));
      out.append(c);
      pos++;
    }

    private void fill(int from, int to, boolean terminated) {
      Span span = cursor.span(from, to);
      document.fill(span, out.isEmpty() ? List.of() : parts(span, to), terminated);
    }

    private List<WordPart> parts(Span span, int to) {
      if (document.quoted() || !special) {
        return List.of(new Literal(span, out.toString()));
      }
      origin = Dollars.put(origin, out.length(), cursor.origin(to));
      Grammar inner = grammar.derived(out.toString(), Arrays.copyOf(origin, out.length() + 1));
      var parts = new Parts(inner.cursor);
      grammar.budget.defer(grammar.bash());
      while (inner.cursor.peek() != Cursor.END) {
        inner.quotes.quoted(parts, "$`\\");
      }
      grammar.budget.undefer(grammar.bash());
      return parts.finish();
    }
  }
}
