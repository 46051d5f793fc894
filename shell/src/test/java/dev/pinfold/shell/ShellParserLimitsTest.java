package dev.pinfold.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ShellParserLimitsTest {
  /** Half a mebibyte: the smallest stack that a thread of ours may have. */
  private static final long STACK_BYTES = 512 * 1024;

  private static Arguments nest(String name, String open, String inside, String close) {
    IntFunction<String> text = n -> open.repeat(n) + inside + close.repeat(n);
    return Arguments.of(name, text);
  }

  static List<Arguments> nestings() {
    return List.of(
        nest("substitutions", "$(", "a", ")"),
        nest("quoted substitutions", "\"$(", "a", ")\""),
        nest("substitutions with arguments", "a \"${x:-$(b ", "a", ")}\""),
        nest("arithmetic", "$((", "1", "))"),
        nest("arithmetic that turns out to be subshells", "$((", "a", ") )"),
        nest("arithmetic commands that turn out to be subshells", "((", "a", ") )"),
        nest("subshells", "( ", "a", ")"),
        nest("subshells without blanks", "(", "a", ") "),
        nest("groups", "{ ", "a", "; }"),
        nest("conditions", "[[ ", "a", " ]]"),
        nest("parentheses of conditions", "( ", "a", " )"),
        nest("ifs", "if ", "a", "; then b; fi"),
        nest("whiles", "while a; do ", "a", "; done"),
        nest("cases", "case x in y) ", "a", ";; esac"),
        nest("fors", "for x in y; do ", "a", "; done"),
        nest("functions", "f() { ", "a", "; }"),
        nest("functions of functions", "function f() ", "{ a; }", ""),
        nest("coprocesses", "coproc ", "{ a; }", ""),
        nest("parameters", "${x:-", "a", "}"),
        nest("quoted parameters", "\"${x:-", "a", "}\""),
        nest("subscripts", "${x[", "a", "]}"),
        nest("old arithmetic", "$[", "1", "]"),
        nest("process substitutions", "a <(", "a", ")"),
        nest("patterns", "@(", "a", ")"),
        nest("braces", "{a,", "b", "}"),
        nest("arrays", "a=($(", "a", "))"),
        nest("assignments of arrays", "declare a=($(", "a", "))"),
        nest("here-documents", "$(cat <<E\n", "a", "\nE\n)"),
        nest("subshells in arithmetic in substitutions", "$(( $(( $((", "1", ") ) ) ) ) )"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("nestings")
  void nestingEndsInAnAnswerOnASmallStack(String name, IntFunction<String> text)
      throws InterruptedException {
    for (int depth = 1; depth <= 110; depth++) {
      String nested = text.apply(depth);
      onSmallStack(() -> walk(nested));
    }
    onSmallStack(() -> walk(text.apply(20_000)));
  }

  /** Reading a failed guess again at every level would make this quadratic or worse. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("nestings")
  void stepsGrowWithTheDepthOnly(String name, IntFunction<String> text) {
    assertThat(steps(text.apply(80))).as(name).isLessThan(6 * steps(text.apply(20)));
  }

  /** Parses, walks and expands everything, as the policy would. */
  private static void walk(String text) {
    if (ShellParser.parse(text, Dialect.BASH) instanceof ParseResult.Parsed(Script script)) {
      assertThat(commands(script)).isPositive();
    }
  }

  private static int commands(Node node) {
    int count = node instanceof Command ? 1 : 0;
    if (node instanceof Word word) {
      BraceExpansion.of(word);
    }
    for (Node child : node.children()) {
      count += commands(child);
    }
    return count;
  }

  private static void onSmallStack(Runnable work) throws InterruptedException {
    var failure = new AtomicReference<Throwable>();
    Thread thread =
        Thread.ofPlatform()
            .stackSize(STACK_BYTES)
            .uncaughtExceptionHandler((_, e) -> failure.set(e))
            .start(work);
    thread.join();
    assertThat(failure.get()).isNull();
  }

  private static Arguments growing(String name, String head, String unit, String tail) {
    IntFunction<String> text = n -> head + unit.repeat(n) + tail;
    return Arguments.of(name, text);
  }

  static List<Arguments> growing() {
    return List.of(
        growing("commands", "", "ls -l;", ""),
        growing("lines", "", "ls\n", ""),
        growing("and-or lists", "a", " && b", ""),
        growing("pipelines", "a", "|b", ""),
        growing("words", "a", " b", ""),
        growing("one word", "", "ab", ""),
        growing("continuations", "a", "\\\n", "b"),
        growing("negations", "", "! ", "a"),
        growing("assignments", "", "a=b ", ""),
        growing("name before something else", "", "a", "["),
        growing("digits before something else", "", "1", "a"),
        growing("blanks", "a", " ", "b"),
        growing("comments", "", "# a\n", "b"),
        growing("unterminated single quotes", "", "'a", ""),
        growing("unterminated double quotes", "", "\"a", ""),
        growing("unterminated backquotes", "", "`a", ""),
        growing("unterminated substitutions", "", "$(", ""),
        growing("unterminated arithmetic", "", "$((", ""),
        growing("unterminated subshells", "", "((", ""),
        growing("unterminated groups", "", "{ ", ""),
        growing("unterminated conditions", "", "[[ ( ", ""),
        growing("brackets of one kind", "", "[", ""),
        growing("braces of one word", "", "{", ""),
        growing("commas in braces", "{", "a,", "}"),
        growing("parentheses in arithmetic", "((", "(", ""),
        growing("matched parentheses in arithmetic", "((", "(a)", " ) )"),
        growing("failed guesses", "", "((a) );", ""),
        growing("failed guesses of substitutions", "a ", "$((a) )", ""),
        growing("failed guesses in a failed guess", "$(( ", "$((a) )", " ) )"),
        growing("quotes in failed guesses", "((", "\"a\"", ") )"),
        growing("here-documents", "", "cat <<E\nx\nE\n", ""),
        growing("lines of a here-document", "cat <<E\n", "x $y\n", "E\n"),
        growing("almost delimiters", "$(cat <<E\n", "Ex\n", "E\n)"),
        growing("unterminated here-documents", "", "cat <<E\n", ""),
        growing("here-documents of one line", "a", " <<E", "\n"),
        growing("cases", "case x in ", "a) ;; ", "esac"),
        growing("elifs", "if a; then b; ", "elif a; then b; ", "fi"),
        growing("subscripts", "", "a[1]=2;", ""),
        growing("tildes", "a=", "~:", ""),
        growing("backslashes", "a", "\\\\", ""),
        growing("backslashes in backquotes", "`", "\\\\", "`"),
        growing("slices", "${x:", "a?b:", "}"),
        growing("redirections", "a", " >f", ""),
        growing("redirections of a group", "{ a; }", " 2>&1", ""),
        growing("unterminated parameters", "", "${x:-", ""),
        growing("unterminated quoted substitutions", "", "\"$(", ""),
        growing("unterminated process substitutions", "", "a <(", ""),
        growing("unterminated arrays", "", "a=(", ""),
        growing("unterminated patterns", "", "@(", ""),
        growing("unterminated old arithmetic", "", "$[", ""),
        growing("unterminated subscripts", "", "a[", ""),
        growing("unterminated here-documents in substitutions", "", "$(cat <<E\n", ""),
        growing("backquotes in backquotes", "", "`\\", ""),
        growing("elements of an array", "a=(", "b ", ")"),
        growing("arrays after arrays", "", "a=(b) ", ""),
        growing("arguments of a declaration", "declare", " a=(b)", ""),
        growing("coprocesses", "", "coproc N ", ""),
        growing("patterns of a case", "case x in a", "|b", ") c;; esac"),
        growing("words of a for", "for x in", " a", "; do b; done"),
        growing("regular expressions", "[[ a =~ ", "(a|b)", " ]]"),
        growing("conditions", "[[ a", " && b", " ]]"),
        growing("times", "", "time ", "a"),
        growing("lines of a document with tabs", "cat <<-E\n", "\t\\\n", "E\n"),
        growing("documents of nested substitutions", "", "$(a <<E;b)\n", ""),
        growing("functions", "", "f() { a; };", ""));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("growing")
  void stepsGrowWithTheTextOnly(String name, IntFunction<String> text) {
    int unit = text.apply(2).length() - text.apply(1).length();
    int count = Math.min(100_000, (ShellParser.MAX_LENGTH - 100) / unit);
    String small = text.apply(count / 10);
    String large = text.apply(count);
    assertThat(steps(large)).as(name).isLessThan(12 * steps(small) + 1_000);
    assertThat(steps(large)).as(name).isLessThan(40L * large.length() + 1_000);
  }

  private static long steps(String text) {
    var budget = new Budget();
    assertThat(ShellParser.parse(text, Dialect.BASH, budget)).isNotNull();
    return budget.steps();
  }

  @Test
  void aHundredThousandCommandsAreParsed() {
    assertThat(ShellParser.parse("rm a;".repeat(100_000), Dialect.BASH))
        .isInstanceOfSatisfying(
            ParseResult.Parsed.class,
            parsed -> assertThat(parsed.script().statements()).hasSize(100_000));
  }

  @Test
  void aMebibyteIsParsedAndOneCharacterMoreIsTooLarge() {
    String text = "a".repeat(ShellParser.MAX_LENGTH);
    assertThat(ShellParser.parse(text, Dialect.BASH)).isInstanceOf(ParseResult.Parsed.class);
    assertThat(ShellParser.parse(text + "a", Dialect.BASH))
        .isInstanceOf(ParseResult.TooLarge.class);
  }

  @Test
  void nestingBeyondTheBoundIsTooDeep() {
    assertThat(ShellParser.parse("$(".repeat(99) + "a" + ")".repeat(99), Dialect.BASH))
        .isInstanceOf(ParseResult.Parsed.class);
    assertThat(ShellParser.parse("$(".repeat(101) + "a" + ")".repeat(101), Dialect.BASH))
        .isInstanceOf(ParseResult.TooDeep.class);
  }
}
