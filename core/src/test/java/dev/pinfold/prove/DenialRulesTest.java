package dev.pinfold.prove;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A denial that no rule of the policy stands behind names a guarantee, and one that there is. */
class DenialRulesTest {
  private static final Pattern NAMED =
      Pattern.compile("\"((?:fs|net|unix|proc|ipc|kernel|start|ns|privilege)\\.[a-z.-]+)\"");

  @Test
  void eachNamesAGuarantee() throws IOException {
    Set<String> named = new TreeSet<>();
    for (String file :
        List.of(
            "sandbox/MetadataCalls",
            "sandbox/SocketCalls",
            "sandbox/Supervisor",
            "sandbox/ExecGuard",
            "sandbox/FileTrace",
            "sandbox/SyscallRules",
            "run/OutputDenials",
            "run/OwnDenials")) {
      Path source = Path.of("src/main/java/dev/pinfold", file + ".java");
      Matcher matcher = NAMED.matcher(Files.readString(source));
      int found = 0;
      while (matcher.find()) {
        named.add(matcher.group(1));
        found++;
      }
      assertThat(found).as(file).isPositive();
    }
    Set<String> guarantees =
        GuaranteeFile.builtIn().guarantees().stream()
            .flatMap(guarantee -> guarantee.ids().stream())
            .collect(Collectors.toSet());
    assertThat(guarantees).containsAll(named);
    assertThat(Stream.of("fs.metadata.outside", "net.tcp")).allMatch(named::contains);
  }
}
