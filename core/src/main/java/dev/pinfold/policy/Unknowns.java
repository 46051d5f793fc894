package dev.pinfold.policy;

import dev.pinfold.shell.Word;
import dev.pinfold.shell.WordPart;
import java.util.List;
import java.util.Optional;

/** Says why the text does not tell what a word is. */
final class Unknowns {
  private Unknowns() {}

  /** Why the value of a word may not be known in a shell with this state; empty for a constant. */
  static Optional<String> why(Word word, ShellState state) {
    return why(word.parts(), state);
  }

  private static Optional<String> why(List<WordPart> parts, ShellState state) {
    // A variable says more than a substitution, of which the output may be known.
    return parts.stream()
        .flatMap(part -> variable(part, state).stream())
        .findFirst()
        .or(() -> parts.stream().flatMap(part -> other(part, state).stream()).findFirst());
  }

  private static Optional<String> variable(WordPart part, ShellState state) {
    if (!(part instanceof WordPart.Parameter parameter)) {
      return Optional.empty();
    }
    String name = parameter.name();
    if (parameter.length() || (!name.isEmpty() && "#?$!".contains(name))) {
      return Optional.of("a number that only the run knows");
    }
    if (name.equals("@") || name.equals("*") || Character.isDigit((name + " ").charAt(0))) {
      return state.positional().stream().anyMatch(Marks::any)
          ? Optional.of("$" + name + " is given from outside the text")
          : Optional.empty();
    }
    Optional<String> value = state.get(name);
    return value.isEmpty()
        ? Optional.of("$" + name + " is not set in the text")
        : Marks.any(value.get())
            ? Optional.of("what $" + name + " holds here is known only when it runs")
            : Optional.empty();
  }

  private static Optional<String> other(WordPart part, ShellState state) {
    return switch (part) {
      case WordPart.DoubleQuoted quoted -> why(quoted.parts(), state);
      case WordPart.CommandSubstitution _ ->
          Optional.of("what $( ) prints is known only when it runs");
      case WordPart.Arithmetic _ -> Optional.of("a number that is not computed");
      case WordPart.Glob _, WordPart.ExtGlob _ ->
          Optional.of("a pattern: the shell puts names of files in its place");
      case WordPart.BraceRange _ -> Optional.of("a range of values");
      case WordPart.Braces braces ->
          braces.alternatives().stream()
              .flatMap(alternative -> why(alternative.parts(), state).stream())
              .findFirst();
      case WordPart.Tilde _ -> Optional.of("the home of a user who is not known here");
      case WordPart.Parameter _,
          WordPart.Literal _,
          WordPart.Escaped _,
          WordPart.SingleQuoted _,
          WordPart.AnsiQuoted _,
          WordPart.ProcessSubstitution _,
          WordPart.ArrayLiteral _ ->
          Optional.empty();
    };
  }

  /** Why a value is not known of which no word of the text is at hand. */
  static String ofValue(String value, List<String> via) {
    String wrapper = via.isEmpty() ? "" : via.getLast();
    if (wrapper.matches("(xargs|find|fd|parallel).*")) {
      return "what " + wrapper + " puts here is known only when it runs";
    }
    return Marks.unknown(value)
        ? "known only when it runs"
        : "a pattern: the shell puts names of files in its place";
  }
}
