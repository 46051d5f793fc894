package dev.pinfold.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One element of {@code (a [1]=b [x]+=c)}.
 *
 * @param subscript of {@code [subscript]=value}
 * @param append whether it is {@code +=}
 * @param value the word; without a subscript it may expand to many elements
 */
public record ArrayElement(Span span, Optional<Word> subscript, boolean append, Word value)
    implements Node {
  @Override
  public List<Node> children() {
    var all = new ArrayList<Node>(2);
    subscript.ifPresent(all::add);
    all.add(value);
    return List.copyOf(all);
  }
}
