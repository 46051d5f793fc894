package dev.pinfold.shell;

import dev.pinfold.shell.Redirect.Operator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Redirections (POSIX 2.7). */
final class Redirects {
  private final Grammar grammar;
  private final Cursor cursor;

  Redirects(Grammar grammar) {
    this.grammar = grammar;
    cursor = grammar.cursor;
  }

  /** All redirections at the cursor. */
  List<Redirect> all() {
    var redirects = new ArrayList<Redirect>(0);
    grammar.tokens.skipBlanks();
    while (starts()) {
      redirects.add(read());
      grammar.tokens.skipBlanks();
    }
    return redirects;
  }

  boolean starts() {
    int c = cursor.peek();
    if (c == '<' || c == '>') {
      return !grammar.dollars.startsProcessSubstitution();
    }
    if (c == '&') {
      return grammar.bash() && cursor.peekSecond() == '>';
    }
    return endOfDescriptor() > cursor.pos();
  }

  /**
   * The offset of the operator after a descriptor at the cursor, or the cursor's if there is none.
   */
  private int endOfDescriptor() {
    int start = cursor.pos();
    int end = start;
    if (Tokens.digit(cursor.peek())) {
      while (Tokens.digit(charAt(end))) {
        end = cursor.skipContinuations(end + 1);
      }
    } else if (grammar.bash() && cursor.at('{') && Tokens.startsName(cursor.peekSecond())) {
      end = endOfBracedName(start);
    }
    boolean redirects = charAt(end) == '<' || charAt(end) == '>';
    // 2>(cmd) is a word that holds a process substitution.
    boolean substitutes = grammar.bash() && charAt(cursor.skipContinuations(end + 1)) == '(';
    return redirects && !substitutes ? end : start;
  }

  private int endOfBracedName(int start) {
    int i = cursor.skipContinuations(start + 1);
    while (Tokens.continuesName(charAt(i))) {
      i = cursor.skipContinuations(i + 1);
    }
    return charAt(i) == '}' ? cursor.skipContinuations(i + 1) : start;
  }

  private int charAt(int offset) {
    return offset < cursor.text().length() ? cursor.text().charAt(offset) : Cursor.END;
  }

  Redirect read() {
    int start = cursor.pos();
    Optional<String> descriptor = descriptor();
    Operator operator = operator();
    if (operator == Operator.HERE_STRING && !grammar.bash()) {
      throw grammar.unsupported(start, "here-strings are not POSIX sh");
    }
    grammar.tokens.skipBlanks();
    boolean none = Tokens.delimits(cursor.peek()) && !grammar.dollars.startsProcessSubstitution();
    if (none || (starts() && !(grammar.bash() && duplicates(operator)))) {
      throw grammar.unexpected("a word after \"" + operator.symbol() + "\"");
    }
    boolean here =
        operator == Operator.HERE_DOCUMENT || operator == Operator.HERE_DOCUMENT_STRIPPED;
    int target = cursor.pos();
    boolean closes = grammar.bash() && duplicates(operator) && cursor.at('-');
    Word word = closes ? dash() : grammar.words.read();
    Span span = cursor.span(start);
    Optional<HereDocument> document =
        here
            ? Optional.of(
                grammar.hereDocuments.announce(
                    word, target, operator == Operator.HERE_DOCUMENT_STRIPPED))
            : Optional.empty();
    return new Redirect(span, descriptor, operator, word, document);
  }

  /** bash ends the target at its dash: what follows it directly is the next word of the command. */
  private Word dash() {
    var parts = new Parts(cursor);
    int start = cursor.pos();
    parts.take();
    return new Word(cursor.span(start), parts.finish());
  }

  private static boolean duplicates(Operator operator) {
    return operator == Operator.DUPLICATE_INPUT || operator == Operator.DUPLICATE_OUTPUT;
  }

  private Optional<String> descriptor() {
    int end = endOfDescriptor();
    if (end == cursor.pos()) {
      return Optional.empty();
    }
    var name = new StringBuilder();
    while (cursor.pos() < end) {
      name.append((char) cursor.peek());
      cursor.next();
    }
    return Optional.of(name.toString());
  }

  private Operator operator() {
    if (cursor.take("&>")) {
      return cursor.take(">") ? Operator.APPEND_BOTH : Operator.WRITE_BOTH;
    }
    if (cursor.take(">")) {
      return output();
    }
    cursor.take("<");
    if (cursor.take("<")) {
      return here();
    }
    return cursor.take(">")
        ? Operator.READ_WRITE
        : cursor.take("&") ? Operator.DUPLICATE_INPUT : Operator.READ;
  }

  private Operator output() {
    if (cursor.take(">")) {
      return Operator.APPEND;
    }
    if (cursor.take("|")) {
      return Operator.CLOBBER;
    }
    return cursor.take("&") ? Operator.DUPLICATE_OUTPUT : Operator.WRITE;
  }

  private Operator here() {
    if (cursor.take("<")) {
      return Operator.HERE_STRING;
    }
    return cursor.take("-") ? Operator.HERE_DOCUMENT_STRIPPED : Operator.HERE_DOCUMENT;
  }
}
