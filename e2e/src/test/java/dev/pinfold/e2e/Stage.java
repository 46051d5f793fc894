package dev.pinfold.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A user's machine in a folder: a home with secrets, a workspace, places outside of it. Everything
 * belongs to the identity, so that nothing but the pen stands in an attack's way.
 *
 * <p>It lies in /var/tmp, because a pen may have to grant /tmp.
 */
final class Stage implements AutoCloseable {
  /** What a decoy holds: must never be seen in the output of a pen. */
  static final String SECRET = "decoy-secret";

  private static final List<String> SECRETS =
      Table.read("home.tsv", 1).stream().map(List::getFirst).toList();
  private static final List<String> TOOL_FOLDERS =
      List.of(".cargo/bin", ".nvm/versions/node/v22.0.0/bin", ".local/bin");

  private final Identity identity;
  private final Path base;

  Stage(Identity identity) {
    this.identity = identity;
    try {
      base = Files.createTempDirectory(Path.of("/var/tmp"), "pinfold-e2e-");
      Files.setPosixFilePermissions(base, PosixFilePermissions.fromString("rwxr-xr-x"));
      for (Path folder :
          List.of(home(), workspace(), outside(), readOnly(), run(), state(), config())) {
        Files.createDirectories(folder);
      }
      // A journal folder from earlier runs.
      Files.createDirectories(
          state().resolve("pinfold"),
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      for (String secret : SECRETS) {
        write(home().resolve(secret), SECRET + "\n");
      }
      for (String folder : TOOL_FOLDERS) {
        copyTrue(home().resolve(folder).resolve("decoy-tool"));
      }
      copyAttacker();
      hand();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Identity identity() {
    return identity;
  }

  Path base() {
    return base;
  }

  Path home() {
    return base.resolve("home");
  }

  /** The folder with the workspace. */
  Path work() {
    return base.resolve("work");
  }

  Path workspace() {
    return work().resolve("space");
  }

  Path outside() {
    return base.resolve("outside");
  }

  /** Granted for reading by the tests that use it. */
  Path readOnly() {
    return base.resolve("readonly");
  }

  /** XDG_RUNTIME_DIR: where sockets of a user's programs are. */
  Path run() {
    return base.resolve("run");
  }

  Path state() {
    return base.resolve("state");
  }

  /**
   * Shared by the stages of an identity, because the launcher's start-up cache in it takes a second
   * to make.
   */
  Path cache() {
    return Distribution.INSTANCE.cache(identity);
  }

  Path config() {
    return base.resolve("config");
  }

  /** The attacker's classes, in the workspace. */
  Path attacker() {
    return workspace().resolve(".attacker");
  }

  /** What the user's login shell would have. */
  Map<String, String> environment() {
    Map<String, String> environment = new TreeMap<>();
    String tools =
        String.join(":", TOOL_FOLDERS.stream().map(f -> home().resolve(f).toString()).toList());
    environment.put("PATH", tools + ":/usr/local/bin:/usr/bin:/bin");
    environment.put("HOME", home().toString());
    environment.put("USER", identity.name());
    environment.put("LOGNAME", identity.name());
    environment.put("SHELL", "/bin/sh");
    environment.put("LANG", "C.UTF-8");
    environment.put("TERM", "xterm");
    environment.put("XDG_STATE_HOME", state().toString());
    environment.put("XDG_CACHE_HOME", cache().toString());
    environment.put("XDG_CONFIG_HOME", config().toString());
    environment.put("XDG_RUNTIME_DIR", run().toString());
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    return environment;
  }

  /**
   * A folder of decoys: {@code file} (with a user attribute), {@code dir/nested}, {@code empty/},
   * {@code exe}, {@code link} to the file. {@link #hand} must follow.
   */
  void decoys(Path folder) throws IOException {
    Files.createDirectories(folder.resolve("dir"));
    Files.createDirectories(folder.resolve("empty"));
    write(folder.resolve("file"), SECRET + "\n");
    Files.getFileAttributeView(folder.resolve("file"), UserDefinedFileAttributeView.class)
        .write("decoy", StandardCharsets.UTF_8.encode("x"));
    write(folder.resolve("dir/nested"), SECRET + "\n");
    copyTrue(folder.resolve("exe"));
    Files.createSymbolicLink(folder.resolve("link"), Path.of("file"));
  }

  /** Gives all that the stage holds to the identity. */
  void hand() throws IOException {
    if (identity.uid() != 0) {
      String uid = Long.toString(identity.uid());
      // Only what isn't theirs yet: a change of owner shows in a snapshot.
      Script.run(
              List.of(
                  "find",
                  base.toString(),
                  "!",
                  "-uid",
                  uid,
                  "-exec",
                  "chown",
                  "-h",
                  uid,
                  "{}",
                  "+"))
          .expectSuccess();
    }
  }

  /** A file for the identity, with folders as needed. */
  Path write(Path file, String content) throws IOException {
    Files.createDirectories(file.getParent());
    return Files.writeString(file, content);
  }

  /** Removes everything; flags that an attack may have set are taken off first. */
  @Override
  public void close() {
    try {
      Script.run(List.of("chattr", "-R", "-f", "-i", "-a", base.toString()));
      delete(base);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void delete(Path folder) throws IOException {
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException error)
              throws IOException {
            Files.delete(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private static void copyTrue(Path target) throws IOException {
    Files.createDirectories(target.getParent());
    Files.copy(Path.of("/bin/true"), target, StandardCopyOption.COPY_ATTRIBUTES);
  }

  private void copyAttacker() throws IOException {
    Path classes = Attacker.classes();
    try (Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.toList()) {
        Path target = attacker().resolve(classes.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else {
          Files.copy(file, target);
        }
      }
    }
  }
}
