package dev.pinfold.policy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the policy says about words, held to the arguments that bash passes to a program. */
class ExpansionTest {
  /** How many generated words; more with -Dpinfold.shell.words=100000. */
  private static final int WORDS = Integer.getInteger("pinfold.shell.words", 2_000);

  /** The state that arguments.bash sets. */
  private static final String STATE =
      "x='a b' e='' g='*.c' c='p:q::r' arr=(one 'two three') n=7; unset u; set -- 'f g' h; ";

  private static final PolicyContext CONTEXT =
      PolicyContext.ownFolder("/workspace/proj", "/home/dev", "dev").withCwd("/");

  /**
   * The home of a user whom the machine may have: taken for the usual place, which is refused; bash
   * here leaves the word alone.
   */
  private static final Pattern SOMEBODYS_HOME = Pattern.compile("(^|[=:{,])(?:\\\\\n)*~[^/:\\s]");

  record Row(String text, String words) {}

  static Stream<Row> rows() {
    return Corpus.lines("expansions.tsv").stream()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.split("\t", -1))
        .map(fields -> new Row(unescaped(fields[0]), unescaped(fields[1])));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void expandsWhatIsConstantAndSaysWhatIsNot(Row row) {
    assertThat(shown(arguments(STATE + row.text()))).isEqualTo(row.words());
  }

  private static String unescaped(String field) {
    return field.replace("\\\\", "\0").replace("\\n", "\n").replace('\0', '\\');
  }

  /** The words of the last command. */
  private static List<Argument> arguments(String text) {
    return Policy.builtIn(Profile.PERMISSIVE).evaluate(text, CONTEXT).commands().getLast().words();
  }

  private static String shown(List<Argument> words) {
    return words.stream().map(word -> shown(word.value())).collect(Collectors.joining(" "));
  }

  private static String shown(String value) {
    String kind = value.indexOf(Marks.HOLES) >= 0 ? "many" : Marks.pattern(value) ? "glob" : "";
    return kind
        + "<"
        + Marks.plain(value)
            .replace(Marks.NUMBER, '#')
            .replace(Marks.HOLE, '?')
            .replace(Marks.HOLES, '?')
        + ">";
  }

  @Test
  void whatItSaysOfAWordHoldsForTheArgumentsThatBashPasses(@TempDir Path folder) throws Exception {
    var generator = new WordGenerator(new Random(Long.getLong("pinfold.shell.seed", 7L)));
    List<String> words = IntStream.range(0, WORDS).mapToObj(_ -> generator.word()).toList();
    List<String> truth = bash(folder, words);
    assertThat(truth).hasSameSizeAs(words);
    List<String> wrong = new ArrayList<>();
    int unknown = 0;
    for (int i = 0; i < words.size(); i++) {
      if (truth.get(i).equals(" error") || SOMEBODYS_HOME.matcher(words.get(i)).find()) {
        continue;
      }
      List<Argument> ours = arguments(STATE + "hex " + words.get(i));
      unknown += ours.stream().anyMatch(Argument::isUnknown) ? 1 : 0;
      String passed = decoded(truth.get(i));
      if (!pattern(ours.subList(1, ours.size())).matcher(passed).matches()) {
        wrong.add(
            "%s is %s, not %s".formatted(words.get(i), passed.replace('\0', '|'), shown(ours)));
      }
    }
    System.out.printf("%d words, %d unknown to us%n", words.size(), unknown);
    assertThat(wrong).as("%d of %d", wrong.size(), words.size()).isEmpty();
    assertThat(unknown).isLessThan(words.size() / 5);
  }

  /** Every list of arguments that ours stands for; each argument ends with NUL. */
  private static Pattern pattern(List<Argument> ours) {
    StringBuilder regex = new StringBuilder();
    for (Argument word : ours) {
      boolean any = word.value().indexOf(Marks.HOLES) >= 0;
      word.value().chars().forEach(c -> regex.append(pattern((char) c)));
      regex.append(any ? "(?:\\x00|(?<=\\x00)|\\A)" : "\\x00");
    }
    return Pattern.compile(regex.toString(), Pattern.DOTALL);
  }

  private static String pattern(char c) {
    return switch (c) {
      case Marks.HOLES -> ".*";
      case Marks.HOLE, Marks.STAR -> "[^\\x00]*";
      case Marks.NUMBER -> "-?[0-9]+";
      case Marks.QUESTION -> "[^\\x00]";
      case Marks.BRACKET -> "\\[";
      default -> Pattern.quote(String.valueOf(c));
    };
  }

  /** An argument is x and its bytes in hexadecimal, after a blank. */
  private static String decoded(String line) {
    StringBuilder out = new StringBuilder();
    for (String argument : line.isEmpty() ? new String[0] : line.substring(1).split(" ", -1)) {
      byte[] bytes = java.util.HexFormat.of().parseHex(argument.substring(1));
      out.append(new String(bytes, UTF_8)).append('\0');
    }
    return out.toString();
  }

  private static List<String> bash(Path folder, List<String> words)
      throws IOException, InterruptedException, java.net.URISyntaxException {
    Path driver = Path.of(ExpansionTest.class.getResource("arguments.bash").toURI());
    Path output = folder.resolve("truth");
    Process process =
        new ProcessBuilder("bash", driver.toString())
            .redirectOutput(output.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (OutputStream in = process.getOutputStream()) {
      for (String word : words) {
        in.write(word.getBytes(UTF_8));
        in.write(0);
      }
    }
    assertThat(process.waitFor()).isZero();
    return Files.readAllLines(output, UTF_8);
  }
}
