package dev.pinfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pinfold.shell.Span;
import org.junit.jupiter.api.Test;

class UnderlinedTest {
  private static String underline(String text, String words) {
    int start = text.indexOf(words);
    return Underlined.words(text, new Span(start, start + words.length()));
  }

  @Test
  void putsCaretsBelowTheWords() {
    assertThat(underline("echo; rm -rf ~", "rm -rf"))
        .isEqualTo(
            """
              echo; rm -rf ~
                    ^^^^^^
            """);
  }

  @Test
  void showsOnlyTheLinesThatMatter() {
    assertThat(underline("a\nrm -rf \\\n  ~\nb", "rm -rf \\\n  ~"))
        .isEqualTo(
            """
              rm -rf \\
              ^^^^^^^^
                ~
              ^^^
            """);
    assertThat(underline("a\nb", "b")).isEqualTo("  b\n  ^\n");
    assertThat(underline("a\nb", "a")).isEqualTo("  a\n  ^\n");
  }

  @Test
  void countsColumnsAndNotCharacters() {
    assertThat(underline("echo 漢e\u0301😀 rm", "rm")).endsWith("  " + " ".repeat(11) + "^^\n");
    assertThat(underline("\u001b[2J rm", "rm")).isEqualTo("  \\x1b[2J rm\n          ^^\n");
  }

  @Test
  void cutsLongLinesAroundTheWords() {
    String shown = underline("x".repeat(500) + "rm" + "y".repeat(500), "rm");
    assertThat(shown.lines().findFirst().orElseThrow())
        .isEqualTo("  …" + "x".repeat(60) + "rm" + "y".repeat(60) + "…");
    assertThat(shown.lines().skip(1).findFirst().orElseThrow())
        .isEqualTo("  " + " ".repeat(61) + "^^");
  }

  @Test
  void anEmptySpanHasOneCaret() {
    assertThat(Underlined.words("rm", new Span(2, 2))).isEqualTo("  rm\n    ^\n");
    assertThat(Underlined.words("", new Span(0, 0))).isEqualTo("  \n  ^\n");
  }
}
