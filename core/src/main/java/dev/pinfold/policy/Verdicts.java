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
  private final Set<Hit> hits = new LinkedHashSet<>();
  private final List<Vector> commands = new ArrayList<>();

  Verdicts(Supplier<RuleTable> table, Trace trace) {
    this.table = table;
    this.trace = trace;
  }

  void add(String rule, Span span, String detail) {
    Rule found = table.get().rule(rule);
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
