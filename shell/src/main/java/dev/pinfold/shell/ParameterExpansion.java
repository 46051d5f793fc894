package dev.pinfold.shell;

import dev.pinfold.shell.Field.Piece;
import dev.pinfold.shell.WordPart.Operation;
import dev.pinfold.shell.WordPart.Parameter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Parameter expansion with constants (POSIX 2.6.2; bash manual, "Shell Parameter Expansion"). */
final class ParameterExpansion {
  private final Expander expander;

  ParameterExpansion(Expander expander) {
    this.expander = expander;
  }

  /** The home directory that a tilde stands for (POSIX 2.6.1; bash manual, "Tilde Expansion"). */
  Expansion tilde(WordPart.Tilde tilde) {
    boolean own = Optional.of(new Value.Text(tilde.login())).equals(value("USER"));
    return switch (tilde.login()) {
      case "" -> variable(tilde.span(), "HOME");
      case "+" -> variable(tilde.span(), "PWD");
      case "-" -> variable(tilde.span(), "OLDPWD");
      case "root" -> Expansion.constant(own ? homeOr("/root") : "/root");
      default ->
          own
              ? variable(tilde.span(), "HOME")
              : Expansion.hole(tilde.span(), "the home of " + tilde.login());
    };
  }

  private String homeOr(String fallback) {
    return value("HOME").orElse(null) instanceof Value.Text(String home) ? home : fallback;
  }

  private Optional<Value> value(String name) {
    return expander.variables().get(name);
  }

  private Expansion variable(Span span, String name) {
    return expansion(span, name, value(name));
  }

  /** Whether it expands to one field for each element even in double quotes. */
  boolean isList(Parameter parameter) {
    return parameter.name().equals("@") || subscript(parameter).equals(Optional.of("@"));
  }

  private static Optional<String> subscript(Parameter parameter) {
    return parameter.subscript().flatMap(Word::literal).or(() -> star(parameter));
  }

  private static Optional<String> star(Parameter parameter) {
    return parameter
        .subscript()
        .filter(w -> w.parts().size() == 1 && w.parts().getFirst() instanceof WordPart.Glob)
        .map(w -> "*");
  }

  /**
   * The operand that the parameter surely expands to, which keeps its own quoting: that of {@code
   * :-} or {@code :+}.
   */
  Optional<Word> chosenOperand(Parameter parameter) {
    Optional<Operation> operation = parameter.operation();
    if (operation.isEmpty() || parameter.indirect() || parameter.length()) {
      return Optional.empty();
    }
    Optional<Value> value = subscripted(parameter);
    Optional<String> text = known(value);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    boolean absent = absent(operation.get(), value, text.get());
    return switch (operation.get().operator()) {
      case DEFAULT ->
          absent ? Optional.of(operation.get().operands().getFirst()) : Optional.empty();
      case ALTERNATIVE ->
          absent ? Optional.empty() : Optional.of(operation.get().operands().getFirst());
      case ASSIGN,
          ERROR,
          REMOVE_PREFIX,
          REMOVE_SUFFIX,
          REPLACE,
          SUBSTRING,
          CASE,
          TRANSFORM,
          NAMES,
          INVALID ->
          Optional.empty();
    };
  }

  private static boolean absent(Operation operation, Optional<Value> value, String text) {
    return value.orElse(null) instanceof Value.Unset
        || (operation.symbol().startsWith(":") && text.isEmpty());
  }

  private static Optional<String> known(Optional<Value> value) {
    return switch (value.orElse(null)) {
      case Value.Text(String text) -> Optional.of(text);
      case Value.Unset() -> Optional.of("");
      case Value.Array _, Value.Unknown _ -> Optional.empty();
      case null -> Optional.empty();
    };
  }

  Expansion expand(Parameter parameter, boolean quoted) {
    Span span = parameter.span();
    if (parameter.indirect()) {
      return indirect(parameter, quoted);
    }
    Optional<Value> value = subscripted(parameter);
    if (parameter.length()) {
      return length(parameter, value);
    }
    if (parameter.operation().isPresent()) {
      return operated(parameter, parameter.operation().get(), value, quoted);
    }
    if (!(value.orElse(null) instanceof Value.Array(List<String> elements))) {
      boolean list = isList(parameter) || parameter.name().equals("*");
      return list && value.isEmpty()
          ? Expansion.manyHoles(span, "the value of $" + parameter.name())
          : expansion(span, parameter.name(), value);
    }
    boolean star = parameter.name().equals("*") || subscript(parameter).equals(Optional.of("*"));
    return star && quoted ? starred(span, elements) : Expansion.elements(elements);
  }

  private Expansion starred(Span span, List<String> elements) {
    return expander
        .ifs()
        .map(
            ifs ->
                Expansion.constant(String.join(ifs.isEmpty() ? "" : ifs.substring(0, 1), elements)))
        .orElseGet(() -> Expansion.hole(span, "elements joined by an unknown IFS"));
  }

