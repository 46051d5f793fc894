package dev.pinfold.shell;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Optional;

/**
 * Any text gets an answer, in linear time. The corpus in the resources is what fuzzing found worth
 * keeping.
 */
class ShellFuzzTest {
  /** Steps a character: what the quadratic mistakes of the past exceeded. */
  private static final long STEPS_PER_CHARACTER = 100;

  @FuzzTest(maxDuration = "4h")
  void anyTextGetsAnAnswer(byte[] input) {
    String text = new String(input, ISO_8859_1);
    for (Dialect dialect : Dialect.values()) {
      var budget = new Budget();
      ParseResult result = ShellParser.parse(text, dialect, budget);
      assertThat(budget.steps() <= STEPS_PER_CHARACTER * text.length() + 1_000).isTrue();
      if (result instanceof ParseResult.Parsed(Script script)) {
        visit(script, text.length());
      }
    }
    CmdLine.parse(text);
    PowerShellLine.parse(text);
  }

  private static void visit(Node node, int length) {
    if (node.span().end() > length) {
      throw new AssertionError("beyond the text: " + node.span());
    }
    var expander = new Expander(Variables.of("/home/dev", "/", "dev"), s -> Optional.empty());
    switch (node) {
      case Word word -> {
        expander.fields(word);
        expander.text(word);
      }
      case HereDocument document -> expander.body(document);
      case Assignment assignment -> expander.assign(assignment);
      default -> {}
    }
    node.children().forEach(child -> visit(child, length));
  }
}
