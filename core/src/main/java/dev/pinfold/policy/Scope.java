package dev.pinfold.policy;

import java.util.ArrayList;
import java.util.List;

/**
 * Where in the nesting of a text a command stands.
 *
 * @param origin maps its spans to the judged text
 * @param input what it inherits as standard input
 * @param via what it was found in, outermost first
 * @param calls the functions being called, outermost first
 * @param forks whether it runs beside others: in a pipeline or in the background
 * @param depth how many texts deep
 */
record Scope(
    Origin origin, Input input, List<String> via, List<String> calls, boolean forks, int depth) {
  static Scope top(String text) {
    return new Scope(Origin.whole(text), Input.INHERITED, List.of(), List.of(), false, 0);
  }

  Scope withInput(Input other) {
    return other.equals(input) ? this : new Scope(origin, other, via, calls, forks, depth);
  }

  /** The same, in code that stands in another text. */
  Scope within(Origin other) {
    return new Scope(other, input, via, calls, forks, depth);
  }

  Scope forking() {
    return forks ? this : new Scope(origin, input, via, calls, true, depth);
  }

  Scope inside(String wrapper) {
    return new Scope(origin, input, plus(via, wrapper), calls, forks, depth);
  }

  /** In the body of a function or alias, which people know by {@code label}. */
  Scope calling(String name, String label) {
    return new Scope(origin, input, plus(via, label), plus(calls, name), forks, depth + 1);
  }

  Scope nested(Origin other) {
    return new Scope(other, input, via, calls, forks, depth + 1);
  }

  private static List<String> plus(List<String> list, String last) {
    List<String> longer = new ArrayList<>(list);
    longer.add(last);
    return List.copyOf(longer);
  }
}
