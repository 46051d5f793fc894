package dev.pinfold.policy;

import dev.pinfold.shell.Word;
import dev.pinfold.shell.WordPart;
import java.util.ArrayList;
import java.util.List;

/**
 * The words that one word stands for before expansion: brace expansion (bash manual 3.5.1), and
 * {@code ${x:-word}} of a variable that this text does not set, where both the environment's value
 * and the word are possible.
 */
final class Alternatives {
  /** More words than this are taken as one unknown; nobody writes them by hand. */
  private static final int MAX = 1024;

  private Alternatives() {}

  static List<List<WordPart>> of(List<WordPart> parts, ShellState state) {
    if (parts.stream().noneMatch(part -> branches(part, state))) {
      return List.of(parts);
    }
    List<List<WordPart>> words = List.of(List.of());
    for (WordPart part : parts) {
      words = product(words, ofPart(part, state));
      if (words.size() > MAX) {
        return List.of(parts);
      }
    }
    return words;
  }

  /** Brace expansion alone. */
  static List<List<WordPart>> ofBraces(List<WordPart> parts) {
    boolean braces = parts.stream().anyMatch(part -> part instanceof WordPart.Braces);
    List<List<WordPart>> words = List.of(List.of());
    for (WordPart part : braces ? parts : List.<WordPart>of()) {
      List<List<WordPart>> endings = new ArrayList<>();
      if (part instanceof WordPart.Braces inner) {
        inner.alternatives().forEach(alternative -> endings.addAll(ofBraces(alternative.parts())));
      } else {
        endings.add(List.of(part));
      }
      words = product(words, endings);
      if (words.size() > MAX) {
        return List.of(parts);
      }
    }
    return braces ? words : List.of(parts);
  }

  private static boolean branches(WordPart part, ShellState state) {
    return switch (part) {
      case WordPart.Braces _ -> true;
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
      case WordPart.Braces braces -> {
        List<List<WordPart>> all = new ArrayList<>();
        for (Word alternative : braces.alternatives()) {
          all.addAll(of(alternative.parts(), state));
        }
        yield all;
      }
      case WordPart.DoubleQuoted quoted ->
          of(quoted.parts(), state).stream()
              .map(
                  inner ->
                      List.<WordPart>of(
                          new WordPart.DoubleQuoted(quoted.span(), inner, quoted.localized())))
              .toList();
      case WordPart.Parameter parameter when hasDefault(parameter, state) -> {
        List<List<WordPart>> both = new ArrayList<>();
        parameter
            .operation()
            .orElseThrow()
            .operands()
            .forEach(word -> both.addAll(of(word.parts(), state)));
        // POSIX XBD 8.3: TMPDIR names a directory for temporary files, as the default does.
        boolean temporary = parameter.name().matches("TMPDIR|TMP|TEMP") && isTemporary(both);
        if (!temporary) {
          both.add(
              List.of(
                  new WordPart.Parameter(
                      parameter.span(),
                      parameter.name(),
                      false,
                      false,
                      parameter.subscript(),
                      java.util.Optional.empty())));
        }
        yield both;
      }
      default -> List.of(List.of(part));
    };
  }

  private static boolean isTemporary(List<List<WordPart>> words) {
    return words.size() == 1
        && words.getFirst().size() == 1
        && words.getFirst().getFirst() instanceof WordPart.Literal literal
        && literal.text().matches("(/var)?/tmp/?");
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
