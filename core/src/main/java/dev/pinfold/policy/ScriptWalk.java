package dev.pinfold.policy;

import dev.pinfold.shell.Assignment;
import dev.pinfold.shell.Command;
import dev.pinfold.shell.Conditional;
import dev.pinfold.shell.HereDocument;
import dev.pinfold.shell.ParseResult;
import dev.pinfold.shell.Redirect;
import dev.pinfold.shell.Script;
import dev.pinfold.shell.ShellParser;
import dev.pinfold.shell.Span;
import dev.pinfold.shell.Statement;
import dev.pinfold.shell.Word;
import dev.pinfold.shell.WordPart;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Walks a script in the order in which a shell would run it and hands every command that it finds
 * to {@link Executor}, wherever it hides: lists, pipelines, compound commands, functions,
 * substitutions, here-documents, subscripts.
 *
 * <p>Every method returns what the part prints on standard output, as far as the text tells. Both
 * sides of every branch are walked; a loop's body is walked once for each constant value, and twice
 * otherwise, so that what one round changes is seen by the next.
 */
final class ScriptWalk {
  /** Constant loop values that are walked one by one; beyond, one unknown value stands for all. */
  private static final int MAX_ROUNDS = 32;

  /** Texts in texts, and functions in functions: nobody nests them deeper by hand. */
  private static final int MAX_DEPTH = 12;

  private static final Set<String> DECLARING =
      Set.of("declare", "typeset", "local", "readonly", "export");

  private static final String NOTHING = "";
  private static final String UNKNOWN = String.valueOf(Marks.HOLES);

  /** Longer outputs than this are unknown: they only matter where they become words or code. */
  private static final int MAX_OUTPUT = 1 << 16;

  private final String judged;
  private final PolicyContext context;
  private final Verdicts verdicts;
  private final Executor executor;
  private int steps;
  private int characters;
  private int substitutions;

