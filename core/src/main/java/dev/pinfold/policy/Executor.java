package dev.pinfold.policy;

import dev.pinfold.shell.Span;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Executes commands in thought: calls functions, follows builtins that change the shell, has the
 * rules judge, looks through wrappers, and says what is printed.
 */
final class Executor {
  /** Programs in programs: nobody nests them deeper by hand. */
  private static final int MAX_WRAPPERS = 24;

  /** Handlers that wait for the end of the text: more are judged where they stand. */
  private static final int MAX_ENDING = 32;

  private static final Set<String> COPIERS = Set.of("ln", "link", "cp", "mv", "install");

  static final String UNKNOWN = String.valueOf(Marks.HOLES);

  private final ScriptWalk walk;
  private final PolicyContext context;
  private final Verdicts verdicts;
  private final Trace trace;
  private final List<RuleSet> rules;
  private final Builtins builtins;
  private final WindowsWalk windows;
  private final Unwrapping unwrapping;
  private final List<Runnable> ending = new ArrayList<>();

  Executor(ScriptWalk walk, PolicyContext context, Verdicts verdicts, List<RuleSet> rules) {
    this.walk = walk;
    this.context = context;
    this.verdicts = verdicts;
    this.trace = verdicts.trace();
    this.rules = rules;
    this.builtins = new Builtins(this, verdicts);
    this.windows = new WindowsWalk(this, context, verdicts);
    this.unwrapping = new Unwrapping(this, verdicts);
  }

  WindowsWalk windows() {
    return windows;
  }

  /** Has something judged where the text ends. */
  void atEnd(Runnable judging) {
    if (ending.size() < MAX_ENDING) {
      ending.add(judging);
    } else {
      judging.run();
    }
  }

  /** The text has ended; what is found now may wait for its end no more. */
  void end() {
    for (int i = 0; i < ending.size(); i++) {
      ending.get(i).run();
    }
  }

  /** Executes a command that another one runs; returns what it prints. */
  String execute(Execution execution) {
    trace.open(execution);
    String printed = run(execution);
    trace.close();
    return printed;
  }

  /** Executes the command that the trace has open; returns what it prints. */
  String run(Execution execution) {
    trace.call(execution);
    if (execution.environment().isEmpty() || execution.words().isEmpty()) {
      return command(execution);
    }
    ShellState state = execution.state();
    Map<String, Optional<List<String>>> before = new HashMap<>();
    execution
        .environment()
        .forEach(
            (name, value) -> {
              before.put(name, state.array(name));
              state.set(name, value.value());
            });
    String printed = command(execution);
    before.forEach(state::restore);
    return printed;
  }

  private String command(Execution execution) {
    if (execution.scope().via().size() > MAX_WRAPPERS) {
      verdicts.add("floor.limit", execution.span(), "wrappers");
      return UNKNOWN;
    }
    if (!walk.step(execution.span())) {
      return UNKNOWN;
    }
    if (execution.words().isEmpty()) {
      execution
          .environment()
          .forEach((name, value) -> Escapes.variable(this, execution, name, value));
      judge(execution);
      return redirect(execution, "");
    }
    Argument program = execution.words().getFirst();
    if (Marks.any(program.value())) {
      return unknownProgram(execution, program);
    }
    ShellState.Function function = execution.state().functions().get(program.value());
    if (function != null) {
      return redirect(execution, call(program.value(), function, execution));
    }
    String alias = execution.state().aliases().get(program.value());
    if (alias != null && !execution.scope().calls().contains("alias " + program.value())) {
      return aliased(alias, execution);
    }
    return redirect(execution, program(execution));
  }

  private String unknownProgram(Execution execution, Argument program) {
    trace.understood(Trace.Kind.UNKNOWN, "");
    judge(execution);
    String rule =
        Marks.downloaded(program.value()) ? "floor.code.downloaded" : "floor.program.unknown";
    verdicts.add(rule, program.span(), program.display());
    if (execution.words().size() > 1 && !execution.arguments().getFirst().value().startsWith("-")) {
      execute(execution.inner(execution.arguments(), program.display(), execution.state()));
    }
    return redirect(execution, UNKNOWN);
  }

  private String call(String name, ShellState.Function function, Execution execution) {
    trace.understood(Trace.Kind.FUNCTION, name);
    verdicts.found(execution);
    Scope scope = execution.scope();
    if (scope.calls().contains(name)) {
      if (scope.forks()) {
        verdicts.add("floor.forkbomb", execution.span(), name);
      }
      return UNKNOWN;
    }
    if (scope.calls().size() > 24) {
      verdicts.add("floor.limit", execution.span(), "functions in functions");
      return UNKNOWN;
    }
    judge(execution.inner(List.of(), name, execution.state()));
    List<String> before = execution.state().positional();
    execution.state().setPositional(execution.words().stream().map(Argument::value).toList());
    String printed =
        walk.command(
            function.body(),
            execution.state(),
            scope
                .within(function.origin())
                .withInput(execution.input())
                .calling(name, name + "()"));
    execution.state().setPositional(before);
    return printed;
  }

  private String aliased(String alias, Execution execution) {
    StringBuilder text = new StringBuilder(alias);
    execution
        .arguments()
        .forEach(word -> text.append(' ').append(ShellQuoting.quote(word.value())));
    Argument name = execution.words().getFirst();
    trace.understood(Trace.Kind.ALIAS, name.value());
    return walk.code(
        text.toString(),
        name.span(),
        execution.state(),
        execution
            .scope()
            .withInput(execution.input())
            .calling("alias " + name.value(), "alias " + name.value()));
  }

