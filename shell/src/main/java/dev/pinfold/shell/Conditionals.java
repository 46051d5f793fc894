package dev.pinfold.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** Expressions of <code>[[ ]]</code> (bash manual, "Conditional Constructs"). */
final class Conditionals {
  private static final Set<String> BINARY =
      Set.of(
          "=", "==", "!=", "=~", "<", ">", "-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-nt", "-ot",
          "-ef");

  /** The letters of bash's unary operators (test.c, test_unop). */
  private static final String UNARY = "abcdefghknoprstuvwxzGLNORS";

  private final Grammar grammar;
  private final Cursor cursor;
  private final Tokens tokens;

  Conditionals(Grammar grammar) {
    this.grammar = grammar;
    cursor = grammar.cursor;
    tokens = grammar.tokens;
  }

  Command.Test read(int start) {
    grammar.enter();
    cursor.take("[[");
    Conditional expression = or();
    tokens.skipNewlines();
    tokens.takeWord("]]");
    grammar.leave();
    List<Redirect> redirects = grammar.redirects.all();
    return new Command.Test(cursor.span(start), expression, redirects);
  }

  private Conditional or() {
    int start = cursor.pos();
    List<Conditional> operands = chain("||", this::and);
    return operands.size() == 1
        ? operands.getFirst()
        : new Conditional.Or(cursor.span(start), operands);
  }

  private Conditional and() {
    int start = cursor.pos();
    List<Conditional> operands = chain("&&", this::term);
    return operands.size() == 1
        ? operands.getFirst()
        : new Conditional.And(cursor.span(start), operands);
  }

  private List<Conditional> chain(String connector, Supplier<Conditional> operand) {
    var operands = new ArrayList<Conditional>(1);
    operands.add(operand.get());
    tokens.skipNewlines();
    while (cursor.take(connector)) {
      operands.add(operand.get());
      tokens.skipNewlines();
    }
    return operands;
  }

  private Conditional term() {
    tokens.skipNewlines();
    int start = cursor.pos();
    boolean negated = false;
    boolean odd = false;
    while (tokens.atWord("!") || cursor.at('!', '(')) {
      cursor.next();
      tokens.skipNewlines();
      negated = true;
      odd ^= true;
    }
    Conditional operand = cursor.at('(') ? group() : primary();
    return negated && odd ? new Conditional.Not(cursor.span(start), operand) : operand;
  }

  private Conditional group() {
    grammar.enter();
    cursor.next();
    Conditional inner = or();
    tokens.skipNewlines();
    if (!cursor.at(')')) {
      throw grammar.unexpected("\")\" of the condition");
    }
    cursor.next();
    grammar.leave();
    return inner;
  }

  private Conditional primary() {
    int start = cursor.pos();
    Word left = operand();
    String unary = left.literal().orElse("");
    tokens.skipBlanks();
    if (unary.length() == 2 && unary.charAt(0) == '-' && UNARY.indexOf(unary.charAt(1)) >= 0) {
      Word operand = operand();
      return new Conditional.Unary(cursor.span(start), unary, operand);
    }
    if (atEnd()) {
      return new Conditional.Unary(left.span(), "-n", left);
    }
    String operator = operator();
    tokens.skipBlanks();
    Word right = operator.equals("=~") ? regex() : operand();
    return new Conditional.Binary(cursor.span(start), left, operator, right);
  }

  private Word regex() {
    if (tokens.atWord("]]") || cursor.at('\n')) {
      throw grammar.unexpected("a regular expression");
    }
    return grammar.words.regex();
  }

  private Word operand() {
    boolean none = Tokens.delimits(cursor.peek()) && !grammar.dollars.startsProcessSubstitution();
    if (none || tokens.atWord("]]")) {
      throw grammar.unexpected("an operand");
    }
    return grammar.words.pattern();
  }

  private boolean atEnd() {
    return tokens.atWord("]]") || cursor.at('&', '&') || cursor.at('|', '|') || cursor.at(')');
  }

  private String operator() {
    if (cursor.take("<")) {
      return "<";
    }
    if (cursor.take(">")) {
      return ">";
    }
    int start = cursor.pos();
    if (Tokens.delimits(cursor.peek())) {
      throw grammar.unexpected("a binary operator");
    }
    String text = grammar.words.pattern().literal().orElse("");
    if (!BINARY.contains(text)) {
      throw grammar.wrong(start, "not a binary operator");
    }
    return text;
  }
}
