package dev.pinfold.policy;

import dev.pinfold.shell.Command;
import dev.pinfold.shell.ParseResult;
import dev.pinfold.shell.Script;
import dev.pinfold.shell.ShellParser;
import dev.pinfold.shell.Span;
import dev.pinfold.shell.Statement;
import dev.pinfold.shell.WordPart;
import java.util.List;
import java.util.Map;

/**
 * Walks a script in the order in which a shell would run it and hands every command that it finds
 * to {@link Executor}, wherever it hides: lists, pipelines, compound commands, functions,
 * substitutions, here-documents, subscripts.
 *
 * <p>Every method returns what the part prints on standard output, as far as the text tells.
 */
final class ScriptWalk {
  /** Texts in texts, and functions in functions: nobody nests them deeper by hand. */
  private static final int MAX_DEPTH = 12;

  static final String NOTHING = "";
  private static final String UNKNOWN = String.valueOf(Marks.HOLES);

  private final String judged;
  private final PolicyContext context;
  private final Verdicts verdicts;
  private final Trace trace;
  private final Executor executor;
  private final ControlFlow flow;
  private int steps;
  private int characters;
  private int substitutions;

  ScriptWalk(String judged, PolicyContext context, Verdicts verdicts, List<RuleSet> rules) {
    this.judged = judged;
    this.context = context;
    this.verdicts = verdicts;
    this.trace = verdicts.trace();
    this.steps = 20_000 + judged.length();
    this.characters = 1_000_000 + 8 * judged.length();
    this.flow = new ControlFlow(this, context, trace);
    this.executor = new Executor(this, context, verdicts, rules);
  }

  /** Parses and walks code that stands in a word of the judged text. */
  String code(String text, Span holder, ShellState state, Scope scope) {
    if (scope.depth() >= MAX_DEPTH) {
      verdicts.add("floor.limit", holder, "texts in texts");
      return UNKNOWN;
    }
    Scope inner = scope.nested(Origin.nested(judged, text, holder));
    ParseResult result = ShellParser.parse(text, shellDialect());
    if (result instanceof ParseResult.Failure failure) {
      verdicts.add(
          "floor.parse", inner.origin().map(clip(failure.span(), text)), failure.message());
    }
    return result instanceof ParseResult.Parsed parsed
        ? run(parsed.script(), state, inner)
        : UNKNOWN;
  }

  /**
   * Judges what stands before the place where a text goes wrong: a shell that reads line by line
   * has run that already.
   */
  void salvage(String text) {
    for (int end = text.lastIndexOf('\n'), tries = 0;
        end > 0 && tries < 8;
        end = text.lastIndexOf('\n', end - 1), tries++) {
      String before = text.substring(0, end);
      if (ShellParser.parse(before, shellDialect()) instanceof ParseResult.Parsed parsed) {
        whole(parsed.script(), Scope.top(before));
        return;
      }
    }
  }

  /** Judges a text, and then what waits for its end. */
  void whole(Script script, Scope scope) {
    run(script, new ShellState(context), scope);
    executor.end();
  }

  /** Judges a text for a shell of Windows. */
  void windows(String text) {
    executor.windows().whole(text, Scope.top(text));
    executor.end();
  }

  /** Judges a vector that no shell reads. */
  void vector(List<Argument> words, ShellState state, Scope scope) {
    executor.execute(
        new Execution(
            words, List.of(), Map.of(), scope.input(), state, scope, scope.origin().word()));
    executor.end();
  }

  /**
   * Spends one step of the bound on commands; false when it is used up, which is an answer of its
   * own.
   */
  boolean step(Span span) {
    if (--steps < 0) {
      verdicts.add("floor.limit", span, "commands");
      return false;
    }
    return true;
  }

  /**
   * Spends characters of the bound on expansion; false when it is used up: then values are unknown.
   */
  boolean spend(int length) {
    characters -= Math.min(length, characters + 1);
    return characters >= 0;
  }

  /** Whether the bound on commands is used up. */
  boolean isSpent() {
    return steps < 0;
  }

  static Span clip(Span span, String text) {
    int start = Math.min(span.start(), text.length());
    return new Span(start, Math.max(start, Math.min(span.end(), text.length())));
  }

  dev.pinfold.shell.Dialect shellDialect() {
    return context.dialect() == Dialect.SH
        ? dev.pinfold.shell.Dialect.SH
        : dev.pinfold.shell.Dialect.BASH;
  }

  String run(Script script, ShellState state, Scope scope) {
    return statements(script.statements(), state, scope);
  }

  String statements(List<Statement> statements, ShellState state, Scope scope) {
    Output printed = new Output();
    for (Statement statement : statements) {
      String output =
          statement.background()
              ? command(statement.command(), state.copy(), scope.forking())
              : command(statement.command(), state, scope);
      printed.add(output);
    }
    return printed.toString();
  }

  String command(Command command, ShellState state, Scope scope) {
    if (--steps < 0) {
      verdicts.add("floor.limit", scope.origin().map(command.span()), "commands");
      return UNKNOWN;
    }
    trace.open(command, scope);
    String printed =
        command instanceof Command.Simple simple
            ? simple(simple, state, scope)
            : compound(command, state, scope);
    trace.close();
    return printed;
  }

  private String compound(Command command, ShellState state, Scope scope) {
    if (command.redirects().isEmpty()) {
      return body(command, state, scope);
    }
    Expansion expansion = new Expansion(this, state, scope);
    Execution redirected =
        new Execution(
            List.of(),
            Redirections.of(command.redirects(), expansion),
            Map.of(),
            Redirections.input(command.redirects(), expansion, state, scope),
            state,
            scope,
            scope.origin().map(command.span()));
    executor.judge(redirected);
    String printed = body(command, state, scope.withInput(redirected.input()));
    return executor.redirect(redirected, printed);
  }

