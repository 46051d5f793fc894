package dev.pinfold.bench;

import dev.pinfold.shell.Dialect;
import dev.pinfold.shell.ParseResult;
import dev.pinfold.shell.ShellParser;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Parsing texts of growing size, up to the largest that the parser takes. Linear means: the time
 * for a byte does not grow with the text. Sampled, because the least time tells it even on a
 * machine that others use.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Fork(
    value = 1,
    jvmArgs = {"-XX:+UseSerialGC", "-Xmx1g", "-Xmn700m"}) // the parser's time, not a collector's
public class ParseBenchmark {
  /** What the text repeats, or nests as deep as it is long: refused, but in bounded time. */
  @Param public Shape shape = Shape.COMMANDS;

  /** Its length. */
  @Param({"16", "128", "1024"})
  public int kib;

  private String text = "";

  /** Kinds of text. */
  public enum Shape {
    /** Many simple commands. */
    COMMANDS("git commit -m \"a 'b' $c\" --author=x && ls -la src/*.java | grep -v '^d'; ", ""),
    /** Many compound ones. */
    COMPOUND("if [ -e \"$x\" ]; then for i in 1 2 3; do echo $((i + 1)); done; fi; ", ""),
    /** One word of many expansions. */
    EXPANSIONS("$(echo \"$a\")${b:-c}", ""),
    /** Command substitutions in each other. */
    NESTED_SUBSTITUTIONS("$(", ")"),
    /** Brackets that may be arithmetic or subshells. */
    NESTED_PARENTHESES("((", "))"),
    /** Groups in each other. */
    NESTED_BRACES("{ ", "; }");

    private final String unit;
    private final String closing;

    Shape(String unit, String closing) {
      this.unit = unit;
      this.closing = closing;
    }

    String text(int length) {
      int times = length / (unit.length() + closing.length());
      return unit.repeat(times) + closing.repeat(closing.isEmpty() ? 0 : times);
    }
  }

  /** Makes the text. */
  @Setup
  public void write() {
    text = shape.text(kib * 1024);
  }

  /** Parses it. */
  @Benchmark
  public ParseResult parse() {
    return ShellParser.parse(text, Dialect.BASH);
  }
}
