package dev.pinfold.shell;

import dev.pinfold.shell.Command.Branch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Compound commands (POSIX 2.9.4) except loops and {@code case}. */
final class Compounds {
  /** A name in quotes that needs none. */
  private static final Pattern QUOTED_NAME = Pattern.compile("([\"'])\\w{1,64}\\1");

  /** Longest name of a coprocess that is looked for. */
  private static final int MAX_NAME = 255;

  private static final String QUOTING = "$`'\"\\";

  private static final Set<String> RESERVED_AFTER_NAME =
      Set.of(
          "!",
          "]]",
          "coproc",
          "do",
          "done",
          "elif",
          "else",
          "esac",
          "fi",
          "function",
          "in",
          "then",
          "}");

  private final Grammar grammar;
  private final Cursor cursor;
  private final Tokens tokens;

  Compounds(Grammar grammar) {
    this.grammar = grammar;
    cursor = grammar.cursor;
    tokens = grammar.tokens;
  }

  /**
   * Whether a compound command or a function definition with {@code function} begins at the cursor.
   */
  boolean starts() {
    if (cursor.at('(')) {
      return true;
    }
    return switch (tokens.keyword()) {
      case "", "!", "time", "}", "do", "done", "elif", "else", "esac", "fi", "then" -> false;
      default -> true;
    };
  }

  Command read() {
    int start = cursor.pos();
    grammar.enter();
    Command command = cursor.at('(') ? parenthesis(start) : ofWord(start, tokens.keyword());
    grammar.leave();
    return command;
  }

  private Command ofWord(int start, String word) {
    return switch (word) {
      case "{" -> group(start);
      case "if" -> conditional(start);
      case "while", "until" -> grammar.loops.loop(start, word);
      case "for", "select" -> grammar.loops.each(start, word);
      case "case" -> grammar.loops.choice(start);
      case "[[" -> grammar.conditionals.read(start);
      case "function" -> function(start);
      default -> coprocess(start);
    };
  }

  private Command parenthesis(int start) {
    if (grammar.bash() && cursor.peekSecond() == '(') {
      WordPart.@Nullable Arithmetic arithmetic = grammar.arithmetics.doubled(start);
      if (arithmetic != null) {
        List<Redirect> redirects = grammar.redirects.all();
        return new Command.ArithmeticCommand(cursor.span(start), arithmetic, redirects);
      }
    } else {
      cursor.next();
    }
    grammar.simpleCommands.suspend(false);
    List<Statement> body = grammar.statements.body();
    if (!cursor.at(')')) {
      throw grammar.unexpected("\")\"");
    }
    cursor.next();
    List<Redirect> redirects = grammar.redirects.all();
    return new Command.Subshell(cursor.span(start), body, redirects);
  }

  private Command group(int start) {
    List<Statement> body = braces();
    List<Redirect> redirects = grammar.redirects.all();
    return new Command.Group(cursor.span(start), body, redirects);
  }

  /** <code>{ list; }</code>. */
  List<Statement> braces() {
    tokens.takeWord("{");
    List<Statement> body = grammar.statements.body();
    tokens.takeWord("}");
    return body;
  }

  private Command conditional(int start) {
    var branches = new ArrayList<Branch>(1);
    tokens.takeWord("if");
    branches.add(branch());
    while (tokens.atWord("elif")) {
      tokens.takeWord("elif");
      branches.add(branch());
    }
    List<Statement> otherwise = List.of();
    if (tokens.atWord("else")) {
      tokens.takeWord("else");
      otherwise = grammar.statements.body();
    }
    tokens.takeWord("fi");
    List<Redirect> redirects = grammar.redirects.all();
    return new Command.If(cursor.span(start), branches, otherwise, redirects);
  }

  private Branch branch() {
    List<Statement> condition = grammar.statements.body();
    tokens.takeWord("then");
    return new Branch(condition, grammar.statements.body());
  }

  private Command function(int start) {
    tokens.takeWord("function");
    tokens.skipBlanks();
    if (Tokens.delimits(cursor.peek())) {
      throw grammar.unexpected("the name of a function");
    }
    int from = cursor.pos();
    Word word = grammar.words.read();
    String name = word.literal().orElse(cursor.text().substring(from, cursor.lastEnd()));
    tokens.skipBlanks();
    if (cursor.at('(')) {
      takeEmptyParentheses();
    }
    return grammar.simpleCommands.functionBody(start, name);
  }

