package dev.pinfold.policy;

import dev.pinfold.shell.BraceExpansion;
import dev.pinfold.shell.Span;
import dev.pinfold.shell.Word;
import dev.pinfold.shell.WordPart;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Expands words as a shell does (POSIX XCU 2.6 and bash), with {@link Marks} for what the text does
 * not tell. Commands inside substitutions are handed to the walk, which says what they print.
 */
final class Expansion {
  private static final String WHITE = " \t\n";
  private static final String UNKNOWN = String.valueOf(Marks.HOLES);

  private final ScriptWalk walk;
  private final ShellState state;
  private final Scope scope;
  private final Parameters parameters;
  private final Computation computation;

  Expansion(ScriptWalk walk, ShellState state, Scope scope) {
    this.walk = walk;
    this.state = state;
    this.scope = scope;
    this.parameters = new Parameters(this, walk, state, scope);
    this.computation = new Computation(this, walk, state, scope);
  }

  /** The arguments that the words become. */
  List<Argument> arguments(List<Word> words) {
    List<Argument> out = new ArrayList<>(words.size());
    words.forEach(word -> expand(word, out));
    return out;
  }

  /** Adds the arguments that one word becomes: none, one or several. */
  void expand(Word word, List<Argument> out) {
    Span span = scope.origin().map(word.span());
    Optional<String> literal = word.literal();
    if (literal.isPresent()) {
      out.add(new Argument(literal.get(), span));
      return;
    }
    Optional<List<List<WordPart>>> words =
        BraceExpansion.of(word).or(() -> BraceExpansion.of(withoutRanges(word)));
    if (words.isEmpty()) {
      out.add(new Argument(UNKNOWN, span));
      return;
    }
    for (List<WordPart> parts : words.get()) {
      List<List<WordPart>> alternatives =
          unreliable(parts) ? List.of() : Alternatives.of(parts, state);
      for (List<WordPart> alternative : alternatives) {
        Fields fields = new Fields();
        alternative.forEach(part -> add(part, fields));
        fields.finish().forEach(value -> out.add(new Argument(value, span)));
      }
      if (alternatives.isEmpty()) {
        out.add(new Argument(UNKNOWN, span));
      }
    }
  }

  /** A range that is too long to be written out is any of its values. */
  private static Word withoutRanges(Word word) {
    return new Word(
        word.span(),
        word.parts().stream()
            .map(
                part ->
                    switch (part) {
                      case WordPart.BraceRange range -> new WordPart.Glob(range.span(), "*");
                      case WordPart.Braces braces ->
                          new WordPart.Braces(
                              braces.span(),
                              braces.alternatives().stream()
                                  .map(Expansion::withoutRanges)
                                  .toList());
                      default -> part;
                    })
            .toList());
  }

  /**
   * Words where bash 5.2 does what no manual says: it doesn't split {@code $x} in {@code $x$}, and
   * it expands the tilde but not the parameter in {@code ~:$x} and {@code ~=~$x}.
   */
  private static boolean unreliable(List<WordPart> parts) {
    boolean tilde = !parts.isEmpty() && literal(parts.getFirst()).startsWith("~");
    String first = tilde ? literal(parts.getFirst()) : "";
    return first.indexOf(':') >= 0
        || first.contains("=~")
        || (parts.stream().anyMatch(part -> part instanceof WordPart.Parameter)
            && parts.stream().anyMatch(part -> literal(part).indexOf('$') >= 0));
  }

  private static String literal(WordPart part) {
    return part instanceof WordPart.Literal literal ? literal.text() : "";
  }

  /** One word as one text: no splitting, no patterns (assignments, here-strings, case subjects). */
  String single(Word word) {
    // bash takes the brackets of name=(a)b for text.
    boolean brackets =
        word.parts().stream().anyMatch(part -> part instanceof WordPart.ArrayLiteral);
    if (brackets && word.parts().size() > 1) {
      word.parts().forEach(this::text);
      return String.valueOf(Marks.HOLE);
    }
    StringBuilder out = new StringBuilder();
    word.parts().forEach(part -> out.append(text(part)));
    return oneWord(out.toString());
  }

