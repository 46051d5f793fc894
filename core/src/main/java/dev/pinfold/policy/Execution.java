package dev.pinfold.policy;

import dev.pinfold.shell.Redirect;
import dev.pinfold.shell.Span;
import java.util.List;
import java.util.Map;

/**
 * A command that would be executed, after expansion, as the rules see it.
 *
 * @param words the program and its arguments; empty when only assignments or redirections stand
 *     there
 * @param redirects its redirections, expanded
 * @param environment the assignments before it
 * @param input its standard input
 * @param state the shell's state when it starts
 * @param scope where it was found
 * @param span where it stands in the judged text
 */
record Execution(
    List<Argument> words,
    List<Redirection> redirects,
    Map<String, Argument> environment,
    Input input,
    ShellState state,
    Scope scope,
    Span span) {

  /** A redirection with its expanded target. */
  record Redirection(Redirect.Operator operator, int descriptor, Argument target) {
    boolean writes() {
      return switch (operator) {
        case WRITE, CLOBBER, APPEND, READ_WRITE, WRITE_BOTH, APPEND_BOTH -> true;
        case DUPLICATE_OUTPUT -> !target.value().matches("[0-9]*-?");
        case READ, DUPLICATE_INPUT, HERE_DOCUMENT, HERE_DOCUMENT_STRIPPED, HERE_STRING -> false;
      };
    }

    /** Whether standard output goes there. */
    boolean takesOutput() {
      return writes()
          && (descriptor == 1
              || operator == Redirect.Operator.WRITE_BOTH
              || operator == Redirect.Operator.APPEND_BOTH
              || operator == Redirect.Operator.DUPLICATE_OUTPUT);
    }
  }

  /** The program's name without its directory; may hold marks; empty without words. */
  String program() {
    if (words.isEmpty()) {
      return "";
    }
    String word = words.getFirst().value();
    return word.substring(word.lastIndexOf('/') + 1);
  }

  List<Argument> arguments() {
    return words.size() < 2 ? List.of() : words.subList(1, words.size());
  }

  Execution withInput(Input other) {
    return new Execution(words, redirects, environment, other, state, scope, span);
  }

  /** The same command with other words, found inside {@code wrapper}. */
  Execution inner(List<Argument> other, String wrapper, ShellState innerState) {
    Span place = other.isEmpty() ? span : cover(other);
    return new Execution(
        other, List.of(), environment, input, innerState, scope.inside(wrapper), place);
  }

  private static Span cover(List<Argument> words) {
    int start = words.getFirst().span().start();
    int end = words.getFirst().span().end();
    for (Argument word : words) {
      start = Math.min(start, word.span().start());
      end = Math.max(end, word.span().end());
    }
    return new Span(start, end);
  }
}
