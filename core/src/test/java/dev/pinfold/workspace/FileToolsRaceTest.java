package dev.pinfold.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * While a process exchanges a folder, and a file, for links that lead out, the tools neither read
 * nor touch what is outside. The control beside it looks first and opens later, and gets out.
 */
class FileToolsRaceTest {
  /** So that the suite takes seconds; -Dpinfold.race.rounds=20000 makes some million exchanges. */
  private static final int ROUNDS = Integer.getInteger("pinfold.race.rounds", 300);

  /** The control got out within dozens; one that never does ends as a failure. */
  private static final int MOST_TRIES = 10_000_000;

  private static final String SECRET = "decoy-secret";

  @TempDir Path dir;
  private Path work = Path.of("/");
  private Path outside = Path.of("/");
  private Process swapper = new ProcessBuilder("true").start();

  FileToolsRaceTest() throws IOException {}

  @BeforeEach
  void start() throws IOException {
    dir = dir.toRealPath();
    work = Files.createDirectory(dir.resolve("work"));
    outside = Files.createDirectory(dir.resolve("outside"));
    for (Path folder : List.of(Files.createDirectory(work.resolve("way")), outside)) {
      Files.writeString(folder.resolve("file"), folder.equals(outside) ? SECRET : "inside");
      Files.createDirectory(folder.resolve("deep"));
      Files.writeString(folder.resolve("deep/file"), folder.equals(outside) ? SECRET : "inside");
    }
    Files.createSymbolicLink(work.resolve("way-out"), outside);
    Files.writeString(work.resolve("target"), "inside");
    Files.writeString(outside.resolve("victim"), SECRET);
    Files.createSymbolicLink(work.resolve("target-out"), outside.resolve("victim"));
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    swapper =
        new ProcessBuilder(
                java,
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Swapper.class.getName(),
                work.toString(),
                "way",
                "way-out",
                "target",
                "target-out")
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader said = swapper.inputReader();
    assertThat(said.readLine()).isEqualTo("ready");
  }

  @AfterEach
  void stop() {
    swapper.destroyForcibly();
  }

  private long swaps() throws IOException {
    swapper.outputWriter().write("\n");
    swapper.outputWriter().flush();
    return Long.parseLong(swapper.inputReader().readLine());
  }

  @Test
  void nothingOutsideIsReadOrTouched() throws IOException {
    Map<String, String> before = snapshot();
    int done = 0;
    int refused = 0;
    try (FileTools tools =
        FileTools.open(new Workspace(work.toString()), FileRules.NONE, FileLimits.DEFAULT)) {
      for (int i = 0; i < ROUNDS; i++) {
        for (FileAnswer<?> answer :
            List.of(
                tools.read("way/file"),
                tools.read("way/deep/file"),
                tools.read("target"),
                tools.list("way", 2),
                tools.search(SearchQuery.of(SECRET).withPath("way")),
                tools.write("way/new", "x", WriteMode.CREATE),
                tools.write("way/deep/file", "inside", WriteMode.OVERWRITE),
                tools.write("way/deep/er/file", "inside", WriteMode.OVERWRITE),
                tools.write("target", "inside", WriteMode.OVERWRITE),
                tools.write("target", "", WriteMode.APPEND),
                tools.edit("way/file", "inside", "inside", false),
                tools.delete("way/new"),
                tools.move("way/deep/er", "way/elsewhere"),
                tools.move("way/elsewhere/file", "way/moved"),
                tools.delete("way/moved"),
                tools.delete("way/elsewhere"))) {
          if (answer instanceof FileAnswer.Done<?>) {
            done++;
            assertThat(answer.text()).doesNotContain(SECRET).doesNotContain("outside");
          } else {
            refused++;
          }
          assertThat(answer.text()).doesNotContain(SECRET + "\n");
        }
      }
    }
    long swaps = swaps();
    System.out.println(swaps + " exchanges, " + done + " done, " + refused + " refused");
    assertThat(snapshot()).isEqualTo(before);
    assertThat(swaps).isGreaterThan(ROUNDS);
    assertThat(done).isPositive();
    assertThat(refused).isPositive();
  }

  @Test
  void whoLooksFirstAndOpensLaterGetsOut() throws IOException {
    boolean read = false;
    boolean written = false;
    for (int i = 0; i < MOST_TRIES && !(read && written); i++) {
      try {
        Path file = work.resolve("way/file");
        if (file.toRealPath().startsWith(work)) {
          read |= Files.readString(file).equals(SECRET);
        }
        Path target = work.resolve("target");
        if (!Files.isSymbolicLink(target)) {
          Files.writeString(target, "overwritten", StandardOpenOption.TRUNCATE_EXISTING);
          written |= Files.readString(outside.resolve("victim")).equals("overwritten");
        }
      } catch (IOException _) {
        // Exchanged in the middle of a look.
      }
    }
    assertThat(read).isTrue();
    assertThat(written).isTrue();
    assertThat(swaps()).isPositive();
  }

  private Map<String, String> snapshot() throws IOException {
    Map<String, String> all = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(outside)) {
      for (Path path : paths.toList()) {
        all.put(
            outside.relativize(path).toString(),
            Files.isDirectory(path)
                ? "folder"
                : Files.readString(path)
                    + Files.getLastModifiedTime(path)
                    + Files.getAttribute(path, "unix:ino"));
      }
    }
    return all;
  }
}
