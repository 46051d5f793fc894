package dev.pinfold.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Simple commands (POSIX 2.9.1), with assignments, and function definitions without {@code
 * function}.
 */
final class SimpleCommands {
  /** Builtins whose arguments may be array assignments (bash's parse.y, PST_ASSIGNOK). */
  private static final Set<String> DECLARATIONS =
      Set.of("alias", "declare", "eval", "export", "let", "local", "readonly", "typeset");

  private final Grammar grammar;
  private final Cursor cursor;
  private final Tokens tokens;

  /**
   * Whether words that look like array assignments are such (bash, PST_ASSIGNOK): after a
   * declaration's name, up to the next operator or new line; a substitution in between inherits it.
   */
  private boolean declaring;

  SimpleCommands(Grammar grammar) {
    this.grammar = grammar;
    cursor = grammar.cursor;
    tokens = grammar.tokens;
  }

  Command read() {
    return read(false);
  }

  /**
   * Reads the command of a coprocess: in bash its first word might be a name, so that assignments
   * may follow it; they are its arguments all the same.
   */
  Command readOfCoprocess() {
    return read(true);
  }

  private Command read(boolean coprocess) {
    if (tokens.atWord("!")) {
      throw grammar.unexpected("a command");
    }
    int start = cursor.pos();
    var assignments = new ArrayList<Assignment>(0);
    var words = new ArrayList<Word>();
    var redirects = new ArrayList<Redirect>(0);
    boolean assigned = true;
    boolean named = coprocess;
    while (true) {
      tokens.skipBlanks();
      if (grammar.redirects.starts()) {
        declaring = false;
        assigned = assignments.isEmpty();
        redirects.add(grammar.redirects.read());
      } else if (cursor.at('(')) {
        return functionDefinition(start, assignments, words, redirects);
      } else if (endsCommand()) {
        break;
      } else if (words.isEmpty() && startsAssignment() && (assigned || !indexes())) {
        addAssignment(assignments, words, assigned);
        assigned = true;
      } else {
        boolean declares = (declaring || (named && !words.isEmpty())) && startsAssignment();
        boolean program = words.isEmpty() || named;
        words.add(declares ? declaration(named) : grammar.words.read());
        named &= words.size() == 1 || declares;
        declaring |= program && assigned && declares(words.getLast());
      }
    }
    declaring = false;
    if (assignments.isEmpty() && words.isEmpty() && redirects.isEmpty()) {
      throw grammar.unexpected("a command");
    }
    return new Command.Simple(cursor.span(start), assignments, words, redirects);
  }

  private boolean endsCommand() {
    return Tokens.delimits(cursor.peek()) && !grammar.dollars.startsProcessSubstitution();
  }

  private boolean declares(Word word) {
    return grammar.bash() && word.literal().filter(DECLARATIONS::contains).isPresent();
  }

  private Command functionDefinition(
      int start, List<Assignment> assignments, List<Word> words, List<Redirect> redirects) {
    if (words.size() != 1 || !assignments.isEmpty() || !redirects.isEmpty()) {
      throw grammar.unexpected("a word or the end of the command");
    }
    Span nameSpan = words.getFirst().span();
    declaring = false;
    cursor.next();
    tokens.skipBlanks();
    if (!cursor.at(')')) {
      throw grammar.unexpected("\")\" of a function definition");
    }
    cursor.next();
    Optional<String> literal = words.getFirst().literal();
    if (!grammar.bash() && literal.filter(SimpleCommands::name).isEmpty()) {
      throw grammar.wrong(start, "not a name for a function");
    }
    String name =
        literal.orElseGet(
            () -> cursor.text().substring(start, start + nameSpan.end() - nameSpan.start()));
    return functionBody(start, name);
  }

  static boolean name(String text) {
    return Tokens.startsName(text.charAt(0)) && text.chars().allMatch(Tokens::continuesName);
  }

  /** What follows {@code name()} or {@code function name}. */
  Command.FunctionDefinition functionBody(int start, String name) {
    tokens.skipNewlines();
    grammar.enter();
    Command body;
    if (grammar.compounds.starts() && !(grammar.bash() && definesOrCoproc())) {
      body = grammar.compounds.read();
    } else if (grammar.bash()) {
      throw grammar.unexpected("the body of the function \"" + name + "\", such as { …; }");
    } else if (grammar.statements.startsCommand()) {
      body = read();
    } else {
      throw grammar.unexpected("the body of the function \"" + name + "\"");
    }
    grammar.leave();
    return new Command.FunctionDefinition(cursor.span(start), name, body);
  }

  /** What begins like a compound command, but is no body of a function to bash. */
  private boolean definesOrCoproc() {
    return tokens.atWord("function") || tokens.atWord("coproc");
  }

  /** Whether {@code name=}, {@code name+=} or {@code name[} stands at the cursor. */
  private boolean startsAssignment() {
    if (!Tokens.startsName(cursor.peek())) {
      return false;
    }
    int i = endOfName();
    int c = charAt(i);
    if (grammar.bash() && c == '+') {
      c = charAt(cursor.skipContinuations(i + 1)) == '=' ? '=' : c;
    }
    return c == '=' || (grammar.bash() && c == '[');
  }

