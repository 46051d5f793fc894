package dev.pinfold.shell;

import dev.pinfold.shell.Field.Piece;
import dev.pinfold.shell.Field.Piece.Hole;
import dev.pinfold.shell.Field.Piece.Known;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Expands words as a shell would (POSIX 2.6), as far as the text alone tells: static expansion.
 *
 * <p>What it can't know becomes {@link Field.Unknown}; it never guesses. File names are not
 * matched: patterns are kept. It keeps track of the assignments that expansions make (<code>${x:=y}
 * </code>, {@code $((x=1))}): read {@link #variables} afterwards. Not thread-safe.
 */
public final class Expander {
  /** Tells the output of command substitutions that is known without running anything. */
  @FunctionalInterface
  public interface Outputs {
    /** The output, with its trailing newlines or without; empty if it isn't known. */
    Optional<String> of(WordPart.CommandSubstitution substitution);
  }

  private final Outputs outputs;
  private final ParameterExpansion parameters;
  private Variables variables;

  /** An expander that knows these variables, and these outputs. */
  public Expander(Variables variables, Outputs outputs) {
    this.variables = variables;
    this.outputs = outputs;
    parameters = new ParameterExpansion(this);
  }

  /** What is known of the variables after all expansions and assignments so far. */
  public Variables variables() {
    return variables;
  }

  void set(String name, Value value) {
    variables = variables.with(name, value);
  }

  void forget(String name) {
    variables = variables.without(name);
  }

  /** The arguments that a command's word becomes: none, one or more. */
  public List<Field> fields(Word word) {
    Optional<List<List<WordPart>>> words = BraceExpansion.of(word.parts());
    if (words.isEmpty()) {
      String reason = "more than " + BraceExpansion.MAX_WORDS + " words from braces";
      return List.of(new Field.Unknown(word.span(), List.of(new Hole(word.span(), reason)), true));
    }
    if (words.get().size() == 1) {
      return split(word.span(), words.get().getFirst());
    }
    var fields = new ArrayList<Field>();
    for (List<WordPart> parts : words.get()) {
      fields.addAll(split(word.span(), BraceExpansion.joined(parts)));
    }
    return List.copyOf(fields);
  }

  private List<Field> split(Span span, List<WordPart> parts) {
    var builder = new FieldBuilder(span);
    if (unreliable(parts)) {
      builder.hole(new Hole(span, "a word that shells disagree about"), true);
    } else {
      unquoted(parts, builder, true);
    }
    return List.copyOf(builder.fields());
  }

  /**
   * Words where bash 5.2 does what no manual says: it doesn't split {@code $x} in {@code $x$}, and
   * it expands the tilde but not the parameter in {@code ~:$x} and {@code ~=~$x}.
   */
  private static boolean unreliable(List<WordPart> parts) {
    if (parts.isEmpty()) {
      return false;
    }
    return (parts.stream().anyMatch(p -> p instanceof WordPart.Parameter)
            && parts.stream().anyMatch(p -> literal(p).indexOf('$') >= 0))
        || oddTilde(literal(parts.getFirst()));
  }

  private static boolean oddTilde(String text) {
    return text.startsWith("~") && (text.contains(":") || text.contains("=~"));
  }

  private static String literal(WordPart part) {
    return part instanceof WordPart.Literal(_, String text) ? text : "";
  }

  /**
   * The one text that a word becomes where the shell doesn't split: a value, a case word, a
   * here-string.
   */
  public Field text(Word word) {
    var builder = new FieldBuilder(word.span());
    unquoted(word.parts(), builder, false);
    return builder.single();
  }

  /**
   * The target of a redirection: as {@link #fields}, but it must be one.
   *
   * <p>A shell refuses more; the answer then is unknown.
   */
  public Field target(Word word) {
    List<Field> fields = fields(word);
    if (fields.size() == 1) {
      return fields.getFirst();
    }
    return new Field.Unknown(
        word.span(), List.of(new Hole(word.span(), "not exactly one file name")), true);
  }

  /** The text of a here-document. */
  public Field body(HereDocument document) {
    var builder = new FieldBuilder(document.span());
    if (document.quoted()) {
      document.body().forEach(part -> builder.quoted(literal(part)));
    } else {
      quoted(document.body(), builder);
    }
    return builder.single();
  }

  /** Does what an assignment does to the variables. */
  public void assign(Assignment assignment) {
    String name = assignment.name();
    if (assignment.subscript().isPresent()) {
      forget(name);
      return;
    }
    boolean array =
        assignment.value().parts().size() == 1
            && assignment.value().parts().getFirst() instanceof WordPart.ArrayLiteral;
    Optional<Value> value = array ? array(assignment) : scalar(assignment);
    value.ifPresentOrElse(v -> set(name, v), () -> forget(name));
  }

  private Optional<Value> scalar(Assignment assignment) {
    Field field = text(assignment.value());
    List<Piece> added =
        switch (field) {
          case Field.Constant constant -> List.of(new Known(constant.text()));
          case Field.Unknown unknown -> unknown.pieces();
        };
    if (!assignment.append()) {
      return Optional.of(value(added));
    }
    var pieces = new ArrayList<Piece>();
    switch (variables.get(assignment.name()).orElse(null)) {
      case Value.Text(String text) -> pieces.add(new Known(text));
      case Value.Unknown(List<Piece> known) -> pieces.addAll(known);
      case Value.Unset() -> {}
      case Value.Array _ -> {
        return Optional.empty();
      }
      case null -> pieces.add(new Hole(assignment.span(), "the value of $" + assignment.name()));
    }
    pieces.addAll(added);
    return Optional.of(value(pieces));
  }

  private static Value value(List<Piece> pieces) {
    return Expansion.text(pieces)
        .<Value>map(Value.Text::new)
        .orElseGet(() -> new Value.Unknown(pieces));
  }

  private Optional<Value> array(Assignment assignment) {
    if (assignment.append()
        || !(assignment.value().parts().getFirst()
            instanceof WordPart.ArrayLiteral(_, var elements))) {
      return Optional.empty();
    }
    var texts = new ArrayList<String>();
    for (ArrayElement element : elements) {
      for (Field field : fields(element.value())) {
        if (element.subscript().isPresent()
            || !(field instanceof Field.Constant constant)
            || constant.glob()) {
          return Optional.empty();
        }
        texts.add(constant.text());
      }
    }
    return Optional.of(new Value.Array(texts));
  }

  /** Expands unquoted parts into a builder. */
  private void unquoted(List<WordPart> parts, FieldBuilder builder, boolean splits) {
    for (WordPart part : parts) {
      switch (part) {
        case WordPart.Literal(_, String text) -> builder.literal(text);
        case WordPart.Escaped(_, String text) -> builder.quoted(text);
        case WordPart.SingleQuoted(_, String text) -> builder.quoted(text);
        case WordPart.AnsiQuoted(_, String text) -> builder.quoted(text);
        case WordPart.Glob(_, String text) -> builder.glob(text);
        case WordPart.DoubleQuoted twofold -> quoted(twofold, builder);
        case WordPart.ExtGlob pattern -> extGlob(pattern, builder);
        case WordPart.Tilde tilde -> builder.quoted(parameters.tilde(tilde));
        case WordPart.Parameter parameter -> parameter(parameter, builder, splits);
        default -> unquoted(expand(part, false), part.span(), builder, splits);
      }
    }
  }

  private void parameter(WordPart.Parameter parameter, FieldBuilder builder, boolean splits) {
    Optional<Word> operand = parameters.chosenOperand(parameter);
    if (operand.isEmpty()) {
      unquoted(parameters.expand(parameter, false), parameter.span(), builder, splits);
    } else if (splits) {
      operand(operand.get(), builder);
    } else {
      unquoted(operand.get().parts(), builder, false);
    }
  }

  /** An operand is split where it isn't quoted. */
  private void operand(Word operand, FieldBuilder builder) {
    for (WordPart part : operand.parts()) {
      if (part instanceof WordPart.Literal(_, String text)) {
        builder.split(Expansion.constant(text), ifs());
      } else {
        unquoted(List.of(part), builder, true);
      }
    }
  }

  private void unquoted(Expansion expansion, Span span, FieldBuilder builder, boolean splits) {
    if (splits) {
      builder.split(expansion, ifs());
    } else {
      builder.quoted(joined(expansion, span));
    }
  }

  private void quoted(WordPart.DoubleQuoted twofold, FieldBuilder builder) {
    if (onlyParameters(twofold)) {
      // "$@" alone may be no field at all.
      quoted(twofold.parts(), builder);
      return;
    }
    builder.quoted("");
    quoted(twofold.parts(), builder);
  }

  private boolean onlyParameters(WordPart.DoubleQuoted twofold) {
    return twofold.parts().size() == 1
        && twofold.parts().getFirst() instanceof WordPart.Parameter parameter
        && parameters.isList(parameter);
  }

  /** Expands parts as if in double quotes. */
  private void quoted(List<WordPart> parts, FieldBuilder builder) {
    for (WordPart part : parts) {
      switch (part) {
        case WordPart.Literal(_, String text) -> builder.quoted(text);
        case WordPart.Escaped(_, String text) -> builder.quoted(text);
        case WordPart.AnsiQuoted(_, String text) -> builder.quoted(text);
        case WordPart.DoubleQuoted inner -> quoted(inner.parts(), builder);
        default -> builder.quoted(expand(part, true));
      }
    }
  }

  /** The text of parts that are expanded as if in double quotes, such as arithmetic. */
  List<Piece> quotedPieces(Span span, List<WordPart> parts) {
    var builder = new FieldBuilder(span);
    quoted(parts, builder);
    return pieces(builder.single());
  }

  /** The text of an operand. */
  List<Piece> pieces(Word word, boolean quoted) {
    return quoted ? quotedPieces(word.span(), word.parts()) : pieces(text(word));
  }

  private static List<Piece> pieces(Field field) {
    return switch (field) {
      case Field.Constant constant -> List.of(new Known(constant.text()));
      case Field.Unknown unknown -> unknown.pieces();
    };
  }

  private Expansion expand(WordPart part, boolean quoted) {
    return switch (part) {
      case WordPart.Parameter parameter -> parameters.expand(parameter, quoted);
      case WordPart.Arithmetic arithmetic -> arithmetic(arithmetic);
      case WordPart.CommandSubstitution substitution ->
          outputs
              .of(substitution)
              .map(output -> Expansion.constant(withoutTrailingNewlines(output)))
              .orElseGet(() -> Expansion.hole(part.span(), "the output of a command"));
      case WordPart.ProcessSubstitution _ ->
          Expansion.hole(part.span(), "the name of a pipe to a command");
      case WordPart.Braces _, WordPart.BraceRange _, WordPart.ArrayLiteral _ ->
          Expansion.hole(part.span(), "a list");
      case WordPart.Literal(_, String text) -> Expansion.constant(text);
      case WordPart.Escaped(_, String text) -> Expansion.constant(text);
      case WordPart.SingleQuoted(_, String text) -> Expansion.constant(text);
      case WordPart.AnsiQuoted(_, String text) -> Expansion.constant(text);
      case WordPart.Glob(_, String text) -> Expansion.constant(text);
      case WordPart.DoubleQuoted inner -> Expansion.of(quotedPieces(part.span(), inner.parts()));
      case WordPart.ExtGlob _ -> Expansion.hole(part.span(), "a pattern");
      case WordPart.Tilde tilde -> parameters.tilde(tilde);
    };
  }

  private Expansion arithmetic(WordPart.Arithmetic arithmetic) {
    List<Piece> expression = quotedPieces(arithmetic.span(), arithmetic.parts());
    Optional<String> value =
        Expansion.text(expression)
            .flatMap(text -> ArithmeticExpression.evaluate(text, variables))
            .map(number -> Long.toString(number));
    if (value.isEmpty()) {
      ArithmeticExpression.assigned(expression).forEach(this::forget);
    }
    return value
        .map(Expansion::constant)
        .orElseGet(() -> Expansion.hole(arithmetic.span(), "the value of an expression"));
  }

  private void extGlob(WordPart.ExtGlob pattern, FieldBuilder builder) {
    builder.glob(pattern.operator() + "(");
    String separator = "";
    for (Word alternative : pattern.alternatives()) {
      builder.glob(separator);
      unquoted(alternative.parts(), builder, false);
      separator = "|";
    }
    builder.glob(")");
  }

  private Expansion joined(Expansion expansion, Span span) {
    if (expansion.many()) {
      return Expansion.hole(span, "a list");
    }
    var pieces = new ArrayList<Piece>();
    for (List<Piece> element : expansion.elements()) {
      if (!pieces.isEmpty()) {
        pieces.add(new Known(" "));
      }
      pieces.addAll(element);
    }
    return Expansion.of(pieces);
  }

  private static String withoutTrailingNewlines(String output) {
    int end = output.length();
    while (end > 0 && output.charAt(end - 1) == '\n') {
      end--;
    }
    return output.substring(0, end);
  }

  /** The characters that split fields; empty if they aren't known. */
  Optional<String> ifs() {
    return switch (variables.get("IFS").orElse(null)) {
      case Value.Text(String text) -> Optional.of(text);
      case Value.Unset() -> Optional.of(" \t\n");
      case Value.Array _, Value.Unknown _ -> Optional.empty();
      case null -> Optional.empty();
    };
  }
}
