package dev.pinfold.shell;

import dev.pinfold.shell.Command.Connector;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Lists, and-or lists and pipelines (POSIX 2.9.2, 2.9.3). */
final class Statements {
  private final Grammar grammar;
  private final Cursor cursor;
  private final Tokens tokens;
  private int plainTime = -1;

  Statements(Grammar grammar) {
    this.grammar = grammar;
    cursor = grammar.cursor;
    tokens = grammar.tokens;
  }

  /** A whole source text. */
  Script script() {
    List<Statement> statements = list();
    if (cursor.peek() != Cursor.END) {
      throw grammar.unexpected("a command");
    }
    grammar.hereDocuments.closePending();
    return new Script(cursor.span(0, cursor.text().length()), statements);
  }

  /** A list that must not be empty. */
  List<Statement> body() {
    List<Statement> statements = list();
    if (statements.isEmpty()) {
      throw grammar.unexpected("a command");
    }
    return statements;
  }

  /**
   * The list of a substitution: in bash {@code time} directly after its parenthesis is the program.
   */
  List<Statement> substituted() {
    tokens.skipBlanks();
    plainTime = cursor.pos();
    return list();
  }

  /** Statements up to something that can't begin one: the caller says whether that is right. */
  List<Statement> list() {
    var statements = new ArrayList<Statement>();
    tokens.skipNewlines();
    while (startsCommand()) {
      int start = cursor.pos();
      Command command = andOr();
      Span span = cursor.span(start);
      tokens.skipBlanks();
      boolean background = cursor.at('&');
      statements.add(new Statement(span, command, background));
      if (!background && !cursor.at('\n') && !atSemicolon()) {
        break;
      }
      if (!cursor.at('\n')) {
        cursor.next();
      }
      tokens.skipNewlines();
    }
    return statements;
  }

  private boolean atSemicolon() {
    return cursor.at(';') && !cursor.at(';', ';') && !(grammar.bash() && cursor.at(';', '&'));
  }

  /** Whether what is at the cursor may begin a command. */
  boolean startsCommand() {
    return switch (cursor.peek()) {
      case Cursor.END, ')', ';', '|' -> false;
      case '&' -> grammar.bash() && cursor.at('&', '>');
      default -> !tokens.atClosingWord();
    };
  }

  private Command andOr() {
    int start = cursor.pos();
    Command first = pipeline();
    if (!atConnector()) {
      return first;
    }
    var commands = new ArrayList<Command>(List.of(first));
    var connectors = new ArrayList<Connector>();
    while (atConnector()) {
      connectors.add(cursor.at('&') ? Connector.AND : Connector.OR);
      cursor.next();
      cursor.next();
      tokens.skipNewlines();
      commands.add(operand(this::pipeline));
    }
    return new Command.AndOr(cursor.span(start), commands, connectors);
  }

  private boolean atConnector() {
    tokens.skipBlanks();
    return cursor.at('&', '&') || cursor.at('|', '|');
  }

  private Command operand(Supplier<Command> reader) {
    if (!startsCommand()) {
      throw grammar.unexpected("a command");
    }
    return reader.get();
  }

  private Command pipeline() {
    int start = cursor.pos();
    boolean negated = false;
    boolean timed = false;
    boolean prefixed = false;
    for (String word = prefix(); !word.isEmpty(); word = prefix()) {
      if (prefixed && !grammar.bash()) {
        throw grammar.unexpected("a command after \"!\"");
      }
      prefixed = true;
      negated ^= word.equals("!");
      timed |= word.equals("time");
    }
    var commands = new ArrayList<Command>(1);
    var withErrors = new ArrayList<Boolean>(0);
    if (!prefixed || !endsPipeline()) {
      commands.add(operand(this::command));
      piped(commands, withErrors);
    }
    return prefixed || commands.size() > 1
        ? new Command.Pipeline(cursor.span(start), negated, timed, commands, withErrors)
        : commands.getFirst();
  }

  private void piped(List<Command> commands, List<Boolean> withErrors) {
    tokens.skipBlanks();
    while (cursor.at('|') && !cursor.at('|', '|')) {
      cursor.next();
      boolean both = grammar.bash() && cursor.at('&');
      if (both) {
        cursor.next();
      }
      withErrors.add(both);
      tokens.skipNewlines();
      commands.add(operand(this::command));
      tokens.skipBlanks();
    }
  }

  /** Consumes {@code !}, or {@code time} with its option; empty if neither is there. */
  private String prefix() {
    tokens.skipBlanks();
    if (cursor.at('!', '(') || tokens.atWord("!")) {
      // "!(" negates a subshell, unless extglob is on: the commands in it are judged either way.
      cursor.next();
      return "!";
    }
    if (!grammar.bash() || cursor.pos() == plainTime || !tokens.atWord("time")) {
      return "";
    }
    cursor.take("time");
    tokens.skipBlanks();
    if (tokens.atOption("-p")) {
      cursor.take("-p");
      tokens.skipBlanks();
    }
    if (tokens.atOption("--")) {
      cursor.take("--");
    }
    return "time";
  }

  private boolean endsPipeline() {
    if (!grammar.bash()) {
      return false;
    }
    return cursor.peek() == Cursor.END || cursor.at('\n') || atSemicolon();
  }

  private Command command() {
    return grammar.compounds.starts() ? grammar.compounds.read() : grammar.simpleCommands.read();
  }
}
