package dev.pinfold.policy;

import dev.pinfold.shell.Command;
import dev.pinfold.shell.Conditional;
import dev.pinfold.shell.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Walks branches and loops. Both sides of every branch are walked; a loop's body is walked once for
 * each constant value, and twice otherwise, so that what one round changes is seen by the next.
 * Every method returns what the command prints, as far as the text tells.
 */
final class ControlFlow {
  /** Numbers that are walked one by one as values of a loop; beyond, one stands for all. */
  private static final int MAX_ROUNDS = 32;

  private final ScriptWalk walk;
  private final PolicyContext context;
  private final Trace trace;

  ControlFlow(ScriptWalk walk, PolicyContext context, Trace trace) {
    this.walk = walk;
    this.context = context;
    this.trace = trace;
  }

  /** Both sides are walked; what differs after them is unknown. */
  String ifElse(Command.If branches, ShellState state, Scope scope) {
    Output printed = new Output();
    List<ShellState> ends = new ArrayList<>();
    for (Command.Branch branch : branches.branches()) {
      printed.add(walk.statements(branch.condition(), state, scope));
      ShellState taken = state.copy();
      printed.add(walk.statements(branch.body(), taken, scope));
      ends.add(taken);
    }
    printed.add(walk.statements(branches.otherwise(), state, scope));
    ends.forEach(end -> state.join(end, context));
    return printed.toString();
  }

  /** {@code while} and {@code until}. */
  String loop(Command.Loop loop, ShellState state, Scope scope) {
    String first = round(loop, state, scope);
    return new Output().add(first).add(round(loop, state, scope)).toString();
  }

  private String round(Command.Loop loop, ShellState state, Scope scope) {
    Output printed = new Output().add(walk.statements(loop.condition(), state, scope));
    ShellState before = state.copy();
    printed.add(walk.statements(loop.body(), state, scope));
    state.join(before, context);
    return printed.toString();
  }

  /** The body of a loop whose values are unknown, so that a second round sees what one changes. */
  String twice(List<Statement> body, ShellState state, Scope scope) {
    ShellState before = state.copy();
    String printed = walk.statements(body, state, scope);
    state.join(before, context);
    return new Output().add(printed).add(walk.statements(body, state, scope)).toString();
  }

  /** The body once for each value. */
  String forEach(Command.For loop, ShellState state, Scope scope) {
    List<String> values =
        loop.words().isPresent()
            ? new Expansion(walk, state, scope)
                .arguments(loop.words().get()).stream().map(Argument::value).toList()
            : state
                .positional()
                .subList(Math.min(1, state.positional().size()), state.positional().size());
    Output printed = new Output();
    for (String value : values.size() > MAX_ROUNDS ? withoutNumbers(values) : values) {
      if (walk.isSpent()) {
        break;
      }
      state.set(loop.name(), value);
      trace.open(loop, value, scope);
      printed.add(walk.statements(loop.body(), state, scope));
      trace.close();
    }
    return printed.toString();
  }

  /** Of many numbers the first and the last are walked, and one value that stands for all. */
  private static List<String> withoutNumbers(List<String> values) {
    List<String> left = new ArrayList<>();
    List<String> numbers = new ArrayList<>();
    values.forEach(value -> (value.matches("-?[0-9]{1,18}") ? numbers : left).add(value));
    if (numbers.size() > MAX_ROUNDS) {
      left.add(numbers.getFirst());
      left.add(String.valueOf(Marks.STAR));
      left.add(numbers.getLast());
      return left;
    }
    return values;
  }

  /** Every branch of a {@code case}. */
  String choice(Command.Case choice, ShellState state, Scope scope) {
    Expansion expansion = new Expansion(walk, state, scope);
    expansion.single(choice.subject());
    Output printed = new Output();
    List<ShellState> ends = new ArrayList<>();
    for (var item : choice.items()) {
      item.patterns().forEach(expansion::single);
      ShellState taken = state.copy();
      printed.add(walk.statements(item.body(), taken, scope));
      ends.add(taken);
    }
    ends.forEach(end -> state.join(end, context));
    return printed.toString();
  }

  /** Expands the operands of {@code [[ ]]}. */
  static void condition(Conditional condition, Expansion expansion) {
    switch (condition) {
      case Conditional.Not not -> condition(not.operand(), expansion);
      case Conditional.And and -> and.operands().forEach(operand -> condition(operand, expansion));
      case Conditional.Or or -> or.operands().forEach(operand -> condition(operand, expansion));
      case Conditional.Unary unary -> {
        expansion.single(unary.operand());
        if (unary.operator().equals("-v")) {
          expansion.arithmeticWord(unary.operand());
        }
      }
      case Conditional.Binary binary -> {
        expansion.single(binary.left());
        expansion.single(binary.right());
        if (binary.operator().startsWith("-")) {
          expansion.arithmeticWord(binary.left());
          expansion.arithmeticWord(binary.right());
        }
      }
    }
  }
}
