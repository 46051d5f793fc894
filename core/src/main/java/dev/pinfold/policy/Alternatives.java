package dev.pinfold.policy;

import dev.pinfold.shell.Word;
import dev.pinfold.shell.WordPart;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The words that one word may stand for: for {@code ${x:-word}} of a variable that this text does
 * not set both the environment's value and the word are possible.
 */
final class Alternatives {
  /** More words than this are taken as one unknown; nobody writes them by hand. */
  private static final int MAX = 1024;

  /** The symbol of an operation of which the word is taken, whatever the variable holds. */
  static final String TAKEN = "taken";

  private Alternatives() {}

  static List<List<WordPart>> of(List<WordPart> parts, ShellState state) {
    if (parts.stream().noneMatch(part -> branches(part, state))) {
      return List.of(parts);
    }
    List<List<WordPart>> words = List.of(List.of());
    for (WordPart part : parts) {
      words = product(words, ofPart(part, state));
      if (words.size() > MAX) {
        return List.of();
      }
    }
    return words;
  }

  private static boolean branches(WordPart part, ShellState state) {
    return switch (part) {
      case WordPart.DoubleQuoted quoted ->
          quoted.parts().stream().anyMatch(inner -> branches(inner, state));
      case WordPart.Parameter parameter -> hasDefault(parameter, state);
      default -> false;
    };
  }

  private static boolean hasDefault(WordPart.Parameter parameter, ShellState state) {
    return parameter.operation().isPresent()
        && !parameter.indirect()
        && !parameter.name().isEmpty()
        && state.array(parameter.name()).isEmpty()
        && switch (parameter.operation().get().operator()) {
          case DEFAULT, ASSIGN ->
              !Character.isDigit(parameter.name().charAt(0)) && !parameter.name().equals("PWD");
          default -> false;
        };
  }

  private static List<List<WordPart>> ofPart(WordPart part, ShellState state) {
    return switch (part) {
      case WordPart.DoubleQuoted quoted ->
          of(quoted.parts(), state).stream()
              .map(
                  inner ->
                      List.<WordPart>of(
                          new WordPart.DoubleQuoted(quoted.span(), inner, quoted.localized())))
              .toList();
      case WordPart.Parameter parameter when hasDefault(parameter, state) ->
          ofDefault(parameter, parameter.operation().orElseThrow(), state);
      default -> List.of(List.of(part));
    };
  }

  private static List<List<WordPart>> ofDefault(
      WordPart.Parameter parameter, WordPart.Operation operation, ShellState state) {
    List<List<WordPart>> both = new ArrayList<>();
    for (Word operand : operation.operands()) {
      for (List<WordPart> word : of(operand.parts(), state)) {
        Word chosen = new Word(operand.span(), word);
        both.add(List.of(with(parameter, Optional.of(taking(chosen)))));
      }
    }
    // POSIX XBD 8.3: TMPDIR names a directory for temporary files, as the default does.
    boolean temporary =
        parameter.name().matches("TMPDIR|TMP|TEMP") && isTemporary(operation.operands());
    if (!temporary) {
      both.add(List.of(with(parameter, Optional.empty())));
    }
    return both;
  }

  private static WordPart.Operation taking(Word operand) {
    return new WordPart.Operation(WordPart.Operator.DEFAULT, TAKEN, List.of(operand));
  }

  private static WordPart with(
      WordPart.Parameter parameter, Optional<WordPart.Operation> operation) {
    return new WordPart.Parameter(
        parameter.span(), parameter.name(), false, false, parameter.subscript(), operation);
  }

  private static boolean isTemporary(List<Word> operands) {
    return operands.size() == 1
        && operands.getFirst().literal().filter(text -> text.matches("(/var)?/tmp/?")).isPresent();
  }

  private static List<List<WordPart>> product(
      List<List<WordPart>> words, List<List<WordPart>> endings) {
    List<List<WordPart>> all = new ArrayList<>(words.size() * endings.size());
    for (List<WordPart> word : words) {
      for (List<WordPart> ending : endings) {
        List<WordPart> joined = new ArrayList<>(word);
        joined.addAll(ending);
        all.add(joined);
      }
    }
    return all;
  }
}
