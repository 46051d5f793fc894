package dev.pinfold.prove;

import dev.pinfold.linux.CallScript;
import dev.pinfold.linux.Sys;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A machine in a folder: a workspace, a home with decoy secrets, places outside and one that may
 * only be read. Nothing of the user's own is tried for, or touched.
 */
final class Scene implements AutoCloseable {
  /** What a decoy holds. */
  static final String SECRET = "decoy-secret";

  /**
   * A 32-bit program that asks for its process id by {@code int 0x80} and exits with 0: ELF header
   * and one segment (System V ABI, "Object files"), then mov eax, 20; int 0x80; xor ebx, ebx; mov
   * eax, 1; int 0x80.
   */
  private static final String I386 =
      "7f454c46010101000000000000000000020003000100000054004000340000000000000000000000"
          + "34002000010000000000000001000000000000000000400000004000640000006400000005000000"
          + "00100000b814000000cd8031dbb801000000cd80";

  /** Uses 96 MiB of memory: a private anonymous mapping, filled at once (MAP_POPULATE). */
  private static final byte[] EATER = CallLine.program("mmap 0 100663296 3 0x8022 -1 0", Map.of());

  private static final List<String> SECRETS =
      List.of(
          ".ssh/id_ed25519",
          ".netrc",
          ".aws/credentials",
          ".cargo/credentials.toml",
          "notes/plain");

  /** All that an attack may change, as far as it can; the last one is the workspace. */
  private static final List<String> PLACES = List.of("home", "outside", "readonly", "space");

  private final Path base;

  /** How each place was when it was made. */
  private final Map<String, Map<String, String>> made = new TreeMap<>();

  private int count;

  private Scene(Path base) {
    this.base = base;
  }

  /**
   * Makes it below /var/tmp: in tier full /tmp is the run's own, and must not be what hides it.
   *
   * @throws IOException when neither /var/tmp nor the JVM's temporary folder takes it
   */
  static Scene make() throws IOException {
    Path place = Path.of("/var/tmp");
    var mode = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    Path base =
        Files.isWritable(place)
            ? Files.createTempDirectory(place, "pinfold-prove-", mode)
            : Files.createTempDirectory("pinfold-prove-", mode);
    Scene scene = new Scene(base.toRealPath());
    try {
      for (String secret : SECRETS) {
        scene.write("home/" + secret, SECRET + "\n");
      }
      scene.write("space-other/file", SECRET + "\n");
      scene.write("canary", SECRET + "\n");
      for (String folder : List.of("state", "cache", "config", "tmp", "run")) {
        Files.createDirectories(scene.path(folder));
      }
      program(scene.path("home/.cargo/bin/decoy-tool"), new CallScript().program());
      program(scene.path("sleeper"), sleeper());
      Files.createDirectories(scene.programs());
      for (String each : PLACES) {
        scene.make(each);
        scene.made.put(each, scene.state(each));
      }
      return scene;
    } catch (IOException | RuntimeException failed) {
      scene.close();
      throw failed;
    }
  }

  /** Waits until its standard input ends: nothing of it outlives this JVM. */
  private static byte[] sleeper() {
    CallScript script = new CallScript();
    return script.call(Sys.READ, 0, script.bytes(new byte[8]), 1).program();
  }

  Path path(String name) {
    return base.resolve(name);
  }

  Path workspace() {
    return path("space");
  }

  Path write(String name, String text) throws IOException {
    Files.createDirectories(path(name).getParent());
    return Files.writeString(path(name), text);
  }

  /** Where hostile programs lie: who runs there may read and execute them, and change nothing. */
  Path programs() {
    return path("programs");
  }

  /** A program that nobody has used before. */
  Path program(byte[] content) throws IOException {
    return program(programs().resolve("probe-" + count++), content);
  }

  private static Path program(Path file, byte[] content) throws IOException {
    Files.createDirectories(file.getParent());
    Files.write(file, content);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  /**
   * Puts back what was changed.
   *
   * @return whether that was more than the workspace
   */
  boolean restore() throws IOException {
    boolean touched = false;
    for (String place : PLACES) {
      if (!state(place).equals(made.get(place))) {
        touched |= !path(place).equals(workspace());
        make(place);
        made.put(place, state(place));
      }
    }
    return touched;
  }

  /** What is in a place, all of it new; of the home it is left as it is. */
  private void make(String place) throws IOException {
    if (place.equals("home")) {
      return;
    }
    // Not the folder itself: what was granted is this one, not another of the same name.
    Files.createDirectories(path(place));
    try (Stream<Path> entries = Files.list(path(place))) {
      for (Path entry : entries.toList()) {
        delete(entry);
      }
    }
    write(place + "/file", SECRET + "\n");
    write(place + "/dir/nested", SECRET + "\n");
    Files.createDirectory(path(place + "/empty"));
    program(path(place + "/exe"), new CallScript().program());
    Files.createSymbolicLink(path(place + "/link"), Path.of("file"));
    if (path(place).equals(workspace())) {
      program(path("space/i386"), HexFormat.of().parseHex(I386));
      program(path("space/eater"), EATER);
      Files.createSymbolicLink(path("space/link-out"), path("outside/file"));
      Files.createSymbolicLink(path("space/link-out-exe"), path("outside/exe"));
      Files.createSymbolicLink(path("space/chain"), Path.of("link-out"));
    }
  }

  /** The values of placeholders that name places. */
  Map<String, String> places() {
    Map<String, String> places = new TreeMap<>();
    places.put("out", path("outside").toString());
    places.put("ro", path("readonly").toString());
    places.put("in", workspace().toString());
    places.put("home", path("home").toString());
    return places;
  }

  /** Everything about what is in a place, the time of the last change included. */
  private Map<String, String> state(String place) throws IOException {
    Map<String, String> all = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(path(place))) {
      for (Path path : paths.toList()) {
        all.put(path.toString(), state(path));
      }
    }
    return all;
  }

  private static String state(Path path) throws IOException {
    return Files.readAttributes(path, "unix:ino,mode,uid,gid,size,ctime", LinkOption.NOFOLLOW_LINKS)
        .toString();
  }

  @Override
  public void close() throws IOException {
    delete(base);
  }

  private static void delete(Path top) throws IOException {
    if (!Files.exists(top, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    Files.walkFileTree(
        top,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException error)
              throws IOException {
            Files.delete(folder);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