  private static Expansion expansion(Span span, String name, Optional<Value> value) {
    return switch (value.orElse(null)) {
      case Value.Text(String text) -> Expansion.constant(text);
      case Value.Array(List<String> elements) ->
          elements.isEmpty() ? Expansion.constant("") : Expansion.constant(elements.getFirst());
      case Value.Unset() -> Expansion.constant("");
      case Value.Unknown(List<Piece> pieces) ->
          pieces.isEmpty() ? unknown(span, name) : Expansion.of(pieces);
      case null -> unknown(span, name);
    };
  }

  private static Expansion unknown(Span span, String name) {
    return Expansion.hole(span, "the value of $" + name);
  }

  /**
   * The value that the name and its subscript mean: an array only for {@code [@]} and {@code [*]}.
   */
  private Optional<Value> subscripted(Parameter parameter) {
    Optional<Value> value = value(parameter.name());
    boolean positional = parameter.name().equals("@") || parameter.name().equals("*");
    if (parameter.name().equals("*") && value.isEmpty()) {
      value = value("@");
    }
    if (positional) {
      return value;
    }
    if (parameter.subscript().isEmpty()) {
      return value.map(v -> element(v, 0));
    }
    Optional<String> subscript = subscript(parameter);
    if (subscript.equals(Optional.of("@")) || subscript.equals(Optional.of("*"))) {
      return value.map(
          v -> v instanceof Value.Text(String text) ? new Value.Array(List.of(text)) : v);
    }
    Optional<Long> index =
        Expansion.text(expander.pieces(parameter.subscript().get(), true))
            .flatMap(text -> ArithmeticExpression.evaluate(text, expander.variables()));
    return index.isEmpty() ? Optional.empty() : value.map(v -> element(v, index.get()));
  }

  private static Value element(Value value, long index) {
    List<String> elements =
        switch (value) {
          case Value.Array array -> array.elements();
          case Value.Text(String text) -> List.of(text);
          case Value.Unset _, Value.Unknown _ -> List.of();
        };
    if (value instanceof Value.Unknown) {
      return index == 0 ? value : new Value.Unknown(List.of());
    }
    long at = index < 0 ? index + elements.size() : index;
    return at >= 0 && at < elements.size()
        ? new Value.Text(elements.get((int) at))
        : new Value.Unset();
  }

  private Expansion indirect(Parameter parameter, boolean quoted) {
    if (parameter.operation().isEmpty()
        && parameter.subscript().isEmpty()
        && value(parameter.name()).orElse(null) instanceof Value.Text(String target)
        && !target.isEmpty()
        && SimpleCommands.name(target)) {
      var direct =
          new Parameter(parameter.span(), target, false, false, Optional.empty(), Optional.empty());
      return expand(direct, quoted);
    }
    return Expansion.manyHoles(parameter.span(), "an indirect expansion");
  }

  private static Expansion length(Parameter parameter, Optional<Value> value) {
    return switch (value.orElse(null)) {
      case Value.Text(String text) when parameter.operation().isEmpty() ->
          Expansion.constant(Integer.toString(text.codePointCount(0, text.length())));
      case Value.Array(List<String> elements) when parameter.operation().isEmpty() ->
          Expansion.constant(Integer.toString(elements.size()));
      case Value.Unset() when parameter.operation().isEmpty() -> Expansion.constant("0");
      case null, default -> Expansion.hole(parameter.span(), "a length");
    };
  }

  private Expansion operated(
      Parameter parameter, Operation operation, Optional<Value> value, boolean quoted) {
    Span span = parameter.span();
    Optional<String> text = known(value);
    if (text.isEmpty()) {
      return undecided(parameter, operation);
    }
    boolean absent = absent(operation, value, text.get());
    return switch (operation.operator()) {
      case DEFAULT -> absent ? operand(operation, quoted) : Expansion.constant(text.get());
      case ASSIGN ->
          absent ? assigned(parameter, operation, quoted) : Expansion.constant(text.get());
      case ERROR -> absent ? Expansion.hole(span, "an error") : Expansion.constant(text.get());
      case ALTERNATIVE -> absent ? Expansion.constant("") : operand(operation, quoted);
      case REMOVE_PREFIX, REMOVE_SUFFIX, REPLACE, SUBSTRING, CASE, TRANSFORM ->
          modified(operation, text.get())
              .map(Expansion::constant)
              .orElseGet(() -> Expansion.hole(span, "a changed value of $" + parameter.name()));
      case NAMES -> Expansion.manyHoles(span, "names of variables");
      case INVALID -> Expansion.hole(span, "a bad substitution");
    };
  }