  /** One word as one text in which active pattern characters stay marked: redirection targets. */
  Argument target(Word word) {
    List<Argument> out = new ArrayList<>();
    expand(word, out);
    Span span = scope.origin().map(word.span());
    return out.size() == 1
        ? out.getFirst()
        : new Argument(
            out.isEmpty() ? "" : String.join(" ", out.stream().map(Argument::value).toList()),
            span);
  }

  /** Parts as inside double quotes, or of a here-document. */
  String quoted(List<WordPart> parts) {
    StringBuilder out = new StringBuilder();
    parts.forEach(part -> out.append(text(part)));
    return oneWord(out.toString());
  }

  static String oneWord(String text) {
    return text.indexOf(Marks.HOLES) >= 0 ? text.replace(Marks.HOLES, Marks.HOLE) : text;
  }

  @SuppressWarnings("IfChainToSwitch") // see the first line
  private void add(WordPart part, Fields fields) {
    // The common kinds come first: see Policy.evaluate for what the first pattern switch costs.
    if (part instanceof WordPart.Literal literal) {
      fields.append(literal.text());
    } else if (part instanceof WordPart.SingleQuoted quoted) {
      fields.appendQuoted(quoted.text());
    } else if (part instanceof WordPart.DoubleQuoted quoted) {
      addQuoted(quoted, fields);
    } else if (part instanceof WordPart.Parameter parameter) {
      addParameter(parameter, fields);
    } else if (part instanceof WordPart.Glob glob) {
      fields.append(mark(glob.text()));
    } else {
      addOther(part, fields);
    }
  }

  private void addParameter(WordPart.Parameter parameter, Fields fields) {
    Optional<Word> operand = parameters.chosenOperand(parameter);
    if (operand.isPresent()) {
      addOperand(operand.get(), fields);
      return;
    }
    List<String> values = parameters.values(parameter);
    for (int i = 0; i < values.size(); i++) {
      if (i > 0) {
        fields.cut();
      }
      fields.split(values.get(i), separators());
    }
  }

  /** An operand is split where it isn't quoted. */
  private void addOperand(Word operand, Fields fields) {
    for (WordPart part : operand.parts()) {
      if (part instanceof WordPart.Literal literal) {
        fields.split(literal.text(), separators());
      } else {
        add(part, fields);
      }
    }
  }

  private void addOther(WordPart part, Fields fields) {
    switch (part) {
      case WordPart.DoubleQuoted quoted -> addQuoted(quoted, fields);
      case WordPart.Parameter parameter -> addParameter(parameter, fields);
      case WordPart.CommandSubstitution substitution ->
          fields.split(output(substitution), separators());
      case WordPart.Glob glob -> fields.append(mark(glob.text()));
      case WordPart.ExtGlob glob -> {
        glob.alternatives().forEach(this::single);
        fields.append(String.valueOf(Marks.STAR));
      }
      case WordPart.Literal _,
          WordPart.Tilde _,
          WordPart.Arithmetic _,
          WordPart.Braces _,
          WordPart.BraceRange _,
          WordPart.ProcessSubstitution _,
          WordPart.ArrayLiteral _ ->
          fields.append(text(part));
      case WordPart.Escaped _, WordPart.SingleQuoted _, WordPart.AnsiQuoted _ ->
          fields.appendQuoted(text(part));
    }
  }

  private void addQuoted(WordPart.DoubleQuoted quoted, Fields fields) {
    if (quoted.parts().size() != 1 || !isList(quoted.parts().getFirst())) {
      fields.appendQuoted("");
    }
    for (WordPart part : quoted.parts()) {
      if (part instanceof WordPart.Parameter parameter && parameters.isList(parameter)) {
        List<String> values = parameters.values(parameter);
        for (int i = 0; i < values.size(); i++) {
          if (i > 0) {
            fields.cut();
          }
          fields.appendQuoted(values.get(i));
        }
      } else {
        fields.appendQuoted(oneWord(Marks.plain(text(part))));
      }
    }
  }

