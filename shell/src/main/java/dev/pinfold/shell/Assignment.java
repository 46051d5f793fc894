package dev.pinfold.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * {@code name=value} before a command.
 *
 * @param subscript of {@code name[subscript]=value}; evaluated as arithmetic for indexed arrays
 * @param append whether it is {@code +=}
 * @param value no parts for {@code name=}; one {@link WordPart.ArrayLiteral} for {@code name=(…)}
 */
public record Assignment(
    Span span, String name, Optional<Word> subscript, boolean append, Word value) implements Node {
  @Override
  public List<Node> children() {
    var all = new ArrayList<Node>(2);
    subscript.ifPresent(all::add);
    all.add(value);
    return List.copyOf(all);
  }
}