  /** {@code ()} after the name; anything else in parentheses is already the body. */
  private void takeEmptyParentheses() {
    int open = cursor.pos();
    cursor.next();
    tokens.skipBlanks();
    if (cursor.at(')')) {
      grammar.simpleCommands.suspend(false);
      cursor.next();
    } else {
      cursor.jump(open);
    }
  }

  private Command coprocess(int start) {
    tokens.takeWord("coproc");
    tokens.skipBlanks();
    Optional<String> name = starts() ? Optional.empty() : coprocessName();
    if (!grammar.statements.startsCommand()) {
      throw grammar.unexpected("a command");
    }
    if (tokens.atWord("function") || tokens.atWord("coproc")) {
      throw grammar.unexpected("a command for the coprocess");
    }
    Command body = starts() ? read() : grammar.simpleCommands.readOfCoprocess();
    checkName(body);
    return new Command.Coproc(cursor.span(start), name, body);
  }

  /** bash looks for reserved words after the first word, which might be the name. */
  private void checkName(Command body) {
    if (body instanceof Command.Simple simple
        && simple.assignments().isEmpty()
        && simple.words().size() > 1
        && reserved(simple.words().get(1))
        && simple.redirects().stream()
            .allMatch(r -> r.span().start() > simple.words().get(1).span().start())) {
      throw grammar.wrong(cursor.pos(), "a reserved word after the name of the coprocess");
    }
  }

  /** An array in that place is looked through too. */
  private static boolean reserved(Word second) {
    return second.literal().filter(RESERVED_AFTER_NAME::contains).isPresent()
        || second.parts().stream()
            .filter(part -> part instanceof WordPart.ArrayLiteral)
            .flatMap(part -> ((WordPart.ArrayLiteral) part).elements().stream())
            .anyMatch(element -> element.value().literal().filter(Tokens::reserved).isPresent());
  }

  /** A name is only a name if a compound command follows it. */
  private Optional<String> coprocessName() {
    int start = cursor.pos();
    var name = new StringBuilder();
    int closed = endOfSubscript(start);
    int quoted = endOfQuoted(start);
    while ((cursor.pos() < Math.max(closed, quoted) || plain(cursor.peek()))
        && name.length() < MAX_NAME) {
      name.append((char) cursor.peek());
      cursor.next();
    }
    boolean array = name.length() > 1 && name.charAt(name.length() - 1) == '=';
    boolean ended = cursor.at(' ') || cursor.at('\t') || (cursor.at('(') && !array);
    tokens.skipBlanks();
    if (ended && !name.isEmpty() && starts()) {
      return Optional.of(name.toString());
    }
    cursor.jump(start);
    return Optional.empty();
  }

  /** The offset after a name in quotes, which bash takes too; the start if there is none. */
  private int endOfQuoted(int start) {
    Matcher matcher = QUOTED_NAME.matcher(cursor.text()).region(start, cursor.text().length());
    return matcher.lookingAt() ? matcher.end() : start;
  }

  /**
   * The offset after {@code name[subscript]}, whose subscript may hold blanks and operators; the
   * start if there is none, or not a short one of plain characters.
   */
  private int endOfSubscript(int start) {
    String text = cursor.text();
    int i = start;
    while (i < text.length() && Tokens.continuesName(text.charAt(i)) && i - start < MAX_NAME) {
      i++;
    }
    if (i == start || !Tokens.startsName(text.charAt(start)) || !text.startsWith("[", i)) {
      return start;
    }
    int depth = 0;
    for (; i < Math.min(text.length(), start + MAX_NAME); i++) {
      char c = text.charAt(i);
      depth += c == '[' ? 1 : c == ']' ? -1 : 0;
      if (depth == 0) {
        return i + 1;
      }
      if (QUOTING.indexOf(c) >= 0) {
        return start;
      }
    }
    return start;
  }

  /** bash takes any word for the name, and complains when it runs it. */
  private static boolean plain(int c) {
    return !Tokens.delimits(c) && QUOTING.indexOf(c) < 0;
  }
}
