package dev.pinfold.shell;

import dev.pinfold.shell.Field.Piece;
import java.io.Serial;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Arithmetic of constants (bash manual, "Shell Arithmetic"); whatever it doesn't model is not
 * constant.
 */
final class ArithmeticExpression {
  /** Deepest nesting of parentheses and operators. */
  private static final int MAX_DEPTH = 100;

  private static final Pattern NUMBER =
      Pattern.compile("0[xX]([0-9a-fA-F]{1,15})|(?:([2-9]|[12][0-9]|3[0-6])#)?([0-9a-zA-Z]{1,18})");

  private static final Pattern ASSIGNED = Pattern.compile("([A-Za-z_][A-Za-z0-9_]*)");

  /** Binary operators by rising precedence, longest first where one begins another. */
  private static final List<List<String>> LEVELS =
      List.of(
          List.of("||"),
          List.of("&&"),
          List.of("|"),
          List.of("^"),
          List.of("&"),
          List.of("==", "!="),
          List.of("<=", ">=", "<", ">"),
          List.of("<<", ">>"),
          List.of("+", "-"),
          List.of("*", "/", "%"));

  private final String text;
  private final Variables variables;
  private int pos;
  private int depth;

  private ArithmeticExpression(String text, Variables variables) {
    this.text = text;
    this.variables = variables;
  }

  /** The value did not turn out to be constant. */
  private static final class NotConstant extends RuntimeException {
    @Serial private static final long serialVersionUID = 1L;

    NotConstant() {
      super(null, null, false, false);
    }
  }

  static Optional<Long> evaluate(String text, Variables variables) {
    var expression = new ArithmeticExpression(text, variables);
    try {
      expression.skipBlanks();
      if (expression.pos == text.length()) {
        return Optional.of(0L);
      }
      long value = expression.ternary();
      return expression.pos == text.length() ? Optional.of(value) : Optional.empty();
    } catch (NotConstant e) {
      return Optional.empty();
    }
  }

  /** The names of variables that an expression may change. */
  static List<String> assigned(List<Piece> expression) {
    var names = new ArrayList<String>();
    for (Piece piece : expression) {
      var matcher = ASSIGNED.matcher(piece.text());
      while (matcher.find()) {
        names.add(matcher.group(1));
      }
    }
    return names;
  }

  private long ternary() {
    if (++depth > MAX_DEPTH) {
      throw new NotConstant();
    }
    long condition = binary(0);
    if (take("?")) {
      long yes = ternary();
      if (!take(":")) {
        throw new NotConstant();
      }
      long no = ternary();
      condition = condition != 0 ? yes : no;
    }
    depth--;
    return condition;
  }

  private long binary(int level) {
    if (level == LEVELS.size()) {
      return power();
    }
    long left = binary(level + 1);
    for (String operator = operator(level); !operator.isEmpty(); operator = operator(level)) {
      left = apply(operator, left, binary(level + 1));
    }
    return left;
  }

  /** Consumes an operator of this level; empty if another one stands here. */
  private String operator(int level) {
    for (String operator : LEVELS.get(level)) {
      if (text.startsWith(operator, pos) && !continues(operator)) {
        pos += operator.length();
        skipBlanks();
        return operator;
      }
    }
    return "";
  }

  /** Whether the operator here is a longer one: {@code <<}, {@code +=}, {@code ++}, {@code **} … */
  private boolean continues(String operator) {
    int next = pos + operator.length();
    char c = next < text.length() ? text.charAt(next) : ' ';
    boolean comparison = operator.endsWith("=");
    return (c == '=' && !comparison) || (c == operator.charAt(0) && operator.length() == 1);
  }

  private static long apply(String operator, long a, long b) {
    return switch (operator) {
      case "||" -> a != 0 || b != 0 ? 1 : 0;
      case "&&" -> a != 0 && b != 0 ? 1 : 0;
      case "|" -> a | b;
      case "^" -> a ^ b;
      case "&" -> a & b;
      case "==" -> a == b ? 1 : 0;
      case "!=" -> a != b ? 1 : 0;
      case "<=" -> a <= b ? 1 : 0;
      case ">=" -> a >= b ? 1 : 0;
      case "<" -> a < b ? 1 : 0;
      case ">" -> a > b ? 1 : 0;
      case "<<" -> a << b;
      case ">>" -> a >> b;
      case "+" -> a + b;
      case "-" -> a - b;
      case "*" -> a * b;
      default -> divided(operator, a, b);
    };
  }

  private static long divided(String operator, long a, long b) {
    if (b == 0) {
      throw new NotConstant();
    }
    return operator.equals("/") ? a / b : a % b;
  }

  private long power() {
    long base = unary();
    if (!take("**")) {
      return base;
    }
    if (++depth > MAX_DEPTH) {
      throw new NotConstant();
    }
    long exponent = power();
    depth--;
    if (exponent < 0 || exponent > 64) {
      throw new NotConstant();
    }
    long result = 1;
    for (long i = 0; i < exponent; i++) {
      result *= base;
    }
    return result;
  }

  private long unary() {
    if (text.startsWith("++", pos) || text.startsWith("--", pos) || ++depth > MAX_DEPTH) {
      throw new NotConstant();
    }
    long value;
    if (take("!")) {
      value = unary() == 0 ? 1 : 0;
    } else if (take("~")) {
      value = ~unary();
    } else if (take("-")) {
      value = -unary();
    } else if (take("+")) {
      value = unary();
    } else {
      value = primary();
    }
    depth--;
    return value;
  }

  private long primary() {
    if (take("(")) {
      long value = ternary();
      if (!take(")")) {
        throw new NotConstant();
      }
      return value;
    }
    int start = pos;
    while (pos < text.length()
        && (Tokens.continuesName(text.charAt(pos)) || text.charAt(pos) == '#')) {
      pos++;
    }
    String token = text.substring(start, pos);
    skipBlanks();
    if (token.isEmpty()) {
      throw new NotConstant();
    }
    return Tokens.digit(token.charAt(0)) ? number(token) : variable(token);
  }

  private long variable(String name) {
    return switch (variables.get(name).orElse(null)) {
      case Value.Unset() -> 0;
      case Value.Text(String value) when value.isEmpty() -> 0;
      case Value.Text(String value) ->
          number(value.startsWith("-") ? value.substring(1) : value, value);
      case Value.Array _, Value.Unknown _ -> throw new NotConstant();
      case null -> throw new NotConstant();
    };
  }

  private static long number(String digits, String value) {
    if (digits.isEmpty() || !Tokens.digit(digits.charAt(0))) {
      throw new NotConstant();
    }
    return value.startsWith("-") ? -number(digits) : number(digits);
  }

  private static long number(String token) {
    var m = NUMBER.matcher(token);
    if (!m.matches()) {
      throw new NotConstant();
    }
    if (m.group(1) != null) {
      return parsed(m.group(1), 16);
    }
    if (m.group(2) != null) {
      return parsed(m.group(3), Integer.parseInt(m.group(2)));
    }
    return parsed(m.group(3), token.length() > 1 && token.startsWith("0") ? 8 : 10);
  }

  private static long parsed(String digits, int radix) {
    try {
      return Long.parseLong(digits, radix);
    } catch (NumberFormatException e) {
      throw new NotConstant();
    }
  }

  private boolean take(String operator) {
    if (!text.startsWith(operator, pos)) {
      return false;
    }
    pos += operator.length();
    skipBlanks();
    return true;
  }

  private void skipBlanks() {
    while (pos < text.length() && Character.isWhitespace(text.charAt(pos))) {
      pos++;
    }
  }
}
