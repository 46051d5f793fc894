package dev.pinfold.egress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class EgressRulesTest {
  static Stream<List<String>> verdicts() {
    return Rows.of("rules.tsv").stream();
  }

  static Stream<List<String>> unusable() {
    return Rows.of("words-refused.tsv").stream();
  }

  @MethodSource("verdicts")
  @ParameterizedTest
  void aHostIsJudged(List<String> row) throws EgressSyntaxException {
    EgressRules rules = EgressRules.parse(words(row.get(0)), words(row.get(1)));
    Verdict verdict = rules.judge(HostPort.parse(row.get(2)));
    assertThat(verdict instanceof Verdict.Allowed ? "allowed" : "refused").isEqualTo(row.get(3));
    assertThat(verdict.rule()).isEqualTo(row.get(4));
  }

  @MethodSource("unusable")
  @ParameterizedTest
  void aWordThatCantBeUsedIsAnErrorWithAHint(List<String> row) {
    assertThatThrownBy(() -> EgressRules.parse(List.of(row.getFirst()), List.of()))
        .isInstanceOf(EgressSyntaxException.class)
        .hasMessageContaining(row.getLast());
  }

  @Test
  void whatARefusalSuggestsWouldAllowIt() throws EgressSyntaxException {
    for (List<String> row : Rows.of("rules.tsv")) {
      HostPort target = HostPort.parse(row.get(2));
      EgressRules rules = EgressRules.parse(words(row.get(0)), words(row.get(1)));
      if (rules.judge(target) instanceof Verdict.Refused refused && refused.grant().isPresent()) {
        List<String> more =
            Stream.concat(
                    words(row.get(0)).stream().filter(word -> !word.equals("none")),
                    refused.grant().stream())
                .toList();
        assertThat(EgressRules.parse(more, words(row.get(1))).judge(target))
            .as(row.toString())
            .isInstanceOf(Verdict.Allowed.class);
      }
    }
  }

  @Test
  void aNameThatLeadsToAnAddressOfTheMachineIsNoWayThere() throws Exception {
    EgressRules rules =
        EgressRules.parse(List.of("db.example", "10.1.2.3:5432"), List.of("8.8.4.4"));
    HostPort name = HostPort.parse("db.example:443");
    for (String address :
        List.of(
            "127.0.0.1",
            "10.0.0.1",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.1.1",
            "::1",
            "fc00::1",
            "8.8.4.4",
            "169.254.169.254",
            "10.1.2.3")) {
      assertThat(rules.judge(name, InetAddress.ofLiteral(address)))
          .as(address)
          .isInstanceOf(Verdict.Refused.class);
    }
    assertThat(rules.judge(name, InetAddress.ofLiteral("8.8.8.8")))
        .isInstanceOf(Verdict.Allowed.class);
    assertThat(rules.judge(HostPort.parse("db.example:5432"), InetAddress.ofLiteral("10.1.2.3")))
        .isInstanceOf(Verdict.Allowed.class);
  }

  @Test
  void noneBesideOtherWordsIsAContradiction() {
    assertThatThrownBy(() -> EgressRules.parse(List.of("none", "example.com"), List.of()))
        .hasMessageContaining("contradict");
  }

  @Test
  void everyPresetCanBeUsed() throws EgressSyntaxException {
    for (String name : Presets.names()) {
      assertThat(EgressRules.parse(List.of(name), List.of()).isNone()).isFalse();
    }
  }

  static List<String> words(String column) {
    return column.equals("-") ? List.of() : List.of(column.split(" "));
  }
}
