package dev.pinfold.shell;

import java.util.ArrayList;
import java.util.List;

/** Words: where they end, and which of their characters are special outside quotes. */
final class Words {
  private final Grammar grammar;
  private final Cursor cursor;

  Words(Grammar grammar) {
    this.grammar = grammar;
    cursor = grammar.cursor;
  }

  /** A command's word: braces and tildes are special. */
  Word read() {
    return rest(cursor.pos(), new Parts(cursor));
  }

  /** The rest of a command's word that began at {@code start}. */
  Word rest(int start, Parts parts) {
    while (!ends()) {
      int c = cursor.peek();
      if (grammar.bash() && (c == '{' || c == '}' || c == ',')) {
        parts.takeStructure();
      } else {
        item(parts);
      }
    }
    List<WordPart> read = parts.finish();
    return new Word(
        cursor.span(start),
        grammar.bash() && !braced(read) ? Tildes.ofArgument(read) : Tildes.leading(read));
  }

  private static boolean braced(List<WordPart> parts) {
    return parts.stream()
        .anyMatch(p -> p instanceof WordPart.Braces || p instanceof WordPart.BraceRange);
  }

  /** What follows the {@code =} of an assignment; may be empty. */
  Word assignmentValue() {
    int start = cursor.pos();
    Parts parts = plain();
    return new Word(
        cursor.span(start, Math.max(start, cursor.lastEnd())), Tildes.ofAssignment(parts.finish()));
  }

  /** A word without brace expansion: a pattern, an operand of a conditional, a delimiter. */
  Word pattern() {
    int start = cursor.pos();
    Parts parts = plain();
    return new Word(cursor.span(start), Tildes.leading(parts.finish()));
  }

  private Parts plain() {
    var parts = new Parts(cursor);
    while (!ends()) {
      item(parts);
    }
    return parts;
  }

  /** The right side of {@code =~}: parentheses hold anything, {@code |} is ordinary. */
  Word regex() {
    int start = cursor.pos();
    var parts = new Parts(cursor);
    int depth = 0;
    while (cursor.at('(') || cursor.at('|') || depth > 0 || !ends()) {
      depth += cursor.at('(') ? 1 : cursor.at(')') ? -1 : 0;
      if (cursor.peek() == Cursor.END) {
        throw grammar.unexpected("\")\"");
      }
      item(parts);
    }
    return new Word(cursor.span(start), parts.finish());
  }

  private boolean ends() {
    return Tokens.delimits(cursor.peek()) && !grammar.dollars.startsProcessSubstitution();
  }

  /** One unquoted character, or whatever construct it begins. */
  void item(Parts parts) {
    int c = cursor.peek();
    switch (c) {
      case '\\' -> grammar.quotes.escape(parts);
      case '\'' -> parts.add(grammar.quotes.single());
      case '"' -> parts.add(grammar.quotes.twofold(false));
      case '$' -> grammar.dollars.read(parts, false);
      case '`' -> parts.add(grammar.dollars.backquoted(false));
      case '<', '>' -> substitutionOrLiteral(parts);
      case '*', '?', '[', '+', '@', '!' -> glob(parts, (char) c);
      default -> parts.take();
    }
  }

  private void substitutionOrLiteral(Parts parts) {
    if (grammar.dollars.startsProcessSubstitution()) {
      parts.add(grammar.dollars.processSubstitution(parts.isEmpty()));
    } else {
      parts.take();
    }
  }

  private void glob(Parts parts, char c) {
    if (grammar.bash() && c != '[' && cursor.peekSecond() == '(') {
      parts.add(extGlob(c));
    } else if (c == '*' || c == '?' || c == '[') {
      int start = cursor.pos();
      cursor.next();
      parts.add(new WordPart.Glob(cursor.span(start), Character.toString(c)));
    } else {
      parts.take();
    }
  }

  private WordPart.ExtGlob extGlob(char operator) {
    int start = cursor.pos();
    grammar.enter();
    cursor.next();
    var alternatives = new ArrayList<Word>();
    do {
      cursor.next();
      alternatives.add(alternative());
    } while (cursor.at('|'));
    cursor.next();
    grammar.leave();
    return new WordPart.ExtGlob(cursor.span(start), operator, alternatives);
  }

  private Word alternative() {
    int start = cursor.pos();
    var parts = new Parts(cursor);
    int depth = 0;
    while (depth > 0 || !(cursor.at('|') || cursor.at(')'))) {
      depth += cursor.at('(') ? 1 : cursor.at(')') ? -1 : 0;
      if (cursor.peek() == Cursor.END) {
        throw grammar.unexpected("\")\" of the pattern");
      }
      grammar.budget.defer(true);
      item(parts);
      grammar.budget.undefer(true);
    }
    return new Word(cursor.span(start, Math.max(start, cursor.lastEnd())), parts.finish());
  }
}
