package dev.pinfold.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a killed Pinfold leaves behind goes with the next run; nothing else does. */
class RunFolderTest {
  @TempDir Path dir;

  private Path abandoned(String name, Duration age) throws IOException {
    Path folder = Files.createDirectories(dir.resolve(name));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    Files.writeString(folder.resolve("canary"), "left behind");
    Path lock = Files.createFile(folder.resolve("lock"));
    Files.setLastModifiedTime(lock, FileTime.from(Instant.now().minus(age)));
    return folder;
  }

  private void runOnce() throws IOException {
    assertThat(RunFolder.create(Map.of("TMPDIR", dir.toString()), "/nowhere").remove()).isEmpty();
  }

  @Test
  void aRunsFolderIsClosedToOthers() throws IOException {
    try (RunFolder folder = RunFolder.create(Map.of("TMPDIR", dir.toString()), "/nowhere")) {
      for (Path part : List.of(folder.home(), folder.tmp(), folder.canary().resolveSibling(""))) {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(part)))
            .as("%s", part)
            .isEqualTo("rwx------");
      }
    }
  }

  @Test
  void whatAKilledRunLeftIsRemovedAndWhatIsYoungOrForeignStays() throws IOException {
    Path old = abandoned("pinfold-old", Duration.ofHours(1));
    Path young = abandoned("pinfold-young", Duration.ZERO);
    Path foreign = Files.createDirectories(dir.resolve("pinfold-notes"));
    runOnce();
    assertThat(dir).isDirectoryContaining(path -> path.equals(young));
    assertThat(old).doesNotExist();
    assertThat(young).exists();
    assertThat(foreign).exists();
  }

  @Test
  void theFolderOfARunThatGoesOnStays() throws Exception {
    Path used = abandoned("pinfold-used", Duration.ofHours(1));
    // Another process: a lock of this one's own would be known to its own JVM alone.
    ProcessBuilder holder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin/java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            "-Xshare:auto",
            Holder.class.getName(),
            used.resolve("lock").toString());
    holder.redirectError(ProcessBuilder.Redirect.INHERIT);
    Process process = holder.start();
    try {
      assertThat(process.getInputStream().read()).as("it holds the lock").isEqualTo('+');
      runOnce();
      assertThat(used).exists();
    } finally {
      process.destroyForcibly().waitFor();
    }
    runOnce();
    assertThat(used).doesNotExist();
  }

  /** Holds a file's lock until it is ended. */
  static final class Holder {
    private Holder() {}

    public static void main(String[] arguments) throws Exception {
      try (FileChannel channel =
          FileChannel.open(Path.of(arguments[0]), StandardOpenOption.WRITE)) {
        channel.lock();
        System.out.write('+');
        System.out.flush();
        System.in.read();
      }
    }
  }
}
