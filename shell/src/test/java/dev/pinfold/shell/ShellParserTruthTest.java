package dev.pinfold.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Asks the real shells: what they accept is accepted, what they refuse is refused. */
class ShellParserTruthTest {
  /** How many generated scripts; more with -Dpinfold.shell.scripts=100000. */
  private static final int SCRIPTS = Integer.getInteger("pinfold.shell.scripts", 1_000);

  private static final long SEED = Long.getLong("pinfold.shell.seed", 20_261_201L);

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void theCorpusIsAcceptedAndRefusedAsByTheRealShell(Dialect dialect) {
    List<String> scripts =
        Stream.concat(
                Resource.rows("corpus.tsv").stream().skip(1),
                Resource.rows("disagreed.tsv").stream())
            .map(row -> Resource.unescaped(row.get(1)))
            .toList();
    assertThat(unexplained(dialect, scripts)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void generatedScriptsAreAcceptedAndRefusedAsByTheRealShell(Dialect dialect) {
    var generator = new ScriptGenerator(new Random(SEED));
    var scripts = new ArrayList<String>();
    for (int i = 0; i < SCRIPTS; i++) {
      scripts.add(generator.script());
    }
    assertThat(unexplained(dialect, scripts)).isEmpty();
  }

  /** The examples in the list of differences do differ: a row that no longer does must go. */
  @Test
  void everyListedDifferenceIsOne() {
    var agreeing = new ArrayList<String>();
    for (List<String> row : Resource.rows("differences.tsv")) {
      Dialect dialect = Dialect.valueOf(row.get(0));
      String example = Resource.unescaped(row.get(3));
      if (accepted(dialect, example) == RealShell.accepts(dialect, List.of(example)).getFirst()) {
        agreeing.add(example);
      }
    }
    assertThat(agreeing).isEmpty();
  }

  private static boolean accepted(Dialect dialect, String script) {
    return ShellParser.parse(script, dialect) instanceof ParseResult.Parsed;
  }

  private static List<String> unexplained(Dialect dialect, List<String> scripts) {
    List<Boolean> truth = RealShell.accepts(dialect, scripts);
    var unexplained = new ArrayList<String>();
    int accepted = 0;
    int different = 0;
    for (int i = 0; i < scripts.size(); i++) {
      accepted += truth.get(i) ? 1 : 0;
      String script = scripts.get(i);
      if (accepted(dialect, script) != truth.get(i) && !negation(dialect, script)) {
        different++;
        if (!explained(dialect, script, truth.get(i))) {
          unexplained.add((truth.get(i) ? "accepted: " : "refused: ") + script);
        }
      }
    }
    System.out.printf(
        "%s: %d scripts, %d accepted, %d explained differences%n",
        dialect, scripts.size(), accepted, different - unexplained.size());
    return unexplained;
  }

  /**
   * Whether {@code !(} makes the difference: a pattern with extglob, which the shell is asked with,
   * and a negated subshell without it, which is what we read, since its commands would run.
   */
  private static boolean negation(Dialect dialect, String script) {
    return dialect == Dialect.BASH
        && script.contains("!(")
        && RealShell.acceptsWithoutExtglob(script) == accepted(dialect, script);
  }

  private static boolean explained(Dialect dialect, String script, boolean shellAccepts) {
    var budget = new Budget();
    ParseResult result = ShellParser.parse(script, dialect, budget);
    String message = result instanceof ParseResult.Failure f ? f.message() : "";
    String seen = (budget.deferred() ? "deferred" : message) + " | " + script;
    return Resource.rows("differences.tsv").stream()
        .anyMatch(
            row ->
                row.get(0).equals(dialect.name())
                    && row.get(1).equals(shellAccepts ? "shell" : "pinfold")
                    && Pattern.compile(row.get(2), Pattern.DOTALL).matcher(seen).find());
  }
}