  private String body(Command command, ShellState state, Scope scope) {
    // The common kinds come first: see Policy.evaluate for what the first pattern switch costs.
    if (command instanceof Command.AndOr list) {
      return andOr(list, state, scope);
    }
    if (command instanceof Command.Pipeline pipeline) {
      return pipeline(pipeline, state, scope);
    }
    return switch (command) {
      case Command.Simple simple -> simple(simple, state, scope);
      case Command.AndOr list -> andOr(list, state, scope);
      case Command.Pipeline pipeline -> pipeline(pipeline, state, scope);
      case Command.Subshell subshell -> statements(subshell.body(), state.copy(), scope);
      case Command.Group group -> statements(group.body(), state, scope);
      case Command.If branches -> flow.ifElse(branches, state, scope);
      case Command.Loop loop -> flow.loop(loop, state, scope);
      case Command.For loop -> flow.forEach(loop, state, scope);
      case Command.ArithmeticFor loop -> {
        new Expansion(this, state, scope).counts(loop.header());
        yield flow.twice(loop.body(), state, scope);
      }
      case Command.Case choice -> flow.choice(choice, state, scope);
      case Command.Test test -> {
        ControlFlow.condition(test.expression(), new Expansion(this, state, scope));
        yield NOTHING;
      }
      case Command.ArithmeticCommand arithmetic -> {
        new Expansion(this, state, scope).quoted(List.of(arithmetic.expression()));
        yield NOTHING;
      }
      case Command.FunctionDefinition function -> {
        if (!state.define(function.name(), function.body(), scope.origin())) {
          verdicts.add("floor.limit", scope.origin().map(function.span()), "functions");
        }
        yield NOTHING;
      }
      case Command.Coproc coproc -> {
        command(coproc.body(), state.copy(), scope.forking().inside("coproc"));
        yield NOTHING;
      }
    };
  }

  private String andOr(Command.AndOr list, ShellState state, Scope scope) {
    Output printed = new Output();
    for (Command part : list.commands()) {
      printed.add(command(part, state, scope));
    }
    return printed.toString();
  }

  private String pipeline(Command.Pipeline pipeline, ShellState state, Scope scope) {
    if (pipeline.commands().size() == 1) {
      return command(pipeline.commands().getFirst(), state, scope);
    }
    Scope part = scope.forking();
    String printed = NOTHING;
    for (int i = 0; i < pipeline.commands().size(); i++) {
      Scope fed = i == 0 ? part : part.withInput(Input.ofPipe(printed));
      printed = command(pipeline.commands().get(i), state.copy(), fed);
    }
    return printed;
  }

  private String simple(Command.Simple simple, ShellState state, Scope scope) {
    Expansion expansion = new Expansion(this, state, scope);
    List<Argument> words = expansion.arguments(simple.words());
    trace.expanded(simple.words(), state, scope);
    Assignments.declaredArrays(simple, words, expansion, state);
    if (!words.isEmpty()) {
      SecretVariables.printed(simple, words.getFirst().value(), state, scope)
          .ifPresent(
              word ->
                  verdicts.add(
                      "floor.credential.variable", scope.origin().map(word.span()), "a variable"));
    }
    Map<String, Argument> environment =
        Assignments.of(simple.assignments(), words.isEmpty(), expansion, state, scope);
    List<Execution.Redirection> redirects =
        simple.redirects().isEmpty() ? List.of() : Redirections.of(simple.redirects(), expansion);
    Input input =
        simple.redirects().isEmpty()
            ? scope.input()
            : Redirections.input(simple.redirects(), expansion, state, scope);
    return executor.run(
        new Execution(
            words, redirects, environment, input, state, scope, scope.origin().map(simple.span())));
  }

  /** What {@code $( )} prints. */
  String substitution(WordPart.CommandSubstitution substitution, ShellState state, Scope scope) {
    return run(substitution.script(), state.copy(), scope.inside("$( )"))
        .replace(Marks.OWN, Marks.HOLES);
  }

  /** The name of the file that {@code <( )} becomes; its content is what the commands print. */
  String processSubstitution(
      WordPart.ProcessSubstitution substitution, ShellState state, Scope scope) {
    String path = "/dev/fd/" + (63 + substitutions++);
    Scope inner = scope.inside(substitution.output() ? ">( )" : "<( )").forking();
    String printed =
        run(
            substitution.script(),
            state.copy(),
            substitution.output() ? inner.withInput(Input.ofPipe(UNKNOWN)) : inner);
    state
        .files()
        .put(path, substitution.output() ? UNKNOWN : printed.replace(Marks.OWN, Marks.HOLES));
    return path;
  }

  /**
   * Walks substitutions in a text that a shell expands a second time: {@code ${x@P}}, arithmetic,
   * subscripts.
   */
  void hiddenSubstitutions(String text, ShellState state, Scope scope) {
    if ((text.contains("$(") || text.indexOf('`') >= 0) && scope.depth() < MAX_DEPTH) {
      String quoted = ": \"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
      code(
          quoted,
          scope.origin().word(),
          state.copy(),
          scope.inside("a value that is expanded again"));
    }
  }

  /** The home directory of a user for {@code ~name}. */
  String homeOf(String login) {
    if (login.equals(context.user())) {
      return context.home();
    }
    return login.equals("root") ? "/root" : "/home/" + login;
  }
}
