package dev.pinfold.policy;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Programs that run the code that they are given: shells and interpreters of other languages. Each
 * method returns what the code prints, or null when nothing is run.
 */
final class Interpreters {
  private static final String UNKNOWN = String.valueOf(Marks.HOLES);

  private final Executor executor;
  private final Unwrapping unwrapping;
  private final Verdicts verdicts;

  Interpreters(Executor executor, Unwrapping unwrapping, Verdicts verdicts) {
    this.executor = executor;
    this.unwrapping = unwrapping;
    this.verdicts = verdicts;
  }

  /** A shell: the code of {@code -c}, of a file, or of its standard input. */
  @Nullable String shell(Subject subject, Invocation invocation) {
    List<Argument> operands = invocation.operands();
    Execution execution = subject.execution();
    if (invocation.hasAny("--help", "--version", "-n")) {
      return "";
    }
    ShellState state = execution.state().copy();
    unwrapping.options(subject, invocation, state);
    Invocation.Option startup = invocation.find("--init-file");
    if (startup != null && startup.value() != null) {
      scriptFile(subject, startup.value(), state);
    }
    if (invocation.has("-c")) {
      if (operands.isEmpty()) {
        return null;
      }
      positional(
          state,
          operands.size() > 1
              ? operands.subList(1, operands.size())
              : execution.words().subList(0, 1));
      return executor.script(
          operands.getFirst().value(),
          operands.getFirst().span(),
          execution,
          state,
          subject.name() + " -c");
    }
    if (!operands.isEmpty() && !invocation.has("-s")) {
      positional(state, operands);
      return scriptFile(subject, operands.getFirst(), state);
    }
    positional(state, execution.words());
    return ScriptFile.piped(execution.input(), execution)
        .map(code -> executor.script(code, execution.span(), execution, state, reading(subject)))
        .orElse(UNKNOWN);
  }

  private static String reading(Subject subject) {
    return subject.name() + " reading " + subject.execution().input().source().label();
  }

  private static void positional(ShellState state, List<Argument> words) {
    state.setPositional(words.stream().map(Argument::value).toList());
  }

  private String scriptFile(Subject subject, Argument file, ShellState state) {
    if (file.isUnknown()) {
      verdicts.add(
          Marks.downloaded(file.value()) ? "floor.code.downloaded" : "floor.code.unknown",
          file.span(),
          file.display());
      return UNKNOWN;
    }
    String content = ScriptFile.content(file.value(), subject.execution());
    return content == null
        ? UNKNOWN
        : executor.script(content, file.span(), subject.execution(), state, subject.name());
  }

  /** Another language: its source is searched for what it runs and deletes. */
  @Nullable String language(Subject subject, Invocation invocation) {
    boolean given = false;
    for (Invocation.Option option : invocation.options()) {
      if (option.spec().role() == Role.SOURCE && option.value() != null) {
        given = true;
        source(subject, option.value());
      }
      if (option.spec().role() == Role.MODULE && option.value() != null) {
        module(subject, invocation, option.value());
        return null;
      }
      given |=
          option.spec().names().contains("--version") || option.spec().names().contains("--help");
    }
    for (int i = 0; i < invocation.operands().size(); i++) {
      Argument operand = invocation.operands().get(i);
      Role role = invocation.roleOf(i);
      if (role == Role.SOURCE) {
        given = true;
        source(subject, operand);
      } else if (subject.name().equals("deno") && subject.operand(0).equals("eval") && i == 1) {
        given = true;
        source(subject, operand);
      } else if (role == Role.SCRIPT && operand.value().matches("https?://.*")) {
        verdicts.add("floor.code.downloaded", operand.span(), operand.display());
      } else if (role == Role.SCRIPT && !given) {
        given = true;
        sourceFile(subject, operand);
      }
    }
    if (!given && invocation.operands().isEmpty()) {
      ScriptFile.piped(subject.execution().input(), subject.execution())
          .ifPresent(code -> source(subject, new Argument(code, subject.execution().span())));
    }
    return null;
  }

  /** {@code python -m twine …} is {@code twine …}. */
  private void module(Subject subject, Invocation invocation, Argument module) {
    List<Argument> words = new ArrayList<>(List.of(module));
    int after = subject.arguments().indexOf(module) + 1;
    words.addAll(subject.arguments().subList(Math.max(after, 0), subject.arguments().size()));
    if (invocation.program().name().startsWith("py")) {
      executor.execute(
          subject
              .execution()
              .inner(words, subject.name() + " -m", subject.execution().state().copy()));
    }
  }

  private void source(Subject subject, Argument source) {
    if (Marks.downloaded(source.value())) {
      verdicts.add("floor.code.downloaded", source.span(), subject.name());
    } else if (source.value().strip().equals(String.valueOf(Marks.OWN))) {
      return;
    } else if (source.value().strip().length() == 1 && source.isUnknown()) {
      verdicts.add("floor.code.unknown", source.span(), source.display());
    } else {
      new SourceScan(executor, subject, source).run();
    }
  }

  private void sourceFile(Subject subject, Argument file) {
    String content =
        file.isUnknown() ? file.value() : ScriptFile.content(file.value(), subject.execution());
    if (content != null) {
      source(subject, new Argument(content, file.span()));
    }
  }
}
