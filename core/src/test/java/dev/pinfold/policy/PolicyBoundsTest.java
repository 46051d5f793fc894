package dev.pinfold.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Texts that are built to be expensive are answered, and never by ALLOW because a bound was
 * reached.
 */
class PolicyBoundsTest {
  static List<String> expensiveTexts() {
    return List.of(
        "a=xxxxxxxxxx;" + "a=$a$a;".repeat(40) + "$a",
        "sudo ".repeat(10_000) + "ls",
        "while a; do ".repeat(40) + "ls" + "; done".repeat(40),
        "for a in 1 2 3 4 5 6 7 8 9; do ".repeat(20) + "ls" + "; done".repeat(20),
        "$(".repeat(50_000),
        "(".repeat(100_000),
        "f0(){ ls; };" + doublingFunctions(24) + "f23",
        "a".repeat((1 << 20) + 1));
  }

  private static String doublingFunctions(int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 1; i < count; i++) {
      text.append("f%d(){ f%d; f%d; };".formatted(i, i - 1, i - 1));
    }
    return text.toString();
  }

  @ParameterizedTest
  @MethodSource("expensiveTexts")
  void anExpensiveTextIsAskedFor(String text) {
    assertThat(Policy.builtIn(Profile.PERMISSIVE).evaluate(text, Corpus.CONTEXT).decision())
        .isEqualTo(Decision.ASK);
  }

  @ParameterizedTest
  @MethodSource("expensiveTexts")
  void anExpensiveTextIsRefusedByAnAllowList(String text) {
    assertThat(Policy.builtIn(Profile.READ_ONLY).evaluate(text, Corpus.CONTEXT).decision())
        .isEqualTo(Decision.DENY);
  }

  static List<Arguments> expensiveTextsOfWindows() {
    return List.of(
        arguments(Dialect.CMD, "for %i in (1 2 3 4 5 6 7 8 9) do ".repeat(20) + "rem"),
        arguments(Dialect.CMD, "cmd /c ".repeat(100_000) + "rem"),
        arguments(Dialect.CMD, "call ".repeat(100_000) + "rem"),
        arguments(
            Dialect.POWERSHELL, "foreach ($x in 'a','b','c','d') {".repeat(30) + "}".repeat(30)),
        arguments(Dialect.POWERSHELL, "'a','b','c' | % {".repeat(30) + "}".repeat(30)),
        arguments(Dialect.POWERSHELL, "(".repeat(100_000) + ")".repeat(100_000)),
        arguments(Dialect.POWERSHELL, "{".repeat(100_000)),
        arguments(Dialect.POWERSHELL, "iex ".repeat(100_000) + "rm"));
  }

  @ParameterizedTest
  @MethodSource("expensiveTextsOfWindows")
  void anExpensiveTextOfWindowsIsNotAllowed(Dialect dialect, String text) {
    assertThat(
            Policy.builtIn(Profile.PERMISSIVE)
                .evaluate(text, Corpus.CONTEXT.withDialect(dialect))
                .decision())
        .isNotEqualTo(Decision.ALLOW);
  }

  static List<String> longTexts() {
    return List.of(
        "true;", "ls -la x\n", "a=b;(ls)|cat;", "eval 'ls';", "if a; then b; fi;", "x | ", "> a ");
  }

  @ParameterizedTest
  @MethodSource("longTexts")
  void aTextOfManyHarmlessCommandsIsAllowed(String piece) {
    String text = piece.repeat(20_000 / piece.length()) + " true";

    assertThat(Policy.builtIn(Profile.PERMISSIVE).evaluate(text, Corpus.CONTEXT).decision())
        .isEqualTo(Decision.ALLOW);
  }

  @ParameterizedTest
  @MethodSource("longTexts")
  void theLastOfManyCommandsIsJudgedToo(String piece) {
    String text = piece.repeat(20_000 / piece.length()) + " rm -rf /";

    assertThat(Policy.builtIn(Profile.PERMISSIVE).evaluate(text, Corpus.CONTEXT).decision())
        .isEqualTo(Decision.DENY);
  }

  static List<String> repeatedPieces() {
    return List.of(
        "a;", "echo a;", "$(a);", "rm $x;", "cd a;", "x=$x.;", "a=b;", "eval a;", "(a)&", "a&&b;");
  }

  @ParameterizedTest
  @MethodSource("repeatedPieces")
  void fourTimesTheTextIsNoMoreThanFourTimesTheWork(String piece) {
    allocatedBytes(piece.repeat(100));
    long some = allocatedBytes(piece.repeat(10_000));
    long fourTimes = allocatedBytes(piece.repeat(40_000));

    // Twice as much for tables that grow by doubling.
    assertThat(fourTimes).isLessThan(8 * some);
  }

  /** Memory that judging takes and gives back: a measure of work that no other program disturbs. */
  private static long allocatedBytes(String text) {
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    Policy.builtIn(Profile.PERMISSIVE).evaluate(text, Corpus.CONTEXT);
    return threads.getCurrentThreadAllocatedBytes() - before;
  }

  @Test
  void ofVeryManyMatchesTheStrictestIsKept() {
    Evaluation evaluation =
        Policy.builtIn(Profile.PERMISSIVE)
            .evaluate("rm $x;".repeat(3000) + "rm -rf /", Corpus.CONTEXT);

    assertThat(evaluation.decision()).isEqualTo(Decision.DENY);
    assertThat(evaluation.matches()).hasSizeLessThan(1100);
  }
}
