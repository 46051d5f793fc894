package dev.pinfold.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The numbers against the kernel headers of the machine that builds. */
class SysTest {
  private static final Path X86 = Path.of("/usr/include/x86_64-linux-gnu/asm/unistd_64.h");
  private static final Path GENERIC = Path.of("/usr/include/asm-generic/unistd.h");

  @Test
  void numbersOfX86AreThoseOfTheHeader() throws IOException {
    compare(header(X86), Arch.X86_64);
  }

  @Test
  void numbersOfAarch64AreThoseOfTheGenericHeader() throws IOException {
    compare(header(GENERIC), Arch.AARCH64);
  }

  private static void compare(Map<String, Integer> header, Arch arch) {
    assertThat(header).hasSizeGreaterThan(250);
    int compared = 0;
    for (Sys sys : Sys.values()) {
      // The generic header calls this one by its name in the C library's eyes.
      Integer number =
          header.get(sys == Sys.NEWFSTATAT && arch == Arch.AARCH64 ? "fstatat" : sys.call());
      if (number != null) {
        assertThat(sys.nr(arch)).as("%s on %s", sys.call(), arch).isEqualTo(number);
        compared++;
      } else {
        // Calls younger than the header, or that this architecture never had.
        assertThat(sys.nr(arch))
            .as("%s on %s", sys.call(), arch)
            .satisfiesAnyOf(
                nr -> assertThat(nr).isEqualTo(-1),
                nr -> assertThat(nr).isGreaterThan(449),
                nr -> assertThat(nr).isIn(264, 265));
      }
    }
    assertThat(compared).isGreaterThan(100);
  }

  private static Map<String, Integer> header(Path path) throws IOException {
    return Pattern.compile("(?m)^#define __NR(?:3264)?_(\\w+) (\\d+)")
        .matcher(Files.readString(path))
        .results()
        .collect(Collectors.toMap(m -> m.group(1), m -> Integer.parseInt(m.group(2)), (a, _) -> a));
  }
}