  private boolean isList(WordPart part) {
    return part instanceof WordPart.Parameter parameter && parameters.isList(parameter);
  }

  private static String mark(String glob) {
    return switch (glob) {
      case "*" -> String.valueOf(Marks.STAR);
      case "?" -> String.valueOf(Marks.QUESTION);
      default -> String.valueOf(Marks.BRACKET);
    };
  }

  /** The text of a part where nothing is split. */
  String text(WordPart part) {
    if (part instanceof WordPart.Literal literal) {
      return literal.text();
    }
    if (part instanceof WordPart.SingleQuoted quoted) {
      return quoted.text();
    }
    if (part instanceof WordPart.DoubleQuoted quoted) {
      return quoted(quoted.parts());
    }
    if (part instanceof WordPart.Parameter parameter) {
      return joined(parameter);
    }
    return switch (part) {
      case WordPart.Literal literal -> literal.text();
      case WordPart.Escaped escaped -> escaped.text();
      case WordPart.SingleQuoted quoted -> quoted.text();
      case WordPart.AnsiQuoted quoted -> Marks.literal(quoted.text());
      case WordPart.DoubleQuoted quoted -> quoted(quoted.parts());
      case WordPart.Parameter parameter -> joined(parameter);
      case WordPart.CommandSubstitution substitution -> output(substitution);
      case WordPart.Arithmetic arithmetic -> computation.number(arithmetic);
      case WordPart.ProcessSubstitution substitution ->
          walk.processSubstitution(substitution, state, scope);
      case WordPart.Glob glob -> glob.text();
      case WordPart.ExtGlob glob ->
          glob.operator()
              + "("
              + String.join("|", glob.alternatives().stream().map(this::single).toList())
              + ")";
      case WordPart.Braces braces ->
          "{" + String.join(",", braces.alternatives().stream().map(this::single).toList()) + "}";
      case WordPart.BraceRange _ -> String.valueOf(Marks.STAR);
      case WordPart.Tilde tilde -> tilde(tilde.login());
      case WordPart.ArrayLiteral array -> String.join(" ", elements(array));
    };
  }

  /** Several values as one text: {@code "$*"} takes the first separator, as others nearly do. */
  private String joined(WordPart.Parameter parameter) {
    List<String> values = parameters.values(parameter);
    if (values.size() == 1) {
      return values.getFirst();
    }
    String separators = separators();
    return Marks.any(separators)
        ? UNKNOWN
        : String.join(separators.isEmpty() ? "" : separators.substring(0, 1), values);
  }

  /** The elements of an array literal; unknown where subscripts say which is which. */
  List<String> elements(WordPart.ArrayLiteral array) {
    List<Argument> out = new ArrayList<>();
    if (array.elements().stream().anyMatch(element -> element.subscript().isPresent())) {
      out.add(new Argument(UNKNOWN, array.span()));
    }
    array
        .elements()
        .forEach(
            element -> {
              element.subscript().ifPresent(this::arithmeticWord);
              expand(element.value(), out);
            });
    return out.stream().map(Argument::value).toList();
  }

  private String output(WordPart.CommandSubstitution substitution) {
    String printed = walk.substitution(substitution, state, scope);
    int end = printed.length();
    while (end > 0 && printed.charAt(end - 1) == '\n') {
      end--;
    }
    return printed.substring(0, end);
  }

  /** An array subscript or an operand of {@code -eq}: evaluated as arithmetic. */
  void arithmeticWord(Word word) {
    computation.evaluate(word.parts());
  }

  /** What {@code for ((…))} counts with is any of many numbers in its body. */
  void counts(List<WordPart.Arithmetic> header) {
    computation.counts(header);
  }

  private String tilde(String login) {
    return switch (login) {
      case "" -> state.get("HOME").orElse(String.valueOf(Marks.HOLE));
      case "+" -> state.cwd();
      case "-" -> state.previousCwd();
      default -> walk.homeOf(login);
    };
  }

  private String separators() {
    return state.array("IFS").filter(List::isEmpty).isPresent()
        ? WHITE
        : state.get("IFS").orElse(WHITE);
  }
}
