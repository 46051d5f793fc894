package dev.pinfold.policy;

import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.IntSupplier;
import java.util.stream.Stream;

/** Judges the rows of the corpora and the examples of the rules by their number. */
public final class CorpusRun implements IntPredicate, IntSupplier {
  private record Example(Rule rule, String text, boolean blocks) {
    boolean right() {
      Evaluation evaluation = RuleExample.evaluate(rule, text);
      return blocks
          ? evaluation.matches().stream().anyMatch(match -> match.rule().equals(rule.id()))
          : evaluation.decision() == Decision.ALLOW;
    }
  }

  private final List<Corpus.Row> rows = Corpus.rows();
  private final List<Example> examples =
      RuleTable.builtIn().all().stream()
          .flatMap(
              rule ->
                  Stream.concat(
                      rule.blocks().stream().map(text -> new Example(rule, text, true)),
                      rule.permits().stream().map(text -> new Example(rule, text, false))))
          .toList();

  /** How many rows there are. */
  @Override
  public int getAsInt() {
    return rows.size() + examples.size();
  }

  /** Whether a row is judged as it says. */
  @Override
  public boolean test(int index) {
    if (index >= rows.size()) {
      return examples.get(index - rows.size()).right();
    }
    Corpus.Row row = rows.get(index);
    return row.accepts(row.policy().evaluate(row.command(), row.context()).decision());
  }
}
