package dev.pinfold.bench;

import dev.pinfold.policy.Evaluation;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One decision of a warm JVM, each time for the next row of the corpus: the percentiles are over
 * all rows, the dear ones too.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 8, time = 1)
@Fork(2)
public class DecisionBenchmark {
  private final List<CorpusRow> rows = CorpusRow.all();
  private int next;

  /** Parses and judges. */
  @Benchmark
  public Evaluation decision() {
    next = next + 1 == rows.size() ? 0 : next + 1;
    return rows.get(next).judge();
  }
}
