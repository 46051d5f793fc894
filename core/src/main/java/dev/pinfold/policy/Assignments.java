package dev.pinfold.policy;

import dev.pinfold.shell.Assignment;
import dev.pinfold.shell.Command;
import dev.pinfold.shell.Word;
import dev.pinfold.shell.WordPart;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The assignments of a simple command (POSIX XCU 2.9.1, bash arrays). */
final class Assignments {
  private static final Set<String> DECLARING =
      Set.of("declare", "typeset", "local", "readonly", "export");

  private static final String UNKNOWN = String.valueOf(Marks.HOLES);

  private Assignments() {}

  /** {@code declare -a NAME=(…)}: the parser leaves the array in a word of the builtin. */
  static void declaredArrays(
      Command.Simple simple, List<Argument> words, Expansion expansion, ShellState state) {
    if (words.isEmpty() || !DECLARING.contains(words.getFirst().value())) {
      return;
    }
    for (Word word : simple.words()) {
      if (word.parts().size() > 1
          && word.parts().getLast() instanceof WordPart.ArrayLiteral array
          && word.parts().getFirst() instanceof WordPart.Literal literal
          && literal.text().endsWith("=")) {
        String name = literal.text().substring(0, literal.text().indexOf('=')).replace("+", "");
        state.setArray(name, expansion.elements(array));
      }
    }
  }

  /** The values by name; {@code lasting} ones, those without a command, are set in this shell. */
  static Map<String, Argument> of(
      List<Assignment> assignments,
      boolean lasting,
      Expansion expansion,
      ShellState state,
      Scope scope) {
    if (assignments.isEmpty()) {
      return Map.of();
    }
    Map<String, Argument> environment = new LinkedHashMap<>();
    for (Assignment assignment : assignments) {
      String value = assign(assignment, lasting, expansion, state);
      environment.put(
          assignment.name(), new Argument(value, scope.origin().map(assignment.span())));
    }
    return environment;
  }

  private static String assign(
      Assignment assignment, boolean lasting, Expansion expansion, ShellState state) {
    assignment.subscript().ifPresent(expansion::arithmeticWord);
    if (assignment.value().parts().size() == 1
        && assignment.value().parts().getFirst() instanceof WordPart.ArrayLiteral array) {
      List<String> elements = expansion.elements(array);
      state.setArray(
          assignment.name(),
          assignment.append() ? plus(state, assignment.name(), elements) : elements);
      return String.join(" ", elements);
    }
    String value = expansion.single(assignment.value());
    if (assignment.append()) {
      value = state.get(assignment.name()).orElse(String.valueOf(Marks.HOLE)) + value;
    }
    if (lasting && assignment.subscript().isPresent()) {
      setElement(assignment, value, expansion, state);
    } else if (lasting) {
      state.set(assignment.name(), value);
    }
    return value;
  }

  private static List<String> plus(ShellState state, String name, List<String> elements) {
    List<String> all = new ArrayList<>(state.array(name).orElse(List.of(UNKNOWN)));
    all.addAll(elements);
    return all;
  }

  private static void setElement(
      Assignment assignment, String value, Expansion expansion, ShellState state) {
    List<String> elements = new ArrayList<>(state.array(assignment.name()).orElse(List.of()));
    String index = expansion.single(assignment.subscript().orElseThrow());
    if (index.equals(String.valueOf(elements.size()))) {
      elements.add(value);
      state.setArray(assignment.name(), elements);
    } else {
      state.setArray(assignment.name(), List.of(UNKNOWN));
    }
  }
}
