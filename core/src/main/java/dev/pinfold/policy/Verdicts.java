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

  private final Supplier<RuleTable> table;
  private final Trace trace;
  private final Set<Hit> hits;
  private final List<Vector> commands;
  private final Set<String> lifted;

  Verdicts(Supplier<RuleTable> table, Trace trace) {
    this(table, trace, new LinkedHashSet<>(), new ArrayList<>(), Set.of());
  }

  private Verdicts(
      Supplier<RuleTable> table,
      Trace trace,
      Set<Hit> hits,
      List<Vector> commands,
      Set<String> lifted) {
    this.table = table;
    this.trace = trace;
    this.hits = hits;
    this.commands = commands;
    this.lifted = lifted;
  }

  /** Collects into the same place, except what these rules find. */
  Verdicts without(Set<String> rules) {
    return new Verdicts(table, trace, hits, commands, rules);
  }

  void add(String rule, Span span, String detail) {
    if (!lifted.contains(rule)) {
      add(table.get().rule(rule), span, detail);
    }
  }

  void add(Rule found, Span span, String detail) {
    trace.matched(found, span, detail);
    if (hits.size() < MAX_MATCHES
        || hits.stream().noneMatch(hit -> hit.rule().decision() == Decision.DENY)) {
      hits.add(new Hit(found, span, detail));
    }
  }

  void found(Execution execution) {
    found(new Vector(execution.words(), execution.span(), execution.scope().via()));
  }

  void found(Vector command) {
    commands.add(command);
  }

  Trace trace() {
    return trace;
  }

  boolean isEmpty() {
    return hits.isEmpty();
  }

  Evaluation evaluation() {
    if (hits.isEmpty()) {
      return new Evaluation(Decision.ALLOW, List.of(), commands);
    }
    List<Match> matches =
        hits.stream()
            .map(hit -> hit.rule().match(hit.span(), hit.detail()))
            .sorted(Comparator.comparing(Match::decision).reversed())
            .toList();
    return new Evaluation(matches.getFirst().decision(), matches, commands);
  }
}
