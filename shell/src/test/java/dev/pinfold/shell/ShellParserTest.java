package dev.pinfold.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ShellParserTest {
  static Stream<List<String>> hidden() {
    return Resource.rows("hidden.tsv").stream();
  }

  /** Wherever a command hides, a walk over the tree finds it. */
  @ParameterizedTest
  @MethodSource("hidden")
  void everyCommandIsReachable(List<String> row) {
    String text = Resource.unescaped(row.get(0));
    assertThat(ShellParser.parse(text, Dialect.BASH))
        .isInstanceOfSatisfying(
            ParseResult.Parsed.class,
            parsed -> assertThat(names(parsed.script())).contains("evil"));
  }

  /** Text that only looks like a command is none. */
  @ParameterizedTest
  @MethodSource("data")
  void dataIsNoCommand(List<String> row) {
    String text = Resource.unescaped(row.get(0));
    assertThat(ShellParser.parse(text, Dialect.BASH))
        .isInstanceOfSatisfying(
            ParseResult.Parsed.class,
            parsed -> assertThat(names(parsed.script())).isNotEmpty().doesNotContain("evil"));
  }

  static Stream<List<String>> data() {
    return Resource.rows("data.tsv").stream();
  }

  private static List<String> names(Node node) {
    var names = new ArrayList<String>();
    if (node instanceof Command.Simple simple && !simple.words().isEmpty()) {
      simple.words().getFirst().literal().ifPresent(names::add);
    }
    for (Node child : node.children()) {
      assertThat(child.span().start()).isGreaterThanOrEqualTo(0);
      names.addAll(names(child));
    }
    return names;
  }

  @Test
  void positionsPointIntoTheText() {
    String text = "a; `b \\`rm c\\`` <<E\nx $(d)\nE\n";
    var spans = new ArrayList<String>();
    var parsed = (ParseResult.Parsed) ShellParser.parse(text, Dialect.BASH);
    collect(parsed.script(), text, spans);
    assertThat(spans).containsExactly("a", "`b \\`rm c\\`` <<E", "b \\`rm c\\`", "rm c", "d");
  }

  private static void collect(Node node, String text, List<String> spans) {
    if (node instanceof Command.Simple simple) {
      spans.add(text.substring(simple.span().start(), simple.span().end()));
    }
    node.children().forEach(child -> collect(child, text, spans));
  }

  @Test
  void aNulIsWrong() {
    for (String text :
        List.of("a\0", "'\0'", "\"\0\"", "\\\0", "$'\0'", "a <<E\n\0\nE\n", "# \0")) {
      assertThat(ShellParser.parse(text, Dialect.BASH)).isInstanceOf(ParseResult.Wrong.class);
    }
  }

  @Test
  void bytesThatAreNoUtf8AreOrdinaryCharacters() {
    var parsed = (ParseResult.Parsed) ShellParser.parse("rm a\uDCFFb", Dialect.BASH);
    var simple = (Command.Simple) parsed.script().statements().getFirst().command();
    assertThat(simple.words().get(1).literal()).contains("a\uDCFFb");
  }

  @Test
  void whatOnlyBashHasIsUnsupportedInSh() {
    assertThat(ShellParser.parse("a=(b)", Dialect.SH)).isInstanceOf(ParseResult.Unsupported.class);
    assertThat(ShellParser.parse("cat <<<a", Dialect.SH))
        .isInstanceOf(ParseResult.Unsupported.class);
  }

  /** bash takes the lines after it for the body, dash runs them. */
  @Test
  void aHereDocumentWithoutItsBodyInTheSubstitutionIsUnsupported() {
    assertThat(ShellParser.parse("a $(cat <<E)\nit's\nE\nrm -rf /\n'", Dialect.BASH))
        .isInstanceOf(ParseResult.Unsupported.class);
  }

  @Test
  void emptyTextHasNoStatements() {
    for (String text : List.of("", " \t\n", "# only a comment", "\\\n")) {
      assertThat(ShellParser.parse(text, Dialect.BASH))
          .isInstanceOfSatisfying(
              ParseResult.Parsed.class,
              parsed -> assertThat(parsed.script().statements()).isEmpty());
    }
  }

  @Test
  void messagesSayWhatIsWrongAndWhere() {
    assertThat(ShellParser.parse("if a; then fi", Dialect.BASH))
        .isEqualTo(
            new ParseResult.Wrong(new Span(11, 12), "unexpected \"fi\": expected a command"));
  }
}
