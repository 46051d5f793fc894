package dev.pinfold.policy;

import dev.pinfold.shell.Span;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A command as the rules get it.
 *
 * @param execution the command
 * @param name the program's name by which rules and the table know it: no directory, no version,
 *     lower case
 * @param invocation its arguments read with the program's grammar; null for programs that the table
 *     doesn't know
 * @param context where it runs
 * @param verdicts takes what the rules find
 */
record Subject(
    Execution execution,
    String name,
    @Nullable Invocation invocation,
    PolicyContext context,
    Verdicts verdicts) {

  List<Argument> arguments() {
    return execution.arguments();
  }

  /** The values of {@link #arguments}. No stream: every rule asks, of every command. */
  List<String> values() {
    List<Argument> arguments = arguments();
    List<String> values = new ArrayList<>(arguments.size());
    for (Argument argument : arguments) {
      values.add(argument.value());
    }
    return values;
  }

  String cwd() {
    return execution.state().cwd();
  }

  /** Where an argument leads that is taken as a path. */
  Place place(Argument path) {
    return Place.of(path.value(), cwd(), context);
  }

  String absolute(Argument path) {
    return PathText.absolute(path.value(), cwd());
  }

  void report(String rule, Argument word) {
    verdicts.add(rule, word.span(), word.display());
  }

  void report(String rule) {
    verdicts.add(rule, execution.span(), name);
  }

  void report(String rule, Span span, String detail) {
    verdicts.add(rule, span, detail);
  }

  boolean has(String option) {
    return invocation != null && invocation.has(option);
  }

  boolean hasAny(String... options) {
    return invocation != null && invocation.hasAny(options);
  }

  List<Argument> operands() {
    return invocation == null ? List.of() : invocation.operands();
  }

  /** The constant value of operand {@code index}; empty when there is none. */
  String operand(int index) {
    return index < operands().size() ? operands().get(index).value() : "";
  }
}
