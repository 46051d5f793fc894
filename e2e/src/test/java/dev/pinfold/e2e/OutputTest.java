package dev.pinfold.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a command writes arrives as it is, at once, and in constant memory. */
class OutputTest {
  private static final String IDENTITIES = "dev.pinfold.e2e.Identity#all";
  private static final long FLOOD_BYTES = 1L << 30;

  @Tag("R266")
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void aFloodOfOutputTakesConstantMemory(Identity identity) throws Exception {
    try (Stage stage = new Stage(identity)) {
      Process idle = waiting(stage, "echo ready; read line");
      awaitByte(idle.getInputStream());
      long idleKilobytes = peakKilobytes(idle);
      end(idle);

      Process flooded = waiting(stage, "head -c " + FLOOD_BYTES + " /dev/zero; read line");
      flooded.getInputStream().skipNBytes(FLOOD_BYTES);
      long floodedKilobytes = peakKilobytes(flooded);
      assertThat(end(flooded)).isEqualTo(0);
      assertThat(floodedKilobytes)
          .as("idle: %s kB", idleKilobytes)
          .isLessThan(idleKilobytes + 64 * 1024);
    }
  }

  @Tag("L008")
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void bothStreamsTogetherDoNotBlockEachOther(Identity identity) {
    try (Stage stage = new Stage(identity)) {
      int bytes = 10 << 20;
      Script run =
          new Pen(stage)
              .execText(
                  "head -c " + bytes + " /dev/zero >&2 & head -c " + bytes + " /dev/zero; wait",
                  "--quiet");
      assertThat(run.exit()).as("%s", run.err().length()).isEqualTo(0);
      assertThat(run.outBytes()).hasSize(bytes);
      assertThat(run.errBytes().length).isGreaterThanOrEqualTo(bytes);
    }
  }

  @Tag("R074")
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void bytesThatAreNoTextArriveUnchanged(Identity identity) {
    try (Stage stage = new Stage(identity)) {
      Script run = new Pen(stage).execText("printf 'a\\000\\377\\200\\r\\nb'");
      assertThat(run.outBytes()).containsExactly(0x61, 0, 0xff, 0x80, 0x0d, 0x0a, 0x62);
    }
  }

  @Tag("R265")
  @ParameterizedTest
  @MethodSource(IDENTITIES)
  void theReportKeepsHeadAndTailAndSaysWhatIsMissing(Identity identity) throws IOException {
    try (Stage stage = new Stage(identity)) {
      Path report = stage.outside().resolve("report.json");
      Script run =
          new Pen(stage)
              .execText(
                  "echo first line; head -c 5242880 /dev/zero | tr '\\0' x; echo; echo last line",
                  "--report",
                  report.toString());
      assertThat(run.exit()).as("%s", run.err()).isEqualTo(0);
      assertThat(Files.readString(report)).contains("first line", "last line");
      assertThat(Files.size(report)).as("the middle is left out").isLessThan(5242880);
    }
  }

  private static Process waiting(Stage stage, String text) {
    Pen pen = new Pen(stage);
    List<String> words = new ArrayList<>(pen.execWords(List.of("--stdin"), List.of()));
    words.addAll(List.of("-c", text));
    return pen.start(stage.environment(), words);
  }

  private static void awaitByte(InputStream stream) throws IOException {
    assertThat(stream.read()).isNotNegative();
  }

  /** Ends the command's wait for a line. */
  private static int end(Process process) throws IOException {
    process.getOutputStream().close();
    Script run = Script.finish(process);
    return run.exit() == 1 ? 0 : run.exit(); // read(1) fails at the end of its input
  }

  /** VmHWM: the most memory that was ever resident (proc_pid_status(5)). */
  private static long peakKilobytes(Process process) throws IOException {
    return Files.readAllLines(Path.of("/proc/" + process.pid() + "/status")).stream()
        .filter(line -> line.startsWith("VmHWM:"))
        .map(line -> line.replaceAll("\\D", ""))
        .mapToLong(Long::parseLong)
        .findFirst()
        .orElseThrow();
  }
}
