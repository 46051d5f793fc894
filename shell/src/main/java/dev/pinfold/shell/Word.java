package dev.pinfold.shell;

import java.util.List;
import java.util.Optional;

/**
 * A word before expansion: its parts keep their quoting.
 *
 * @param parts in order; empty for an empty value such as that of {@code name=}
 */
public record Word(Span span, List<WordPart> parts) implements Node {
  /** Copies the list. */
  public Word {
    parts = List.copyOf(parts);
  }

  @Override
  public List<Node> children() {
    return List.copyOf(parts);
  }

  /**
   * The text, if the word is a single unquoted literal (as a reserved word or function name must
   * be).
   */
  public Optional<String> literal() {
    return parts.size() == 1 && parts.getFirst() instanceof WordPart.Literal(_, String text)
        ? Optional.of(text)
        : Optional.empty();
  }
}
