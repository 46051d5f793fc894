package dev.pinfold.policy;

import dev.pinfold.shell.WordPart;
import java.util.List;
import java.util.regex.Pattern;

/** Arithmetic (POSIX XCU 2.6.4 and bash): no number is computed, but what it runs and sets is. */
final class Computation {
  /** What an arithmetic expression assigns to (bash manual 6.5). */
  private static final Pattern ASSIGNED =
      Pattern.compile(
          "([A-Za-z_]\\w*)(?:\\[[^]]*])?\\s*(?:=(?!=)|(?:[-+*/%&|^]|<<|>>)=|\\+\\+|--)|(?:\\+\\+|--)\\s*([A-Za-z_]\\w*)");

  private final Expansion expansion;
  private final ScriptWalk walk;
  private final ShellState state;
  private final Scope scope;

  Computation(Expansion expansion, ScriptWalk walk, ShellState state, Scope scope) {
    this.expansion = expansion;
    this.walk = walk;
    this.state = state;
    this.scope = scope;
  }

  /** A number that is not computed: like a pattern, it can't leave its directory. */
  String number(WordPart.Arithmetic arithmetic) {
    evaluate(arithmetic.parts());
    return String.valueOf(Marks.NUMBER);
  }

  /** What {@code for ((…))} counts with is any of many numbers in its body. */
  void counts(List<WordPart.Arithmetic> header) {
    for (WordPart.Arithmetic expression : header) {
      evaluate(expression.parts());
      expression.parts().forEach(part -> assigned(expansion.text(part), Marks.STAR));
    }
  }

  /**
   * Arithmetic evaluates values again: {@code a[$(cmd)]} runs {@code cmd}, wherever the text came
   * from.
   */
  void evaluate(List<WordPart> parts) {
    for (WordPart part : parts) {
      String value = expansion.text(part);
      boolean expanded =
          part instanceof WordPart.CommandSubstitution || part instanceof WordPart.Arithmetic;
      if (!expanded) {
        walk.hiddenSubstitutions(value, state, scope);
        variablesOf(value);
        assigned(value, Marks.NUMBER);
      }
    }
  }

  /** Variables that an expression changes hold a number then. */
  private void assigned(String expression, char holds) {
    if (expression.indexOf('=') >= 0
        || expression.indexOf('+') >= 0
        || expression.indexOf('-') >= 0) {
      ASSIGNED
          .matcher(expression)
          .results()
          .map(match -> match.group(1) == null ? match.group(2) : match.group(1))
          .forEach(name -> state.set(name, String.valueOf(holds)));
    }
  }

  private void variablesOf(String expression) {
    int start = -1;
    for (int i = 0; i <= expression.length(); i++) {
      boolean inName =
          i < expression.length()
              && (Character.isLetterOrDigit(expression.charAt(i)) || expression.charAt(i) == '_');
      if (inName && start < 0) {
        start = i;
      } else if (!inName && start >= 0) {
        state
            .get(expression.substring(start, i))
            .ifPresent(value -> walk.hiddenSubstitutions(value, state, scope));
        start = -1;
      }
    }
  }
}