  ScriptWalk(String judged, PolicyContext context, Verdicts verdicts, List<RuleSet> rules) {
    this.judged = judged;
    this.context = context;
    this.verdicts = verdicts;
    this.steps = 20_000 + judged.length();
    this.characters = 1_000_000 + 8 * judged.length();
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
        run(parsed.script(), new ShellState(context), Scope.top(before));
        return;
      }
    }
  }

  /** Judges a text for a shell of Windows. */
  void windows(String text) {
    executor.windows().whole(text, Scope.top(text));
  }

  /** Judges a vector that no shell reads. */
  void vector(List<Argument> words, ShellState state, Scope scope) {
    executor.execute(
        new Execution(
            words, List.of(), Map.of(), scope.input(), state, scope, scope.origin().word()));
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

  private String statements(List<Statement> statements, ShellState state, Scope scope) {
    String printed = NOTHING;
    for (Statement statement : statements) {
      String output =
          statement.background()
              ? command(statement.command(), state.copy(), scope.forking())
              : command(statement.command(), state, scope);
      printed = join(printed, output);
    }
    return printed;
  }

  private static String join(String printed, String more) {
    if (more.isEmpty()) {
      return printed;
    }
    return printed.length() + more.length() > MAX_OUTPUT ? UNKNOWN : printed + more;
  }

  String command(Command command, ShellState state, Scope scope) {
    if (--steps < 0) {
      verdicts.add("floor.limit", scope.origin().map(command.span()), "commands");
      return UNKNOWN;
    }
    if (command instanceof Command.Simple simple) {
      return simple(simple, state, scope);
    }
    if (command.redirects().isEmpty()) {
      return body(command, state, scope);
    }
    Expansion expansion = new Expansion(this, state, scope);
    Execution redirected =
        new Execution(
            List.of(),
            redirects(command.redirects(), expansion),
            Map.of(),
            input(command.redirects(), expansion, state, scope),
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
      case Command.If branches -> ifElse(branches, state, scope);
      case Command.Loop loop -> {
        String first = round(loop, state, scope);
        yield join(first, round(loop, state, scope));
      }
      case Command.For loop -> forEach(loop, state, scope);
      case Command.ArithmeticFor loop -> {
        Expansion expansion = new Expansion(this, state, scope);
        loop.header().forEach(part -> expansion.quoted(List.of(part)));
        yield twice(loop.body(), state, scope);
      }
      case Command.Case choice -> choice(choice, state, scope);
      case Command.Test test -> {
        condition(test.expression(), new Expansion(this, state, scope));
        yield NOTHING;
      }
      case Command.ArithmeticCommand arithmetic -> {
        new Expansion(this, state, scope).quoted(List.of(arithmetic.expression()));
        yield NOTHING;
      }
      case Command.FunctionDefinition function -> {
        if (!state.define(function.name(), function.body())) {
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
    String printed = NOTHING;
    for (Command part : list.commands()) {
      printed = join(printed, command(part, state, scope));
    }
    return printed;
  }

  private String pipeline(Command.Pipeline pipeline, ShellState state, Scope scope) {
    if (pipeline.commands().size() == 1) {
      return command(pipeline.commands().getFirst(), state, scope);
    }
    Scope part = scope.forking();
    String printed = NOTHING;
    for (int i = 0; i < pipeline.commands().size(); i++) {
      Scope fed = i == 0 ? part : part.withInput(Input.of(printed));
      printed = command(pipeline.commands().get(i), state.copy(), fed);
    }
    return printed;
  }

  private String ifElse(Command.If branches, ShellState state, Scope scope) {
    String printed = NOTHING;
    List<ShellState> ends = new ArrayList<>();
    for (Command.Branch branch : branches.branches()) {
      printed = join(printed, statements(branch.condition(), state, scope));
      ShellState taken = state.copy();
      printed = join(printed, statements(branch.body(), taken, scope));
      ends.add(taken);
    }
    printed = join(printed, statements(branches.otherwise(), state, scope));
    ends.forEach(end -> state.join(end, context));
    return printed;
  }

  private String round(Command.Loop loop, ShellState state, Scope scope) {
    String printed = statements(loop.condition(), state, scope);
    ShellState before = state.copy();
    printed = join(printed, statements(loop.body(), state, scope));
    state.join(before, context);
    return printed;
  }

  private String twice(List<Statement> body, ShellState state, Scope scope) {
    ShellState before = state.copy();
    String printed = statements(body, state, scope);
    state.join(before, context);
    return join(printed, statements(body, state, scope));
  }

  private String forEach(Command.For loop, ShellState state, Scope scope) {
    List<String> values =
        loop.words().isPresent()
            ? new Expansion(this, state, scope)
                .arguments(loop.words().get()).stream().map(Argument::value).toList()
            : state
                .positional()
                .subList(Math.min(1, state.positional().size()), state.positional().size());
    if (values.size() > MAX_ROUNDS
        && values.stream()
            .noneMatch(value -> value.indexOf('/') >= 0 || value.indexOf("..") >= 0)) {
      values = values.subList(0, MAX_ROUNDS);
    }
    String printed = NOTHING;
    for (String value : values) {
      if (steps < 0) {
        break;
      }
      state.set(loop.name(), value);
      printed = join(printed, statements(loop.body(), state, scope));
    }
    return printed;
  }

  private String choice(Command.Case choice, ShellState state, Scope scope) {
    Expansion expansion = new Expansion(this, state, scope);
    expansion.single(choice.subject());
    String printed = NOTHING;
    List<ShellState> ends = new ArrayList<>();
    for (var item : choice.items()) {
      item.patterns().forEach(expansion::single);
      ShellState taken = state.copy();
      printed = join(printed, statements(item.body(), taken, scope));
      ends.add(taken);
    }
    ends.forEach(end -> state.join(end, context));
    return printed;
  }

  private void condition(Conditional condition, Expansion expansion) {
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

  private String simple(Command.Simple simple, ShellState state, Scope scope) {
    Expansion expansion = new Expansion(this, state, scope);
    List<Argument> words = expansion.arguments(simple.words());
    declaredArrays(simple, words, expansion, state);
    if (!words.isEmpty()) {
      SecretVariables.printed(simple, words.getFirst().value(), state, scope)
          .ifPresent(
              word ->
                  verdicts.add(
                      "floor.credential.variable", scope.origin().map(word.span()), "a variable"));
    }
    Map<String, Argument> environment =
        assignments(simple.assignments(), words.isEmpty(), expansion, state, scope);
    List<Execution.Redirection> redirects =
        simple.redirects().isEmpty() ? List.of() : redirects(simple.redirects(), expansion);
    Input input =
        simple.redirects().isEmpty()
            ? scope.input()
            : input(simple.redirects(), expansion, state, scope);
    return executor.execute(
        new Execution(
            words, redirects, environment, input, state, scope, scope.origin().map(simple.span())));
  }

  /** {@code declare -a NAME=(…)}: the parser leaves the array in a word of the builtin. */
  private static void declaredArrays(
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

  private Map<String, Argument> assignments(
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

  private String assign(
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

  private static List<Execution.Redirection> redirects(
      List<Redirect> redirects, Expansion expansion) {
    List<Execution.Redirection> all = new ArrayList<>(redirects.size());
    for (Redirect redirect : redirects) {
      boolean here = redirect.hereDocument().isPresent();
      Argument target =
          here ? new Argument("", redirect.span()) : expansion.target(redirect.target());
      all.add(new Execution.Redirection(redirect.operator(), descriptor(redirect), target));
    }
    return all;
  }

  private static int descriptor(Redirect redirect) {
    String given = redirect.descriptor().orElse("");
    if (!given.isEmpty() && given.length() < 6 && given.chars().allMatch(Character::isDigit)) {
      return Integer.parseInt(given);
    }
    return given.isEmpty()
        ? switch (redirect.operator()) {
          case READ,
              READ_WRITE,
              DUPLICATE_INPUT,
              HERE_DOCUMENT,
              HERE_DOCUMENT_STRIPPED,
              HERE_STRING ->
              0;
          case WRITE, CLOBBER, APPEND, DUPLICATE_OUTPUT, WRITE_BOTH, APPEND_BOTH -> 1;
        }
        : 10;
  }

  /** The standard input that is left after all redirections; the last one counts. */
  private Input input(
      List<Redirect> redirects, Expansion expansion, ShellState state, Scope scope) {
    Input input = scope.input();
    for (Redirect redirect : redirects) {
      Optional<HereDocument> here = redirect.hereDocument();
      if (here.isPresent()) {
        String body = here.get().quoted() ? raw(here.get()) : expansion.quoted(here.get().body());
        input = descriptor(redirect) == 0 ? Input.of(body) : input;
      } else if (descriptor(redirect) == 0) {
        input = inputFrom(redirect, expansion, state, input);
      }
    }
    return input;
  }

  private static Input inputFrom(
      Redirect redirect, Expansion expansion, ShellState state, Input before) {
    return switch (redirect.operator()) {
      case HERE_STRING -> Input.of(expansion.single(redirect.target()) + "\n");
      case READ, READ_WRITE -> {
        String path = PathText.absolute(expansion.target(redirect.target()).value(), state.cwd());
        yield Input.ofFile(path, state.files().getOrDefault(path, UNKNOWN));
      }
      default -> before;
    };
  }

  private static String raw(HereDocument here) {
    StringBuilder out = new StringBuilder();
    for (WordPart part : here.body()) {
      if (part instanceof WordPart.Literal literal) {
        out.append(literal.text());
      } else if (part instanceof WordPart.SingleQuoted quoted) {
        out.append(quoted.text());
      }
    }
    return out.toString();
  }

  /** What {@code $( )} prints. */
  String substitution(WordPart.CommandSubstitution substitution, ShellState state, Scope scope) {
    return run(substitution.script(), state.copy(), scope.inside("$( )"));
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
            substitution.output() ? inner.withInput(Input.of(UNKNOWN)) : inner);
    state.files().put(path, substitution.output() ? UNKNOWN : printed);
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
