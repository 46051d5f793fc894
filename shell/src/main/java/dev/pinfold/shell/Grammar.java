package dev.pinfold.shell;

import org.jspecify.annotations.Nullable;

/** The readers of one source text, which know each other through it. */
final class Grammar {
  private final Dialect dialect;
  final Budget budget;
  final Cursor cursor;
  final Tokens tokens;
  final HereDocuments hereDocuments;
  final Statements statements;
  final SimpleCommands simpleCommands;
  final Redirects redirects;
  final Compounds compounds;
  final Loops loops;
  final Conditionals conditionals;
  final Words words;
  final Quotes quotes;
  final Dollars dollars;
  final Parameters parameters;
  final Arithmetics arithmetics;

  Grammar(String text, int @Nullable [] origin, Dialect dialect, Budget budget) {
    this.dialect = dialect;
    this.budget = budget;
    cursor = new Cursor(text, origin, budget);
    // In this order: each reader keeps the ones before it.
    tokens = new Tokens(this);
    hereDocuments = new HereDocuments(this);
    statements = new Statements(this);
    simpleCommands = new SimpleCommands(this);
    redirects = new Redirects(this);
    compounds = new Compounds(this);
    loops = new Loops(this);
    conditionals = new Conditionals(this);
    words = new Words(this);
    quotes = new Quotes(this);
    dollars = new Dollars(this);
    parameters = new Parameters(this);
    arithmetics = new Arithmetics(this);
  }

  /** A grammar for text that was derived from this one's. */
  Grammar derived(String text, int[] origin) {
    return new Grammar(text, origin, dialect, budget);
  }

  boolean bash() {
    return dialect == Dialect.BASH;
  }

  void enter() {
    budget.enter(cursor.span(cursor.pos(), cursor.pos()));
  }

  void leave() {
    budget.leave();
  }

  /** The text is wrong at the cursor. */
  SyntaxFailure unexpected(String expected) {
    return wrong(cursor.pos(), tokens.describe() + ": expected " + expected);
  }

  /** The text from an offset to the cursor is wrong. */
  SyntaxFailure wrong(int start, String message) {
    return new SyntaxFailure(new ParseResult.Wrong(here(start), message));
  }

  SyntaxFailure unsupported(int start, String message) {
    return new SyntaxFailure(new ParseResult.Unsupported(here(start), message));
  }

  private Span here(int start) {
    int end = Math.min(cursor.pos() + 1, cursor.text().length());
    return cursor.span(start, Math.max(start, end));
  }
}
