package dev.pinfold.shell;

import dev.pinfold.shell.CaseItem.Terminator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Loops and {@code case} (POSIX 2.9.4). */
final class Loops {
  private final Grammar grammar;
  private final Cursor cursor;
  private final Tokens tokens;

  Loops(Grammar grammar) {
    this.grammar = grammar;
    cursor = grammar.cursor;
    tokens = grammar.tokens;
  }

  /** {@code while} or {@code until}. */
  Command loop(int start, String word) {
    tokens.takeWord(word);
    List<Statement> condition = grammar.statements.body();
    List<Statement> body = doGroup();
    List<Redirect> redirects = grammar.redirects.all();
    return new Command.Loop(cursor.span(start), word.equals("until"), condition, body, redirects);
  }

  private List<Statement> doGroup() {
    tokens.takeWord("do");
    List<Statement> body = grammar.statements.body();
    tokens.takeWord("done");
    return body;
  }

  /** {@code for} or {@code select}. */
  Command each(int start, String word) {
    tokens.takeWord(word);
    tokens.skipBlanks();
    if (grammar.bash() && word.equals("for") && cursor.at('(', '(')) {
      return arithmetic(start);
    }
    String name = name();
    tokens.skipBlanks();
    boolean sameLine = !cursor.at('\n');
    tokens.skipNewlines();
    Optional<List<Word>> words = Optional.empty();
    if (tokens.atWord("in")) {
      tokens.takeWord("in");
      words = Optional.of(items());
    } else if (sameLine && cursor.at(';')) {
      grammar.simpleCommands.suspend(false);
      cursor.next();
    } else if (sameLine && tokens.atWord("{")) {
      throw grammar.unexpected("\"do\", \"in\" or \";\"");
    }
    List<Statement> body = body();
    List<Redirect> redirects = grammar.redirects.all();
    boolean select = word.equals("select");
    return new Command.For(cursor.span(start), select, name, words, body, redirects);
  }

  private String name() {
    if (Tokens.delimits(cursor.peek())) {
      throw grammar.unexpected("the name of a variable");
    }
    int start = cursor.pos();
    Word word = grammar.words.read();
    String name = word.literal().orElse(cursor.text().substring(start, cursor.lastEnd()));
    if (!grammar.bash() && !SimpleCommands.name(name)) {
      throw grammar.wrong(start, "not the name of a variable");
    }
    return name;
  }

  private List<Word> items() {
    var words = new ArrayList<Word>();
    tokens.skipBlanks();
    while (!Tokens.delimits(cursor.peek()) || grammar.dollars.startsProcessSubstitution()) {
      words.add(grammar.words.read());
      tokens.skipBlanks();
    }
    if (!cursor.at(';') && !cursor.at('\n')) {
      throw grammar.unexpected("\";\" or a new line");
    }
    grammar.simpleCommands.suspend(false);
    if (cursor.at(';')) {
      cursor.next();
    }
    return words;
  }

  private List<Statement> body() {
    tokens.skipNewlines();
    return grammar.bash() && tokens.atWord("{") ? grammar.compounds.braces() : doGroup();
  }

  private Command arithmetic(int start) {
    cursor.next();
    cursor.next();
    grammar.simpleCommands.suspend(false);
    grammar.enter();
    var header = new ArrayList<WordPart.Arithmetic>(3);
    header.add(grammar.arithmetics.header());
    while (cursor.at(';') && header.size() < 3) {
      cursor.next();
      header.add(grammar.arithmetics.header());
    }
    if (header.size() != 3 || !cursor.take("))")) {
      throw grammar.unexpected("three expressions and \"))\"");
    }
    grammar.leave();
    tokens.skipBlanks();
    if (cursor.at(';')) {
      cursor.next();
    }
    List<Statement> body = body();
    List<Redirect> redirects = grammar.redirects.all();
    return new Command.ArithmeticFor(cursor.span(start), header, body, redirects);
  }

  /** {@code case}. */
  Command choice(int start) {
    tokens.takeWord("case");
    tokens.skipBlanks();
    Word subject = pattern();
    tokens.takeWord("in");
    var items = new ArrayList<CaseItem>();
    tokens.skipNewlines();
    while (!tokens.atWord("esac")) {
      items.add(item());
      tokens.skipNewlines();
    }
    tokens.takeWord("esac");
    List<Redirect> redirects = grammar.redirects.all();
    return new Command.Case(cursor.span(start), subject, items, redirects);
  }

  private CaseItem item() {
    int start = cursor.pos();
    var patterns = new ArrayList<Word>(1);
    do {
      if (patterns.isEmpty() ? cursor.at('(') : cursor.at('|')) {
        cursor.next();
      }
      tokens.skipBlanks();
      patterns.add(pattern());
      tokens.skipBlanks();
    } while (cursor.at('|'));
    if (!cursor.at(')')) {
      throw grammar.unexpected("\")\" after the pattern");
    }
    cursor.next();
    grammar.simpleCommands.suspend(false);
    List<Statement> body = grammar.statements.list();
    Terminator terminator = terminator();
    return new CaseItem(cursor.span(start), patterns, body, terminator);
  }

  private Word pattern() {
    if (Tokens.delimits(cursor.peek()) && !grammar.dollars.startsProcessSubstitution()) {
      throw grammar.unexpected("a word");
    }
    return grammar.words.pattern();
  }

  private Terminator terminator() {
    if (grammar.bash() && cursor.take(";;&")) {
      return Terminator.TEST_NEXT;
    }
    if (grammar.bash() && cursor.take(";&")) {
      return Terminator.FALL_THROUGH;
    }
    if (!cursor.take(";;") && !tokens.atWord("esac")) {
      throw grammar.unexpected("\";;\" or \"esac\"");
    }
    return Terminator.BREAK;
  }
}