  private Expansion undecided(Parameter parameter, Operation operation) {
    if (operation.operator() == WordPart.Operator.ASSIGN) {
      expander.forget(parameter.name());
    }
    String reason = "the value of ${" + parameter.name() + operation.symbol() + "…}";
    return isList(parameter) || parameter.name().equals("*")
        ? Expansion.manyHoles(parameter.span(), reason)
        : Expansion.hole(parameter.span(), reason);
  }

  private Expansion operand(Operation operation, boolean quoted) {
    return Expansion.of(expander.pieces(operation.operands().getFirst(), quoted));
  }

  private Expansion assigned(Parameter parameter, Operation operation, boolean quoted) {
    Expansion value = operand(operation, quoted);
    value
        .constant()
        .ifPresentOrElse(
            text -> expander.set(parameter.name(), new Value.Text(text)),
            () -> expander.set(parameter.name(), new Value.Unknown(value.pieces())));
    return value;
  }

  private Optional<String> modified(Operation operation, String text) {
    return switch (operation.operator()) {
      case REMOVE_PREFIX ->
          plainOperand(operation, 0)
              .map(p -> text.startsWith(p) ? text.substring(p.length()) : text);
      case REMOVE_SUFFIX ->
          plainOperand(operation, 0)
              .map(p -> text.endsWith(p) ? text.substring(0, text.length() - p.length()) : text);
      case REPLACE -> replaced(operation, text);
      case SUBSTRING -> substring(operation, text);
      case CASE ->
          operation.operands().getFirst().parts().isEmpty()
              ? cased(operation.symbol(), text)
              : Optional.empty();
      case DEFAULT, ASSIGN, ERROR, ALTERNATIVE, TRANSFORM, NAMES, INVALID -> Optional.empty();
    };
  }

  /** The text of an operand that is constant and no pattern. */
  private Optional<String> plainOperand(Operation operation, int index) {
    if (operation.operands().size() <= index) {
      return Optional.of("");
    }
    return expander.text(operation.operands().get(index)) instanceof Field.Constant constant
            && !constant.glob()
        ? Optional.of(constant.text())
        : Optional.empty();
  }

  private Optional<String> replaced(Operation operation, String text) {
    Optional<String> pattern = plainOperand(operation, 0);
    Optional<String> replacement = plainOperand(operation, 1).filter(r -> r.indexOf('&') < 0);
    if (pattern.isEmpty() || replacement.isEmpty()) {
      return Optional.empty();
    }
    String from = pattern.get();
    String to = replacement.get();
    if (from.isEmpty()) {
      return operation.symbol().equals("/#")
          ? Optional.of(to + text)
          : operation.symbol().equals("/%") ? Optional.of(text + to) : Optional.of(text);
    }
    int at = text.indexOf(from);
    return switch (operation.symbol()) {
      case "//" -> Optional.of(text.replace(from, to));
      case "/#" -> Optional.of(text.startsWith(from) ? to + text.substring(from.length()) : text);
      case "/%" ->
          Optional.of(
              text.endsWith(from) ? text.substring(0, text.length() - from.length()) + to : text);
      default ->
          Optional.of(
              at < 0 ? text : text.substring(0, at) + to + text.substring(at + from.length()));
    };
  }

  private Optional<String> substring(Operation operation, String text) {
    Optional<Long> offset = number(operation.operands().getFirst());
    Optional<Long> length =
        operation.operands().size() > 1
            ? number(operation.operands().get(1))
            : Optional.of((long) text.length());
    if (offset.isEmpty()
        || length.isEmpty()
        || text.length() != text.codePointCount(0, text.length())) {
      return Optional.empty();
    }
    long from = offset.get() < 0 ? text.length() + offset.get() : offset.get();
    if (from < 0 || from > text.length()) {
      return Optional.of("");
    }
    long to =
        length.get() < 0
            ? text.length() + length.get()
            : Math.min(text.length(), from + length.get());
    return to < from ? Optional.empty() : Optional.of(text.substring((int) from, (int) to));
  }

  private Optional<Long> number(Word expression) {
    return Expansion.text(expander.quotedPieces(expression.span(), expression.parts()))
        .flatMap(text -> ArithmeticExpression.evaluate(text, expander.variables()));
  }

  private static Optional<String> cased(String symbol, String text) {
    if (!text.chars().allMatch(c -> c < 0x80)) {
      return Optional.empty();
    }
    String first = text.isEmpty() ? "" : text.substring(0, 1);
    String rest = text.isEmpty() ? "" : text.substring(1);
    return switch (symbol) {
      case "^^" -> Optional.of(text.toUpperCase(Locale.ROOT));
      case ",," -> Optional.of(text.toLowerCase(Locale.ROOT));
      case "^" -> Optional.of(first.toUpperCase(Locale.ROOT) + rest);
      case "," -> Optional.of(first.toLowerCase(Locale.ROOT) + rest);
      default -> Optional.empty();
    };
  }
}
