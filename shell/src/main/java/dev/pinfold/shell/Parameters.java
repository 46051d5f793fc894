package dev.pinfold.shell;

import dev.pinfold.shell.WordPart.Operation;
import dev.pinfold.shell.WordPart.Operator;
import dev.pinfold.shell.WordPart.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Parameter expansion in braces (POSIX 2.6.2; bash manual, "Shell Parameter Expansion"). */
final class Parameters {
  private final Grammar grammar;
  private final Cursor cursor;

  Parameters(Grammar grammar) {
    this.grammar = grammar;
    cursor = grammar.cursor;
  }

  static boolean special(int c) {
    return switch (c) {
      case '@', '*', '#', '?', '-', '$', '!' -> true;
      default -> false;
    };
  }

  /** Reads <code>${…}</code> from its dollar sign. */
  Parameter braced(boolean quoted) {
    int start = cursor.pos();
    grammar.enter();
    cursor.next();
    cursor.next();
    if (grammar.bash() && beginsCommands(cursor.peek())) {
      throw grammar.unsupported(start, "commands in ${ …; } (bash 5.3)");
    }
    boolean length = cursor.at('#') && measures();
    boolean indirect = grammar.bash() && cursor.at('!') && refers();
    if (length || indirect) {
      cursor.next();
    }
    String name = name();
    if (grammar.bash() && name.equals("$") && cursor.at('{')) {
      throw grammar.unsupported(start, "an expansion in place of a name (zsh)");
    }
    Optional<Word> subscript = Optional.empty();
    if (grammar.bash() && cursor.at('[') && !name.isEmpty()) {
      cursor.next();
      subscript = Optional.of(grammar.arithmetics.subscript());
    }
    Optional<Operation> operation =
        cursor.at('}') && !name.isEmpty()
            ? Optional.empty()
            : Optional.of(operation(name, indirect, length, quoted));
    if (!cursor.at('}')) {
      throw grammar.wrong(start, "no closing } of ${");
    }
    cursor.next();
    grammar.leave();
    return new Parameter(cursor.span(start), name, indirect, length, subscript, operation);
  }

  /**
   * bash 5.3 runs what stands in <code>${ …; }</code> and <code>${| …; }</code>; earlier ones fail.
   */
  private static boolean beginsCommands(int c) {
    return switch (c) {
      case ' ', '\t', '\n', '|', '(' -> true;
      default -> false;
    };
  }

  /** Whether the {@code #} at the cursor asks for a length, instead of being the parameter. */
  private boolean measures() {
    int c = cursor.peekSecond();
    if (Tokens.continuesName(c) || c == '@' || c == '*') {
      return true;
    }
    return special(c) && cursor.at("#" + (char) c + "}");
  }

  private boolean refers() {
    int c = cursor.peekSecond();
    return Tokens.continuesName(c) || c == '@' || c == '*' || c == '#';
  }

  private String name() {
    var name = new StringBuilder();
    int c = cursor.peek();
    if (special(c)) {
      name.append((char) c);
      cursor.next();
      return name.toString();
    }
    boolean digits = Tokens.digit(c);
    while (digits ? Tokens.digit(cursor.peek()) : Tokens.continuesName(cursor.peek())) {
      name.append((char) cursor.peek());
      cursor.next();
    }
    return name.toString();
  }

  private Operation operation(String name, boolean indirect, boolean length, boolean quoted) {
    if (name.isEmpty() || length) {
      return invalid(quoted);
    }
    if (cursor.at(':')) {
      return afterColon(quoted);
    }
    int c = cursor.peek();
    return switch (c) {
      case '-', '=', '?', '+' -> defaulting(symbol(1), quoted);
      case '#' -> pattern(Operator.REMOVE_PREFIX, symbol(cursor.at("##") ? 2 : 1));
      case '%' -> pattern(Operator.REMOVE_SUFFIX, symbol(cursor.at("%%") ? 2 : 1));
      default -> grammar.bash() ? ofBash(c, indirect, quoted) : invalid(quoted);
    };
  }

