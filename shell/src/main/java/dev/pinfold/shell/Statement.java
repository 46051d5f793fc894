package dev.pinfold.shell;

import java.util.List;

/**
 * A command with its terminator.
 *
 * @param span where the command was read from, without the terminator
 * @param command a single command, a pipeline or an and-or list
 * @param background whether {@code &} ends it, so that the shell does not wait
 */
public record Statement(Span span, Command command, boolean background) implements Node {
  @Override
  public List<Node> children() {
    return List.of(command);
  }
}