  private boolean indexes() {
    return charAt(endOfName()) == '[';
  }

  private int endOfName() {
    int i = cursor.pos();
    while (Tokens.continuesName(charAt(i))) {
      i = cursor.skipContinuations(i + 1);
    }
    return i;
  }

  private int charAt(int offset) {
    return offset < cursor.text().length() ? cursor.text().charAt(offset) : Cursor.END;
  }

  /** Begins what a substitution holds; returns what {@link #resume} needs. */
  boolean suspend(boolean inherits) {
    boolean outer = declaring;
    declaring &= inherits;
    return outer;
  }

  void resume(boolean outer) {
    declaring = outer;
  }

  private void addAssignment(List<Assignment> assignments, List<Word> words, boolean arrayAllowed) {
    int start = cursor.pos();
    var parts = new Parts(cursor);
    String name = takeName(parts);
    Optional<Word> subscript = Optional.empty();
    if (cursor.at('[')) {
      subscript = Optional.of(subscript(parts));
    }
    boolean append = cursor.at('+', '=');
    if (!append && !cursor.at('=')) {
      words.add(grammar.words.rest(start, parts));
      return;
    }
    cursor.take(append ? "+=" : "=");
    Word value = value(arrayAllowed && subscript.isEmpty());
    assignments.add(new Assignment(cursor.span(start), name, subscript, append, value));
  }

  private String takeName(Parts parts) {
    int end = endOfName();
    var name = new StringBuilder();
    while (cursor.pos() < end) {
      name.append((char) cursor.peek());
      parts.take();
    }
    return name.toString();
  }

  /** Reads {@code [subscript]}; the parts get it too, in case that no assignment follows. */
  private Word subscript(Parts parts) {
    int open = cursor.pos();
    cursor.next();
    parts.add(new WordPart.Glob(cursor.span(open), "["));
    Word subscript = grammar.arithmetics.subscript();
    parts.addAll(subscript.parts());
    parts.add(new WordPart.Literal(cursor.span(cursor.lastEnd() - 1), "]"));
    return subscript;
  }

  /**
   * Reads {@code [subscript]} where bash sees a plain word, which blanks and operators end; returns
   * whether its bracket is closed.
   */
  private boolean wordOfSubscript(Parts parts) {
    while (!endsCommand() && !cursor.at(']')) {
      grammar.words.item(parts);
    }
    boolean closed = cursor.at(']');
    if (closed) {
      parts.take();
    }
    return closed;
  }

  private Word value(boolean arrayAllowed) {
    if (!cursor.at('(')) {
      return grammar.words.assignmentValue();
    }
    if (!grammar.bash()) {
      throw grammar.unsupported(cursor.pos(), "arrays are not POSIX sh");
    }
    if (!arrayAllowed) {
      throw grammar.unexpected("a value");
    }
    int start = cursor.pos();
    var parts = new ArrayList<WordPart>(1);
    parts.add(array());
    if (!endsCommand()) {
      // bash takes a=(b)c for a string.
      parts.addAll(grammar.words.assignmentValue().parts());
    }
    return new Word(cursor.span(start), parts);
  }

  /**
   * An argument {@code name=value} of {@code declare} and its kin: one word, though it may hold an
   * array.
   *
   * @param whole whether bash reads a subscript to its bracket, whatever it holds, as it does where
   *     an assignment may stand
   */
  private Word declaration(boolean whole) {
    int start = cursor.pos();
    var parts = new Parts(cursor);
    takeName(parts);
    boolean indexed = cursor.at('[');
    if (indexed && whole) {
      subscript(parts);
    } else if (indexed && !wordOfSubscript(parts)) {
      return grammar.words.rest(start, parts);
    }
    if (cursor.at('+', '=')) {
      parts.take();
    }
    if (!cursor.at('=')) {
      return grammar.words.rest(start, parts);
    }
    parts.take();
    parts.addAll(value(!indexed).parts());
    return new Word(cursor.span(start), parts.finish());
  }

  private WordPart.ArrayLiteral array() {
    int start = cursor.pos();
    grammar.enter();
    cursor.next();
    var elements = new ArrayList<ArrayElement>();
    boolean outer = declaring;
    tokens.skipNewlines();
    while (!cursor.at(')')) {
      if (endsCommand()) {
        throw grammar.unexpected("an element of the array or \")\"");
      }
      elements.add(element());
      tokens.skipNewlines();
    }
    cursor.next();
    declaring = outer;
    grammar.leave();
    return new WordPart.ArrayLiteral(cursor.span(start), elements);
  }

  private ArrayElement element() {
    int start = cursor.pos();
    if (!cursor.at('[')) {
      Word word = grammar.words.read();
      return new ArrayElement(word.span(), Optional.empty(), false, word);
    }
    var parts = new Parts(cursor);
    Word subscript = subscript(parts);
    boolean append = cursor.at('+', '=');
    if (!append && !cursor.at('=')) {
      Word word = grammar.words.rest(start, parts);
      return new ArrayElement(word.span(), Optional.empty(), false, word);
    }
    cursor.take(append ? "+=" : "=");
    Word value = grammar.words.assignmentValue();
    return new ArrayElement(cursor.span(start), Optional.of(subscript), append, value);
  }
}
