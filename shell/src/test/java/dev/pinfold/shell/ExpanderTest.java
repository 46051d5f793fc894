package dev.pinfold.shell;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pinfold.shell.Field.Piece;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ExpanderTest {
  /** How many generated words; more with -Dpinfold.shell.words=100000. */
  private static final int WORDS = Integer.getInteger("pinfold.shell.words", 2_000);

  /** The state that arguments.bash sets. */
  private static Variables variables() {
    return Variables.of("/home/dev", "/", "dev")
        .with("x", new Value.Text("a b"))
        .with("e", new Value.Text(""))
        .with("g", new Value.Text("*.c"))
        .with("c", new Value.Text("p:q::r"))
        .with("n", new Value.Text("7"))
        .with("u", new Value.Unset())
        .with("arr", new Value.Array(List.of("one", "two three")))
        .with("1", new Value.Text("f g"))
        .with("2", new Value.Text("h"))
        .with("3", new Value.Unset())
        .with("#", new Value.Text("2"))
        .with("@", new Value.Array(List.of("f g", "h")));
  }

  static Stream<List<String>> rows() {
    return Resource.rows("expansions.tsv").stream();
  }

  @ParameterizedTest
  @MethodSource("rows")
  void expandsWhatIsConstantAndSaysWhatIsNot(List<String> row) {
    assertThat(shown(arguments(Resource.unescaped(row.get(0)))))
        .isEqualTo(Resource.unescaped(row.get(1)));
  }

  /** Runs the assignments of a text, and expands the words of its command. */
  private static List<Field> arguments(String text) {
    var expander = new Expander(variables(), ExpanderTest::output);
    var fields = new ArrayList<Field>();
    for (Statement statement : script(text).statements()) {
      var simple = (Command.Simple) statement.command();
      simple.assignments().forEach(expander::assign);
      simple.words().forEach(word -> fields.addAll(expander.fields(word)));
    }
    return fields;
  }

  private static Script script(String text) {
    ParseResult result = ShellParser.parse(text, Dialect.BASH);
    assertThat(result).isInstanceOf(ParseResult.Parsed.class);
    return ((ParseResult.Parsed) result).script();
  }

  /** Knows echo of one constant word. */
  private static Optional<String> output(WordPart.CommandSubstitution substitution) {
    return substitution.script().statements().getFirst().command() instanceof Command.Simple simple
            && simple.words().size() == 2
            && simple.words().getFirst().literal().equals(Optional.of("echo"))
        ? simple.words().get(1).literal().map(text -> text + "\n")
        : Optional.empty();
  }

  private static String shown(List<Field> fields) {
    return fields.stream().map(ExpanderTest::shown).collect(Collectors.joining(" "));
  }

  private static String shown(Field field) {
    return switch (field) {
      case Field.Constant constant ->
          constant.pattern().map(p -> "glob<" + p + ">").orElse("<" + constant.text() + ">");
      case Field.Unknown unknown ->
          (unknown.many() ? "many<" : "<")
              + unknown.pieces().stream()
                  .map(p -> p instanceof Piece.Hole ? "?" : p.text())
                  .collect(Collectors.joining())
              + ">";
    };
  }

  @Test
  void passesTheArgumentsThatBashPasses() {
    var generator = new WordGenerator(new Random(Long.getLong("pinfold.shell.seed", 7L)));
    var words = new ArrayList<String>();
    for (int i = 0; i < WORDS; i++) {
      words.add(generator.word());
    }
    List<String> truth = RealShell.run("arguments.bash", List.of(), words).lines().toList();
    assertThat(truth).hasSameSizeAs(words);
    var wrong = new ArrayList<String>();
    int unknown = 0;
    for (int i = 0; i < words.size(); i++) {
      Optional<String> ours = hexadecimal(words.get(i));
      unknown += ours.isEmpty() ? 1 : 0;
      if (ours.isPresent() && !ours.get().equals(truth.get(i))) {
        wrong.add(words.get(i));
      }
    }
    System.out.printf("%d words, %d unknown to us%n", words.size(), unknown);
    assertThat(wrong).isEmpty();
    assertThat(unknown).isLessThan(words.size() / 10);
  }

  /** The arguments as the driver prints them; empty if one is unknown. */
  private static Optional<String> hexadecimal(String word) {
    if (!(ShellParser.parse("hex " + word, Dialect.BASH)
        instanceof ParseResult.Parsed(Script script))) {
      return Optional.of(" error");
    }
    var simple = (Command.Simple) script.statements().getFirst().command();
    var expander = new Expander(variables(), s -> Optional.empty());
    var line = new StringBuilder();
    for (Word argument : simple.words().subList(1, simple.words().size())) {
      for (Field field : expander.fields(argument)) {
        if (!(field instanceof Field.Constant constant)) {
          return Optional.empty();
        }
        line.append(" x");
        for (byte b : constant.text().getBytes(UTF_8)) {
          line.append("%02x".formatted(b));
        }
      }
    }
    return Optional.of(line.toString());
  }

  @Test
  void knowsThePrefixOfWhatItDoesNotKnow() {
    Field field = arguments("rm /etc/$unknown.d").getLast();
    assertThat(field)
        .isInstanceOfSatisfying(
            Field.Unknown.class,
            unknown -> {
              assertThat(unknown.prefix()).isEqualTo("/etc/");
              assertThat(unknown.suffix()).isEqualTo(".d");
              assertThat(unknown.span()).isEqualTo(new Span(3, 18));
            });
  }

  @Test
  void hereDocumentsAreExpandedUnlessQuoted() {
    assertThat(body("cat <<E\n$HOME $unknown\nE\n")).isEqualTo("</home/dev ?\n>");
    assertThat(body("cat <<'E'\n$HOME\nE\n")).isEqualTo("<$HOME\n>");
    assertThat(body("cat <<-E\n\t\ta\\\nb\n\tE\n")).isEqualTo("<ab\n>");
  }

  private static String body(String text) {
    var simple = (Command.Simple) script(text).statements().getFirst().command();
    HereDocument document = simple.redirects().getFirst().hereDocument().orElseThrow();
    return shown(new Expander(variables(), s -> Optional.empty()).body(document));
  }
}
