package dev.pinfold.policy;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.code_intelligence.jazzer.junit.DictionaryFile;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.pinfold.shell.Span;
import java.lang.management.ManagementFactory;
import java.util.Base64;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Any text is judged, and what is reported about it lies within it. The inputs in the resources are
 * what fuzzing found last that reached something new.
 */
class PolicyFuzzTest {
  /**
   * Processor time that no text of a few kilobytes needs unless it hangs; JUnit's own timeout would
   * interrupt the start of the fuzzer.
   */
  private static final long HANGING_NANOS = 20_000_000_000L;

  /** Loaded late: what is loaded before the fuzzer's agent is not instrumented. */
  private static final class Judges {
    static final Policy SHELLS = Policy.builtIn(Profile.PERMISSIVE);
    static final Policy VECTORS = Policy.builtIn(Profile.READ_WRITE);
    static final PolicyContext REPOSITORY = Corpus.CONTEXT.withExistingRepo(true);

    private Judges() {}
  }

  static Stream<Arguments> commands() {
    return inputs(row -> !row.kind().startsWith("win-"), "fuzzed.txt");
  }

  static Stream<Arguments> commandsOfWindows() {
    return inputs(row -> row.kind().startsWith("win-"), "fuzzed-windows.txt");
  }

  private static Stream<Arguments> inputs(Predicate<Corpus.Row> rows, String fuzzed) {
    return Stream.concat(
            Corpus.rows().stream().filter(rows).map(row -> row.command().getBytes(UTF_8)),
            Corpus.lines(fuzzed).stream()
                .filter(line -> !line.startsWith("#"))
                .map(Base64.getDecoder()::decode))
        .map(input -> Arguments.of((Object) input));
  }

  @MethodSource("commands")
  @DictionaryFile(resourcePath = "fuzz.dict")
  @FuzzTest(maxDuration = "4h")
  void anyTextIsJudged(byte[] input) {
    String text = text(input);
    long start = processorTime();
    check(Judges.SHELLS.evaluate(text, Judges.REPOSITORY), text);
    check(Judges.SHELLS.evaluate(text, Judges.REPOSITORY.withDialect(Dialect.SH)), text);
    check(Judges.VECTORS.evaluate(text, Corpus.CONTEXT), text);
    check(Judges.SHELLS.evaluate(List.of(text.split(" ", -1)), Judges.REPOSITORY), text);
    checkTime(start);
  }

  @MethodSource("commandsOfWindows")
  @DictionaryFile(resourcePath = "fuzz.dict")
  @FuzzTest(maxDuration = "4h")
  void anyLineOfWindowsIsJudged(byte[] input) {
    String text = text(input);
    long start = processorTime();
    check(Judges.SHELLS.evaluate(text, Judges.REPOSITORY.withDialect(Dialect.CMD)), text);
    check(Judges.SHELLS.evaluate(text, Judges.REPOSITORY.withDialect(Dialect.POWERSHELL)), text);
    checkTime(start);
  }

  private static long processorTime() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static void checkTime(long start) {
    if (processorTime() - start > HANGING_NANOS) {
      throw new AssertionError("it hangs");
    }
  }

  private static void check(Evaluation evaluation, String text) {
    for (Match match : evaluation.matches()) {
      within(match.span(), text);
    }
    for (Vector command : evaluation.commands()) {
      within(command.span(), text);
    }
    boolean allowed = evaluation.decision() == Decision.ALLOW;
    if (allowed != evaluation.matches().isEmpty()) {
      throw new AssertionError(evaluation.decision() + " for " + evaluation.matches());
    }
  }

  /** Bytes that are no UTF-8 become a lone surrogate, as the shells' texts have them. */
  private static String text(byte[] input) {
    return new String(input, UTF_8).replace('\uFFFD', '\uDC80');
  }

  private static void within(Span span, String text) {
    if (span.end() > text.length()) {
      throw new AssertionError("beyond the text: " + span);
    }
  }
}
