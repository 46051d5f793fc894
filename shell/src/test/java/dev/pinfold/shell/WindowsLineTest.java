package dev.pinfold.shell;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WindowsLineTest {
  static Stream<String> rows() throws IOException {
    try (var in =
        new BufferedReader(
            new InputStreamReader(
                WindowsLineTest.class.getResourceAsStream("windows.txt"), UTF_8))) {
      return in.lines().filter(line -> !line.startsWith("#")).toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("rows")
  void readsTheCommandsOfALineOrSaysUnknown(String row) {
    int first = row.indexOf(" | ");
    int last = row.lastIndexOf(" | ");
    String text = row.substring(first + 3, last).replace("\\n", "\n").replace("\\|", "|");
    WindowsLine line = row.startsWith("cmd ") ? CmdLine.parse(text) : PowerShellLine.parse(text);
    assertThat(shown(line)).isEqualTo(row.substring(last + 3));
  }

  @Test
  void answersForAnyText() {
    var random = new Random(5);
    String alphabet = "ab /\\\"'`^%!$@(){}[]&|<>;#~-*?:=,\n\r\t1.\u00e9\0";
    for (int n = 0; n < 20_000; n++) {
      String text =
          random
              .ints(random.nextInt(40), 0, alphabet.length())
              .mapToObj(i -> alphabet.substring(i, i + 1))
              .collect(Collectors.joining());
      assertThat(CmdLine.parse(text)).isNotNull();
      assertThat(PowerShellLine.parse(text)).isNotNull();
    }
  }

  @Test
  void deepNestingIsUnknown() {
    assertThat(PowerShellLine.parse("(".repeat(100_000))).isInstanceOf(WindowsLine.Unknown.class);
    assertThat(PowerShellLine.parse("{".repeat(100_000))).isInstanceOf(WindowsLine.Unknown.class);
    assertThat(CmdLine.parse("(".repeat(100_000))).isInstanceOf(WindowsLine.Unknown.class);
    assertThat(CmdLine.parse("a".repeat(ShellParser.MAX_LENGTH + 1)))
        .isInstanceOf(WindowsLine.Unknown.class);
  }

  private static String shown(WindowsLine line) {
    return switch (line) {
      case WindowsLine.Unknown _ -> "unknown";
      case WindowsLine.Commands(List<WindowsCommand> commands) -> shown(commands);
    };
  }

  private static String shown(List<WindowsCommand> commands) {
    return commands.stream().map(WindowsLineTest::shown).collect(Collectors.joining(" ; "));
  }

  private static String shown(WindowsCommand command) {
    var out = new StringBuilder(command.piped() ? "|" : "").append(command.expression() ? "!" : "");
    command.words().forEach(w -> out.append('<').append(shown(w)).append('>'));
    command.outputs().forEach(o -> out.append(" >").append(shown(o)));
    if (!command.nested().isEmpty()) {
      out.append(" [").append(shown(command.nested())).append(']');
    }
    return out.toString().strip();
  }

  private static String shown(Field field) {
    return switch (field) {
      case Field.Constant constant -> constant.text().replace("\n", "\\n");
      case Field.Unknown unknown ->
          unknown.pieces().isEmpty()
              ? "?"
              : unknown.pieces().stream()
                  .map(p -> p instanceof Field.Piece.Hole ? "?" : p.text())
                  .collect(Collectors.joining());
    };
  }
}
