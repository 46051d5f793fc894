package dev.pinfold.shell;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.code_intelligence.jazzer.junit.DictionaryFile;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Base64;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Any text gets an answer, in linear time. The inputs in the resources are what fuzzing found last
 * that reached something new.
 */
class ShellFuzzTest {
  /** Steps a character: what the quadratic mistakes of the past exceeded. */
  private static final long STEPS_PER_CHARACTER = 100;

  static Stream<Arguments> scripts() {
    Stream<byte[]> corpus =
        Resource.rows("corpus.tsv").stream()
            .skip(1)
            .map(row -> Resource.unescaped(row.get(1)).getBytes(UTF_8));
    Stream<byte[]> fuzzed =
        Resource.rows("fuzzed.txt").stream().map(row -> Base64.getDecoder().decode(row.getFirst()));
    return Stream.concat(corpus, fuzzed).map(input -> Arguments.of((Object) input));
  }

  @MethodSource("scripts")
  @DictionaryFile(resourcePath = "fuzz.dict")
  @FuzzTest(maxDuration = "4h")
  void anyTextGetsAnAnswer(byte[] input) {
    String text = text(input);
    for (Dialect dialect : Dialect.values()) {
      var budget = new Budget();
      ParseResult result = ShellParser.parse(text, dialect, budget);
      if (budget.steps() > STEPS_PER_CHARACTER * text.length() + 1_000) {
        throw new AssertionError(budget.steps() + " steps for " + text.length());
      }
      switch (result) {
        case ParseResult.Parsed(Script script) -> visit(script, text.length());
        case ParseResult.Failure failure -> within(failure.span(), text.length() + 1);
      }
    }
  }

  /** Bytes that are no UTF-8 become a lone surrogate, as the shells' texts have them. */
  private static String text(byte[] input) {
    return new String(input, UTF_8).replace('\uFFFD', '\uDC80');
  }

  private static void within(Span span, int length) {
    if (span.end() > length) {
      throw new AssertionError("beyond the text: " + span);
    }
  }

  private static void visit(Node node, int length) {
    within(node.span(), length);
    if (node instanceof Word word) {
      BraceExpansion.of(word);
    }
    node.children().forEach(child -> visit(child, length));
  }
}
