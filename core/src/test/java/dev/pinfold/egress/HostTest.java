package dev.pinfold.egress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HostTest {
  static Stream<List<String>> spellings() {
    return Rows.of("hosts.tsv").stream();
  }

  @MethodSource("spellings")
  @ParameterizedTest
  void everySpellingHasOneForm(List<String> row) throws EgressSyntaxException {
    String text = Rows.unescaped(row.getFirst());
    String expected = row.getLast();
    if (expected.equals("!")) {
      assertThatThrownBy(() -> Host.parse(text)).isInstanceOf(EgressSyntaxException.class);
      return;
    }
    Host host = Host.parse(text);
    assertThat(host).hasToString(expected);
    assertThat(Host.parse(host.toString())).isEqualTo(host);
  }
}
