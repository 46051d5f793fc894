package dev.pinfold.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StarterCodeTest {
  @Test
  void theBytesForX86AreItsSourceAssembled(@TempDir Path dir) throws Exception {
    assertThat(StarterCode.of(Arch.X86_64)).isEqualTo(assemble(dir, "", "starter-x86_64.s"));
  }

  @Test
  void theBytesForAarch64AreItsSourceAssembled(@TempDir Path dir) throws Exception {
    assertThat(StarterCode.of(Arch.AARCH64))
        .isEqualTo(assemble(dir, "aarch64-linux-gnu-", "starter-aarch64.s"));
  }

  private static byte[] assemble(Path dir, String prefix, String source) throws Exception {
    run(prefix + "as", "-o", dir.resolve("o").toString(), "src/main/asm/" + source);
    run(
        prefix + "objcopy",
        "-O",
        "binary",
        "-j",
        ".text",
        dir.resolve("o").toString(),
        dir.resolve("bin").toString());
    return Files.readAllBytes(dir.resolve("bin"));
  }

  private static void run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output =
        new String(
            process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
  }
}
