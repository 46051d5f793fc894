package dev.pinfold.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;

/**
 * The built product where every identity can read it: the launcher and the jars of the checkout,
 * which itself may lie in a home that is closed to others.
 */
final class Distribution {
  static final Distribution INSTANCE = new Distribution();

  private final Path root;

  private Distribution() {
    try {
      root = Files.createTempDirectory(Path.of("/var/tmp"), "pinfold-e2e-dist-");
      Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxr-xr-x"));
      Runtime.getRuntime().addShutdownHook(new Thread(this::delete));
      Path checkout = checkout();
      Path built = checkout.resolve("cli/target");
      Path target = Files.createDirectories(root.resolve("cli/target"));
      copy(checkout.resolve("pinfold"), root.resolve("pinfold"));
      copy(built.resolve("pinfold.jar"), target.resolve("pinfold.jar"));
      Files.createDirectories(target.resolve("lib"));
      try (Stream<Path> libraries = Files.list(built.resolve("lib"))) {
        for (Path library : libraries.toList()) {
          copy(library, target.resolve("lib").resolve(library.getFileName()));
        }
      }
      // Tells the launcher that this is a build, and newer than its sources.
      Files.createFile(target.resolve("built"));
      for (Identity identity : Identity.all().toList()) {
        Files.createDirectories(cache(identity));
        Script.run(List.of("chown", Long.toString(identity.uid()), cache(identity).toString()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("is module cli built? mvn -pl cli -am package", e);
    }
  }

  Path root() {
    return root;
  }

  Path launcher() {
    return root.resolve("pinfold");
  }

  /** XDG_CACHE_HOME of the identity. */
  Path cache(Identity identity) {
    return root.resolve("cache-" + identity.name());
  }

  /** The nearest folder above that has a launcher. */
  static Path checkout() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.isExecutable(folder.resolve("pinfold"))) {
      Path parent = folder.getParent();
      if (parent == null) {
        throw new IllegalStateException(
            "no launcher ./pinfold above " + Path.of("").toAbsolutePath());
      }
      folder = parent;
    }
    return folder;
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES);
  }

  private void delete() {
    try {
      Stage.delete(root);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
