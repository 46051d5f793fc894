package dev.pinfold.policy;

import dev.pinfold.shell.Command;
import dev.pinfold.shell.Span;
import dev.pinfold.shell.Word;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes the tree of an {@link Explanation} out of the events of a {@link Trace}. */
final class TraceTree implements Trace {
  /** More steps than this are not kept: nobody reads them, and a text may have 20,000. */
  static final int MAX_STEPS = 2_000;

  /** Longer texts are cut in the tree; they are judged whole. */
  private static final int MAX_SHOWN = 4_000;

  /** A step that has not ended. */
  private static final class Open {
    private final String construct;
    private final Span span;
    private final List<String> via;
    private final boolean kept;
    private final Set<Match> matches = new LinkedHashSet<>();
    // A set: what a loop's second round finds again is shown once.
    private final Set<Explanation.Step> inside = new LinkedHashSet<>();
    private @Nullable Execution execution;
    private @Nullable Kind kind;
    private List<Argument> words = List.of();
    private String name = "";
    private Optional<String> cwd = Optional.empty();

    private Open(String construct, Span span, List<String> via, boolean kept) {
      this.construct = construct;
      this.span = span;
      this.via = via;
      this.kept = kept;
    }

    private boolean isCommand() {
      return execution != null || !words.isEmpty();
    }
  }

  private final Deque<Open> open = new ArrayDeque<>();
  private final Map<Span, String> reasons = new HashMap<>();
  private int steps;

  TraceTree(String text) {
    open.push(new Open("", new Span(0, text.length()), List.of(), true));
  }

  /** What was found at the top of the text. */
  List<Explanation.Step> steps() {
    return List.copyOf(open.getLast().inside);
  }

  boolean isComplete() {
    return steps <= MAX_STEPS;
  }

  private void begin(String construct, Span span, List<String> via) {
    steps++;
    open.push(new Open(construct, span, via, steps <= MAX_STEPS));
  }

  @Override
  public void open(Command command, Scope scope) {
    String construct = Constructs.name(command);
    boolean shown = command instanceof Command.Simple || !construct.isEmpty();
    begin(
        construct,
        scope.origin().map(command.span()),
        shown ? scope.via() : open.getFirst().via); // or how its commands are reached would be lost
  }

  @Override
  public void open(Execution execution) {
    begin("", execution.span(), execution.scope().via());
  }

  @Override
  public void open(List<Argument> words, Span span, List<String> via) {
    begin("", span, via);
    open.getFirst().words = words;
  }

  @Override
  public void open(Command.For loop, String value, Scope scope) {
    begin(
        loop.name() + " = " + shown(Marks.display(value)),
        scope.origin().map(loop.span()),
        scope.via());
  }

  @Override
  public void expanded(List<Word> words, ShellState state, Scope scope) {
    if (scope.origin().offset() < 0) {
      return; // all words of such a text stand at the same place
    }
    for (Word word : words) {
      Unknowns.why(word, state).ifPresent(why -> reasons.put(scope.origin().map(word.span()), why));
    }
  }

  @Override
  public void call(Execution execution) {
    Open command = open.getFirst();
    if (!command.isCommand()) {
      command.execution = execution;
      command.words = execution.words();
      String cwd = execution.state().cwd();
      command.cwd = Marks.any(cwd) ? Optional.empty() : Optional.of(Marks.display(cwd));
    }
  }

  @Override
  public void understood(Kind kind, String name) {
    Open command = open.getFirst();
    if (command.kind == null) {
      command.kind = kind;
      command.name = name;
    }
  }

  @Override
  public void matched(Rule rule, Span span, String detail) {
    open.getFirst().matches.add(rule.match(span, detail, Optional.empty()));
  }

  @Override
  public void close() {
    Open done = open.pop();
    Open around = open.getFirst();
    if (!done.isCommand() && done.construct.isEmpty()) {
      around.inside.addAll(done.inside);
      around.matches.addAll(done.matches);
    } else if (done.kept) {
      around.inside.add(
          new Explanation.Step(
              how(around.via, done.via),
              done.construct,
              done.span,
              done.isCommand() ? Optional.of(call(done)) : Optional.empty(),
              List.copyOf(done.matches),
              List.copyOf(done.inside)));
    }
  }

  private static String how(List<String> around, List<String> via) {
    int common = 0;
    while (common < around.size()
        && common < via.size()
        && around.get(common).equals(via.get(common))) {
      common++;
    }
    return String.join(", ", via.subList(common, via.size()));
  }

  private Explanation.Call call(Open done) {
    Execution execution = done.execution;
    Kind kind = done.kind;
    Map<String, String> environment = new LinkedHashMap<>();
    if (execution != null) {
      execution
          .environment()
          .forEach((name, value) -> environment.put(name, shown(value.display())));
    }
    return new Explanation.Call(
        kind == null ? "" : kind.name().toLowerCase(Locale.ROOT).replace('_', ' '),
        done.name,
        done.words.stream().map(word -> understood(word, done)).toList(),
        done.cwd,
        environment,
        execution == null
            ? List.of()
            : execution.redirects().stream().map(TraceTree::shown).toList(),
        execution == null || !execution.input().given()
            ? Optional.empty()
            : Optional.of(input(execution.input())));
  }

  private Explanation.Understood understood(Argument word, Open done) {
    Explanation.Certainty certainty =
        word.isConstant()
            ? Explanation.Certainty.CONSTANT
            : word.isUnknown() ? Explanation.Certainty.UNKNOWN : Explanation.Certainty.PATTERN;
    String why =
        certainty == Explanation.Certainty.CONSTANT
            ? ""
            : Marks.downloaded(word.value())
                ? "it comes from the network"
                : reasons.getOrDefault(word.span(), Unknowns.ofValue(word.value(), done.via));
    return new Explanation.Understood(shown(word.display()), word.span(), certainty, why);
  }

  private static String input(Input input) {
    String from = input.source().label() + input.file().map(file -> " " + file).orElse("");
    return Marks.downloaded(input.text()) ? from + " with text from the network" : from;
  }

  private static String shown(Execution.Redirection redirect) {
    String target = shown(redirect.target().display());
    boolean usual = redirect.descriptor() == (redirect.operator().symbol().startsWith("<") ? 0 : 1);
    return (usual ? "" : redirect.descriptor())
        + redirect.operator().symbol()
        + (target.isEmpty() ? "" : " " + target);
  }

  private static String shown(String text) {
    return text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "…";
  }
}
