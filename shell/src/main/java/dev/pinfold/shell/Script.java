package dev.pinfold.shell;

import java.util.List;

/**
 * A list of statements that one shell runs: a whole text, or the inside of a substitution.
 *
 * @param span where it was read from
 * @param statements in the order of the text; empty for a text without commands
 */
public record Script(Span span, List<Statement> statements) implements Node {
  /** Copies the list. */
  public Script {
    statements = List.copyOf(statements);
  }

  @Override
  public List<Node> children() {
    return List.copyOf(statements);
  }
}
