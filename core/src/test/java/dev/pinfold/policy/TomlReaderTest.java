package dev.pinfold.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tomlj.Toml;
import org.tomlj.TomlArray;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlTable;

/** Our reader against a library's, on generated documents, and on what it must refuse. */
class TomlReaderTest {
  private static final List<String> PIECES =
      List.of(
          "a = 1",
          "b.c = 'x'",
          "b.d = \"y\\n\"",
          "[t]",
          "[t.u]",
          "[t.u.v]",
          "[[r]]",
          "[r.o]",
          "[[r.i]]",
          "e = [1, 2, # c",
          "  3]",
          "f = { g = 1, h.i = 'j' }",
          "k = [{ l = 1 }, { l = 2 }]",
          "a = 2",
          "\"q r\" = true",
          "'s' = false",
          "d = 2027-01-31",
          "# comment",
          "",
          "m = \"\"\"",
          "x\"\"\"",
          "n = '''",
          "y'''",
          "o = -17",
          "p = +1_000",
          "u = \"\\u00e9\\\\\"",
          "[b]",
          "b.c.d = 1",
          "[f]",
          "f.z = 1",
          "[[t]]",
          "w = []",
          "x = {}",
          "[a.b]",
          "a.b = 1",
          "y = \"tab\\t\"",
          "z = 'it''s'",
          "aa = \"\"\"a \\",
          "  b\"\"\"",
          "bb = \"\"\"\"q\"\"\"\"",
          "c = 00",
          "g =",
          "= 1",
          "[]",
          "[t",
          "h 1");

  @Test
  void readsWhatALibraryReadsAndRefusesWhatItRefuses() {
    Random random = new Random(20261201);
    int read = 0;
    for (int i = 0; i < 15_000; i++) {
      List<String> lines = new ArrayList<>();
      for (int n = random.nextInt(6); n >= 0; n--) {
        lines.add(PIECES.get(random.nextInt(PIECES.size())));
      }
      String text = String.join(random.nextInt(8) == 0 ? "\r\n" : "\n", lines);
      TomlParseResult expected = Toml.parse(text);
      Object ours;
      try {
        ours = plain(TomlReader.read(text));
        read++;
      } catch (TomlSyntaxException e) {
        ours = "refused";
      }
      assertThat(ours).as(text).isEqualTo(expected.hasErrors() ? "refused" : plain(expected));
    }
    assertThat(read).isGreaterThan(1_500);
  }

  private static Object plain(Object value) {
    return switch (value) {
      case TomlTable table -> {
        Map<String, Object> map = new LinkedHashMap<>();
        table
            .keySet()
            .forEach(key -> map.put(key, plain(Objects.requireNonNull(table.get(List.of(key))))));
        yield map;
      }
      case TomlArray array -> array.toList().stream().map(TomlReaderTest::plain).toList();
      case TomlValue.Table table -> {
        Map<String, Object> map = new LinkedHashMap<>();
        table.values().forEach((key, inner) -> map.put(key, plain(inner)));
        yield map;
      }
      case TomlValue.Items items -> items.items().stream().map(TomlReaderTest::plain).toList();
      case TomlValue.Text text -> text.text();
      case TomlValue.Whole whole -> whole.number();
      case TomlValue.Flag flag -> flag.flag();
      case TomlValue.Day day -> day.day();
      default -> value;
    };
  }

  @Test
  void everyValueKnowsItsLine() throws TomlSyntaxException {
    TomlValue.Table root =
        TomlReader.read("a = 1\n\n# x\n[[r]]\nb = [\n  'x',\n  \"\"\"\ny\"\"\", 'z']\n");
    TomlValue.Items rules = (TomlValue.Items) Objects.requireNonNull(root.values().get("r"));
    TomlValue.Table rule = (TomlValue.Table) rules.items().getFirst();
    assertThat(rule.line()).isEqualTo(4);
    TomlValue.Items items = (TomlValue.Items) Objects.requireNonNull(rule.values().get("b"));
    assertThat(items.items()).extracting(TomlValue::line).containsExactly(6, 7, 8);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a = 1.5|1|no value",
        "a = 2027-01-31T10:00:00Z|1|no value",
        "a = 2027-02-30|1|no day",
        "a = nan|1|no value",
        "a = yes|1|in quotes",
        "a = 'x|1|not closed",
        "a = \"\\q\"|1|no escape",
        "a = 1 b = 2|1|one key",
        "a = [1 2]|1|comma",
        "a = 1\\na = 2|2|already, from line 1",
        "[a]\\n[a]|2|already, from line 1",
        "a = {b = 1}\\n[a.c]|2|already",
        "x = '''\\n\\n|1|not closed",
      })
  void whatItLeavesOutIsAnError(String text, int line, String problem) {
    assertThatExceptionOfType(TomlSyntaxException.class)
        .isThrownBy(() -> TomlReader.read(text.replace("\\n", "\n")))
        .withMessageContaining(problem)
        .matches(e -> e.line() == line, "line " + line);
  }

  @Test
  void itsTimeAndDepthAreBounded() {
    int max = PolicyFile.MAX_BYTES;
    for (String unit :
        List.of(
            "\n", "#\n", "[", "a.", "{a=", "a=[", "=\n", "\"", "'''", "\\", " ", "\r", "a\n",
            "[[a]]\n")) {
      String text = "a = " + unit.repeat(max / unit.length());
      assertThatExceptionOfType(TomlSyntaxException.class).isThrownBy(() -> TomlReader.read(text));
    }
  }
}
