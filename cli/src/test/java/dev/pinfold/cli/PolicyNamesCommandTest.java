package dev.pinfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PolicyNamesCommandTest {
  @TempDir Path home;

  @Test
  void saysWhichNamesMayBeAdded() throws Exception {
    Finished names = new Pinfold(home).run("policy", "names", "bash", "mytool");
    assertThat(names.status()).isEqualTo(20);
    List<String> lines = names.out().lines().toList();
    assertThat(lines.get(0)).startsWith("{\"name\":\"bash\",\"verdict\":\"refuse\",\"reason\":\"");
    assertThat(lines.get(1))
        .startsWith("{\"name\":\"mytool\",\"verdict\":\"accept\",\"reason\":\"");
    assertThat(new Pinfold(home).run("policy", "names", "mytool").status()).isZero();
  }

  @Test
  void aBatchAnswersEachLineInOrderTheEmptyOneToo() throws Exception {
    Finished names =
        new Pinfold(home).fed("bash\n\nmytool\nbin/../x", "policy", "names", "--batch");
    assertThat(names.status()).isZero();
    assertThat(names.out().lines().map(line -> line.replaceFirst(",\"reason\".*", "")))
        .containsExactly(
            "{\"name\":\"bash\",\"verdict\":\"refuse\"",
            "{\"name\":\"\",\"verdict\":\"refuse\"",
            "{\"name\":\"mytool\",\"verdict\":\"accept\"",
            "{\"name\":\"bin/../x\",\"verdict\":\"refuse\"");
  }

  @Test
  void namesAndABatchAtOnceOrNeitherIsAUsageError() throws Exception {
    assertThat(new Pinfold(home).run("policy", "names").err())
        .startsWith("pinfold: no name\nhint: ");
    assertThat(new Pinfold(home).run("policy", "names", "--batch", "jq").status()).isEqualTo(2);
    assertThat(new Pinfold(home).run("policy").err()).contains("names");
  }
}