  private Operation ofBash(int c, boolean indirect, boolean quoted) {
    if (indirect && (cursor.at("@}") || cursor.at("*}"))) {
      return new Operation(Operator.NAMES, symbol(1), List.of());
    }
    return switch (c) {
      case '/' -> replacement(quoted);
      case '^' -> pattern(Operator.CASE, symbol(cursor.at("^^") ? 2 : 1));
      case ',' -> pattern(Operator.CASE, symbol(cursor.at(",,") ? 2 : 1));
      case '~' -> pattern(Operator.CASE, symbol(cursor.at("~~") ? 2 : 1));
      case '@' -> new Operation(Operator.TRANSFORM, symbol(1), List.of(rest(quoted)));
      default -> invalid(quoted);
    };
  }

  /** dash gives up on it when it runs it, and looks at nothing in it before. */
  private Operation invalid(boolean quoted) {
    grammar.budget.defer(!grammar.bash());
    Word rest = rest(quoted);
    grammar.budget.undefer(!grammar.bash());
    return new Operation(Operator.INVALID, "", List.of(rest));
  }

  private Operation afterColon(boolean quoted) {
    int c = cursor.peekSecond();
    if (c == '-' || c == '=' || c == '?' || c == '+') {
      return defaulting(symbol(2), quoted);
    }
    if (!grammar.bash()) {
      return invalid(quoted);
    }
    String symbol = symbol(1);
    var operands = new ArrayList<Word>(2);
    operands.add(grammar.arithmetics.slice());
    if (cursor.at(':')) {
      cursor.next();
      operands.add(grammar.arithmetics.slice());
    }
    return new Operation(Operator.SUBSTRING, symbol, operands);
  }

  private Operation defaulting(String symbol, boolean quoted) {
    Operator operator =
        switch (symbol.charAt(symbol.length() - 1)) {
          case '-' -> Operator.DEFAULT;
          case '=' -> Operator.ASSIGN;
          case '?' -> Operator.ERROR;
          default -> Operator.ALTERNATIVE;
        };
    return new Operation(operator, symbol, List.of(rest(quoted)));
  }

  /** A pattern is quoted on its own terms, also inside double quotes. */
  private Operation pattern(Operator operator, String symbol) {
    return new Operation(operator, symbol, List.of(rest(false)));
  }

  private Operation replacement(boolean quoted) {
    cursor.next();
    String symbol = "/";
    if (cursor.at('/') || cursor.at('#') || cursor.at('%')) {
      symbol += (char) cursor.peek();
      cursor.next();
    }
    var operands = new ArrayList<Word>(2);
    operands.add(until("/}", false));
    if (cursor.at('/')) {
      cursor.next();
      operands.add(rest(quoted && !grammar.bash()));
    }
    return new Operation(Operator.REPLACE, symbol, operands);
  }

  private String symbol(int length) {
    var symbol = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      symbol.append((char) cursor.peek());
      cursor.next();
    }
    return symbol.toString();
  }

  private Word rest(boolean quoted) {
    return until("}", quoted);
  }

  /** An operand up to one of these characters, which is not consumed. */
  private Word until(String stops, boolean quoted) {
    int start = cursor.pos();
    var parts = new Parts(cursor);
    while (stops.indexOf(cursor.peek()) < 0) {
      if (cursor.peek() == Cursor.END) {
        throw grammar.wrong(start, "no closing } of ${");
      }
      if (quoted) {
        grammar.quotes.quotedInside(parts, false);
      } else {
        grammar.words.item(parts);
      }
    }
    List<WordPart> read = parts.finish();
    Span span = cursor.span(start, Math.max(start, cursor.lastEnd()));
    return new Word(span, quoted ? read : Tildes.leading(read));
  }
}
