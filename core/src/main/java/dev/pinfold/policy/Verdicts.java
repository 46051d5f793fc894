package dev.pinfold.policy;

import dev.pinfold.shell.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** Collects what the rules find in one text, and the commands that they looked at. */
final class Verdicts {
  /** More matches than this say nothing new; the strictest decision is kept in any case. */
  private static final int MAX_MATCHES = 1000;

  private record Hit(Rule rule, Span span, String detail) {}

  private static final class Found {
    private final Set<Hit> hits = new LinkedHashSet<>();
    private final List<Vector> commands = new ArrayList<>();
    private Decision strictest = Decision.ALLOW;
    private boolean onlyDenials;
  }

  private final Supplier<RuleTable> table;
  private final Trace trace;
  private final Found found;
  private final Set<String> lifted;

  Verdicts(Supplier<RuleTable> table, Trace trace) {
    this(table, trace, new Found(), Set.of());
  }

  private Verdicts(Supplier<RuleTable> table, Trace trace, Found found, Set<String> lifted) {
    this.table = table;
    this.trace = trace;
    this.found = found;
    this.lifted = lifted;
  }

  /** Collects into the same place, except what these rules find. */
  Verdicts without(Set<String> rules) {
    return new Verdicts(table, trace, found, rules);
  }

  /** Collects only what is refused for certain while {@code judging} runs. */
  void onlyDenials(Runnable judging) {
    boolean before = found.onlyDenials;
    found.onlyDenials = true;
    judging.run();
    found.onlyDenials = before;
  }

  void add(String rule, Span span, String detail) {
    if (!lifted.contains(rule)) {
      add(table.get().rule(rule), span, detail);
    }
  }

  void add(Rule rule, Span span, String detail) {
    if (found.onlyDenials && rule.decision() != Decision.DENY) {
      return;
    }
    trace.matched(rule, span, detail);
    if (found.hits.size() < MAX_MATCHES || rule.decision().compareTo(found.strictest) > 0) {
      found.hits.add(new Hit(rule, span, detail));
      found.strictest = found.strictest.max(rule.decision());
    }
  }

  void found(Execution execution) {
    found(new Vector(execution.words(), execution.span(), execution.scope().via()));
  }

  void found(Vector command) {
    found.commands.add(command);
  }

  Trace trace() {
    return trace;
  }

  boolean isEmpty() {
    return found.hits.isEmpty();
  }

  /** The answer; {@code suggestions} is asked only when something matched. */
  Evaluation evaluation(Supplier<Suggestions> suggestions) {
    if (found.hits.isEmpty()) {
      return new Evaluation(Decision.ALLOW, List.of(), found.commands);
    }
    Suggestions instead = suggestions.get();
    List<Match> matches =
        found.hits.stream()
            .sorted(Comparator.comparing((Hit hit) -> hit.rule().decision()).reversed())
            .map(
                hit ->
                    hit.rule()
                        .match(
                            hit.span(),
                            hit.detail(),
                            instead.instead(hit.rule(), hit.span(), hit.detail())))
            .toList();
    return new Evaluation(matches.getFirst().decision(), matches, found.commands);
  }
}
