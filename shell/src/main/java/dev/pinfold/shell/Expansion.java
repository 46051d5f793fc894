package dev.pinfold.shell;

import dev.pinfold.shell.Field.Piece;
import dev.pinfold.shell.Field.Piece.Hole;
import dev.pinfold.shell.Field.Piece.Known;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a word part expands to, before field splitting.
 *
 * @param elements one, or, for {@code $@} and the like, one for each parameter
 * @param many whether it may be any number of fields even if it is quoted
 */
record Expansion(List<List<Piece>> elements, boolean many) {
  static Expansion constant(String text) {
    return new Expansion(List.of(List.of(new Known(text))), false);
  }

  static Expansion hole(Span span, String reason) {
    return new Expansion(List.of(List.of(new Hole(span, reason))), false);
  }

  static Expansion manyHoles(Span span, String reason) {
    return new Expansion(List.of(List.of(new Hole(span, reason))), true);
  }

  static Expansion of(List<Piece> pieces) {
    return new Expansion(List.of(pieces), false);
  }

  static Expansion elements(List<String> texts) {
    var elements = new ArrayList<List<Piece>>();
    for (String text : texts) {
      elements.add(List.of(new Known(text)));
    }
    return new Expansion(elements, false);
  }

  /** The text, if it is one element that is known. */
  Optional<String> constant() {
    return elements.size() == 1 && !many ? text(elements.getFirst()) : Optional.empty();
  }

  /** The pieces, as one element. */
  List<Piece> pieces() {
    return elements.size() == 1
        ? elements.getFirst()
        : elements.stream().flatMap(List::stream).toList();
  }

  static Optional<String> text(List<Piece> pieces) {
    var text = new StringBuilder();
    for (Piece piece : pieces) {
      if (piece instanceof Hole) {
        return Optional.empty();
      }
      text.append(piece.text());
    }
    return Optional.of(text.toString());
  }
}
