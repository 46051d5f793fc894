package dev.pinfold.policy;

import dev.pinfold.shell.Span;
import java.util.List;
import java.util.Optional;

/**
 * One command as the policy understood it.
 *
 * @param words program and arguments; may be empty when only redirections or assignments stand
 *     there
 * @param span where it stands in the text that was judged
 * @param via what it was found in, outermost first: {@code sudo}, {@code sh -c}, {@code $( )}, …
 */
public record Vector(List<Argument> words, Span span, List<String> via) {
  /** Copies the lists. */
  public Vector {
    words = List.copyOf(words);
    via = List.copyOf(via);
  }

  /** The exact argument vector, or empty when a word is unknown or has an unexpanded pattern. */
  public Optional<List<String>> constant() {
    return words.stream().allMatch(Argument::isConstant)
        ? Optional.of(words.stream().map(Argument::value).toList())
        : Optional.empty();
  }

  /** The words as a person would read them; an unknown part is shown as {@code <?>}. */
  public String display() {
    return String.join(" ", words.stream().map(Argument::display).toList());
  }
}
