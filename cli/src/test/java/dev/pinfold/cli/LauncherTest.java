package dev.pinfold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LauncherTest {
  private static final String VERSION = "pinfold " + VersionCommand.VERSION + " (Java 25";

  @TempDir Path folder;
  private Checkout checkout;

  @BeforeEach
  void cloneIt() throws IOException {
    checkout = Checkout.in(folder);
  }

  private static void assertWorks(Finished version) {
    assertThat(version.err()).isEmpty();
    assertThat(version.out()).startsWith(VERSION);
    assertThat(version.status()).isZero();
  }

  private void buildIt() throws Exception {
    assertThat(checkout.run("version").status()).isZero();
  }

  @Test
  void buildsOnFirstUseAndSaysSoInOneLine() throws Exception {
    Finished first = checkout.run("version");
    assertThat(first.err()).isEqualTo("pinfold: building (first use) …\n");
    assertThat(first.out()).startsWith(VERSION).hasLineCount(1);
    assertWorks(checkout.run("version"));
    assertThat(checkout.jdksOfBuilds()).hasSize(1);
  }

  @Test
  void buildsWithTheJdkThatItFound() throws Exception {
    buildIt();
    assertThat(Files.readString(Path.of(checkout.jdksOfBuilds().getFirst(), "release")))
        .contains("JAVA_VERSION=\"25");
  }

  @Test
  void twoFirstUsesAtOnceBuildOnce() throws Exception {
    Finished both = checkout.script("\"$0\" version & \"$0\" version; wait");
    assertThat(both.out().lines()).hasSize(2).allMatch(line -> line.startsWith(VERSION));
    assertThat(checkout.jdksOfBuilds()).hasSize(1);
  }

  @Test
  void buildsAgainWhenASourceIsNewer() throws Exception {
    buildIt();
    later(checkout.source());
    assertThat(checkout.run("version").err()).isEqualTo("pinfold: building (sources changed) …\n");
    assertThat(checkout.jdksOfBuilds()).hasSize(2);
  }

  private void later(Path file) throws IOException {
    FileTime built = Files.getLastModifiedTime(checkout.root.resolve("cli/target/built"));
    Files.setLastModifiedTime(file, FileTime.from(built.toInstant().plusMillis(20)));
  }

  @Test
  void aFailedBuildNamesItsLogAndIsTriedAgain() throws Exception {
    checkout.mavenThat("echo '[ERROR] no such symbol'; exit 1");
    for (int i = 0; i < 2; i++) {
      Finished failed = checkout.run("version");
      assertThat(failed.status()).isEqualTo(125);
      assertThat(failed.out()).isEmpty();
      assertThat(failed.err())
          .isEqualTo(
              """
              pinfold: building (first use) …
              pinfold: the build failed; its log is %s/cli/target/build.log
              hint: [ERROR] no such symbol
              """
                  .formatted(checkout.root));
    }
    assertThat(checkout.root.resolve("cli/target/build.log")).hasContent("[ERROR] no such symbol");
  }

  @Test
  void aBuildThatIsTooOldAndCannotBeReplacedIsUsedAndSaidSo() throws Exception {
    buildIt();
    later(checkout.source());
    Finished old = asOrdinaryUser("\"$0\" version");
    assertThat(old.out()).startsWith(VERSION);
    assertThat(old.err())
        .isEqualTo(
            "pinfold: "
                + checkout.source()
                + " is newer than the build, which you can't write: running the older build\n");
    assertThat(checkout.jdksOfBuilds()).hasSize(1);
  }

  /** Nobody may write into the checkout, and root becomes nobody. */
  private Finished asOrdinaryUser(String script) throws Exception {
    Path target = checkout.root.resolve("cli/target");
    Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("r-xr-xr-x"));
    try {
      return isRoot()
          ? checkout.script(
              "exec setpriv --reuid=65534 --regid=65534 --clear-groups sh -c '"
                  + script
                  + "' \"$0\"")
          : checkout.script(script);
    } finally {
      Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  private static boolean isRoot() throws IOException {
    return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
  }

  @Test
  void worksFromAReadOnlyCheckoutAsAnOrdinaryUserWithoutACache() throws Exception {
    buildIt();
    assertWorks(asOrdinaryUser("\"$0\" version"));
  }

  @Test
  void saysWhatToInstallWhereThereIsNoJdk25() throws Exception {
    Finished none =
        checkout.script(
            "exec unshare -rm sh -c 'mount -t tmpfs none /usr/lib/jvm && exec \"$0\" version'"
                + " \"$0\"");
    assertThat(none.status()).isEqualTo(125);
    assertThat(none.err())
        .startsWith("pinfold: Pinfold needs a JDK 25, and none was found\nhint: Install one");
  }

  @Test
  void aJdkThatWasNamedAndIsNoneIsAnError() throws Exception {
    Finished wrong = checkout.script("PINFOLD_JAVA_HOME=/usr \"$0\" version");
    assertThat(wrong.status()).isEqualTo(125);
    assertThat(wrong.err()).startsWith("pinfold: PINFOLD_JAVA_HOME=/usr is no JDK 25\nhint: ");
  }

  @Test
  void makesItsCacheOnceAndAgainWhenTheBuildChanges() throws Exception {
    buildIt();
    List<Path> made = files(checkout.aotFolder());
    assertThat(made).hasSize(3); // cache, key, lock
    Path aot =
        made.stream().filter(file -> file.toString().endsWith(".aot")).findFirst().orElseThrow();
    assertThat(Files.getPosixFilePermissions(checkout.aotFolder()))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    // Not the inode number: a file system may give the deleted cache's to the next one.
    Object first = Files.readAttributes(aot, "unix:ctime");
    assertWorks(checkout.run("version"));
    assertThat((Object) Files.readAttributes(aot, "unix:ctime")).isEqualTo(first);

    later(checkout.source());
    assertThat(checkout.run("version").out()).startsWith(VERSION);
    assertThat((Object) Files.readAttributes(aot, "unix:ctime")).isNotEqualTo(first);
    assertThat(files(checkout.aotFolder())).hasSize(3);
  }

  @Test
  void aCacheOfSomebodyElseIsNotTaken() throws Exception {
    buildIt();
    for (Path file : files(checkout.aotFolder())) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    }
    Files.setPosixFilePermissions(
        checkout.aotFolder(), PosixFilePermissions.fromString("rwxr-xr-x"));
    for (Path above :
        List.of(
            checkout.home,
            checkout.home.resolve(".cache"),
            checkout.home.resolve(".cache/pinfold"))) {
      Files.setPosixFilePermissions(above, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    String takesTheCache = "sh -x \"$0\" version 2>&1 | grep -c -- \"exec .*-XX:AOTCache=\"";
    assertThat(checkout.script(takesTheCache).out()).as("its owner takes it").isEqualTo("1\n");
    // As root this is nobody, who can read it all; an ordinary user has no files of another user to
    // try with.
    assertThat(asOrdinaryUser(takesTheCache).out()).isEqualTo(isRoot() ? "0\n" : "1\n");
  }

  @Test
  void anythingInPlaceOfTheCacheIsNoObstacle() throws Exception {
    buildIt();
    for (Path file : files(checkout.aotFolder())) {
      if (file.toString().endsWith(".aot")) {
        Files.writeString(file, "not a cache");
      }
    }
    assertWorks(checkout.run("version"));
  }

  /** Mapped as it is, it would crash the JVM. */
  @Test
  void aDamagedCacheIsMadeAgain() throws Exception {
    buildIt();
    List<Path> caches =
        files(checkout.aotFolder()).stream()
            .filter(file -> file.toString().endsWith(".aot"))
            .toList();
    for (Path cache : caches) {
      try (FileChannel damaged = FileChannel.open(cache, StandardOpenOption.WRITE)) {
        damaged.write(ByteBuffer.allocate((int) (damaged.size() / 2)), damaged.size() / 4);
      }
    }
    assertWorks(checkout.run("version"));
    assertThat(files(checkout.aotFolder())).containsAll(caches);
    assertWorks(checkout.run("version"));
  }

  @Test
  void aCacheThatCannotBeMadeIsNotTriedEachTime() throws Exception {
    buildIt();
    for (Path file : files(checkout.aotFolder())) {
      if (file.toString().endsWith(".aot")) {
        Files.delete(file);
      }
    }
    assertWorks(checkout.run("version"));
    assertThat(files(checkout.aotFolder())).hasSize(2);
  }

  @Test
  void leavesNothingBehindButItsCache() throws Exception {
    Files.createDirectories(checkout.home.resolve("tmp"));
    assertThat(checkout.script("TMPDIR=$HOME/tmp \"$0\" version").out()).startsWith(VERSION);
    assertThat(files(checkout.home.resolve("tmp"))).isEmpty();
    assertThat(files(checkout.home))
        .extracting(Path::getFileName)
        .map(Path::toString)
        .containsExactlyInAnyOrder("tmp", ".cache");
    assertThat(
            ProcessHandle.allProcesses().flatMap(process -> process.info().commandLine().stream()))
        .noneMatch(line -> line.contains(checkout.root.toString()));
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  @Test
  void aFolderWhoseNameSplitsAClassPathIsRefused() throws Exception {
    Finished colon = checkout.script("cp -r \"${0%/*}\" a:b && a:b/pinfold version");
    assertThat(colon.status()).isEqualTo(125);
    assertThat(colon.err()).contains("has ':' in its name");
  }
}