  private String program(Execution execution) {
    Argument word = execution.words().getFirst();
    String path =
        word.value().indexOf('/') < 0
            ? ""
            : PathText.absolute(word.value(), execution.state().cwd());
    String name =
        ProgramName.of(
            execution.state().programs().getOrDefault(path, word.value()),
            execution.state().cwd(),
            context);
    String builtin = builtins.run(name, execution);
    if (builtin != null) {
      trace.understood(Trace.Kind.BUILTIN, name);
      judge(execution);
      return builtin;
    }
    Program spec = ProgramTable.builtIn().find(name);
    Invocation invocation = spec == null ? null : Invocation.read(spec, execution.arguments());
    trace.understood(spec == null ? Trace.Kind.OTHER_PROGRAM : Trace.Kind.PROGRAM, name);
    Subject subject = subject(execution, name, invocation);
    verdicts.found(execution);
    written(execution);
    renamed(subject);
    WrittenFiles.remember(subject);
    pipes(subject);
    rules.forEach(rule -> rule.judge(subject));
    subCommand(subject);
    String inner = unwrapping.run(subject);
    return inner != null ? inner : Printed.by(subject);
  }

  /** {@code go build -o FILE}: the table has an entry NAME/SUB whose grammar holds after SUB. */
  private void subCommand(Subject subject) {
    List<Argument> words = subject.arguments();
    if (words.isEmpty() || subject.name().equals("git")) {
      return;
    }
    String name = subject.name() + "/" + words.getFirst().value();
    Program spec = ProgramTable.builtIn().find(name);
    if (spec != null) {
      Invocation invocation = Invocation.read(spec, words.subList(1, words.size()));
      Subject sub = subject(subject.execution(), name, invocation);
      rules.forEach(rule -> rule.judge(sub));
    }
  }

  /** A program that this text has written or downloaded itself: what is in it runs. */
  private void written(Execution execution) {
    Argument program = execution.words().getFirst();
    if (program.value().indexOf('/') >= 0) {
      String path = PathText.absolute(program.value(), execution.state().cwd());
      String content = execution.state().files().get(path);
      if (content != null) {
        script(content, program.span(), execution, execution.state().copy(), program.value());
      }
    }
  }

  /** {@code ln -s /bin/rm x}, {@code cp /bin/rm x}: x is rm from now on. */
  private static void renamed(Subject subject) {
    List<Argument> operands = subject.operands();
    if (operands.size() != 2 || !COPIERS.contains(subject.name())) {
      return;
    }
    String from = subject.absolute(operands.get(0));
    String known = subject.execution().state().programs().get(from);
    boolean program = from.matches("(/usr(/local)?)?/s?bin/[^/]+") && !Marks.any(from);
    if (program || known != null) {
      subject
          .execution()
          .state()
          .programs()
          .put(subject.absolute(operands.get(1)), known == null ? from : known);
    }
  }

  /** What another process writes into a named pipe is not in the text. */
  private static void pipes(Subject subject) {
    if (subject.name().equals("mkfifo")) {
      Map<String, String> files = subject.execution().state().files();
      subject.operands().forEach(pipe -> files.put(subject.absolute(pipe), UNKNOWN));
    }
  }

  private Subject subject(Execution execution, String name, @Nullable Invocation invocation) {
    return new Subject(execution, name, invocation, context, verdicts);
  }

  /**
   * Has the rules look at a command that is not a program of the table: a builtin, or redirections
   * alone.
   */
  void judge(Execution execution) {
    if (!execution.words().isEmpty()) {
      verdicts.found(execution);
    }
    String name = execution.words().isEmpty() ? "" : execution.words().getFirst().value();
    Program spec = name.isEmpty() ? null : ProgramTable.builtIn().find(name);
    Subject subject =
        subject(
            execution, name, spec == null ? null : Invocation.read(spec, execution.arguments()));
    rules.forEach(rule -> rule.judge(subject));
  }

  /**
   * What is left of the output after redirections; what goes to a file is remembered as its
   * content.
   */
  String redirect(Execution execution, String printed) {
    String left = printed;
    for (Execution.Redirection redirect : execution.redirects()) {
      if (redirect.takesOutput()) {
        String path = PathText.absolute(redirect.target().value(), execution.state().cwd());
        if (!Marks.any(path) && !path.startsWith("/dev/")) {
          execution.state().files().put(path, printed);
        }
        left = "";
      }
    }
    return left;
  }

  /** Judges code that a word holds, and what it would run. */
  String code(Argument code, Execution execution, ShellState state, String via) {
    return code(code.value(), code.span(), execution, state, via);
  }

  String code(String text, Span holder, Execution execution, ShellState state, String via) {
    return walk.code(
        text, holder, state, execution.scope().withInput(execution.input()).inside(via));
  }

  /**
   * Judges the content of a file or pipe that a shell would run; {@code content} may hold marks.
   */
  String script(String content, Span holder, Execution execution, ShellState state, String via) {
    if (Marks.downloaded(content)) {
      verdicts.add("floor.code.downloaded", holder, via);
      return UNKNOWN;
    }
    if (content.strip().equals(String.valueOf(Marks.OWN))) {
      return UNKNOWN;
    }
    if (content.strip().length() == 1 && Marks.unknown(content)) {
      verdicts.add("floor.code.unknown", holder, via);
      return UNKNOWN;
    }
    return walk.code(
        content, holder, state, execution.scope().withInput(Input.INHERITED).inside(via));
  }
}
