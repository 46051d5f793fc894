package dev.pinfold.cli;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/**
 * A checkout as the launcher sees it, in a folder of its own: the launcher, a source file, and a
 * {@code mvn} that "builds" by copying the program, so that a test may break or count builds.
 */
final class Checkout {
  final Path root;
  final Path home;
  private final Path bin;
  private final Path program;

  private Checkout(Path folder) {
    this.root = folder.resolve("checkout");
    this.home = folder.resolve("home");
    this.bin = folder.resolve("bin");
    this.program = folder.resolve("program.jar");
  }

  static Checkout in(Path folder) throws IOException {
    var checkout = new Checkout(folder);
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.createDirectories(checkout.home);
    Files.createDirectories(checkout.bin);
    Files.createDirectories(checkout.source().resolveSibling("."));
    Files.writeString(checkout.source(), "// a source");
    Files.writeString(checkout.root.resolve("pom.xml"), "<project/>");
    Files.writeString(checkout.root.resolve("cli/pom.xml"), "<project/>");
    Files.copy(Path.of("../pinfold"), checkout.launcher());
    executable(checkout.launcher());
    pack(checkout.program);
    checkout.mavenThat("cp '" + checkout.program + "' cli/target/pinfold.jar");
    return checkout;
  }

  Path launcher() {
    return root.resolve("pinfold");
  }

  Path source() {
    return root.resolve("cli/src/main/java/dev/pinfold/cli/Main.java");
  }

  Path aotFolder() {
    return home.resolve(".cache/pinfold/launcher");
  }

  /** Lets {@code mvn} note that it was called, then do {@code script} in the checkout. */
  void mavenThat(String script) throws IOException {
    Path mvn = bin.resolve("mvn");
    Files.writeString(mvn, "#!/bin/sh\necho \"$JAVA_HOME\" >>'" + builds() + "'\n" + script + "\n");
    executable(mvn);
  }

  private Path builds() {
    return bin.resolve("builds");
  }

  /** For each build the JDK it was done with. */
  List<String> jdksOfBuilds() throws IOException {
    return Files.exists(builds()) ? Files.readAllLines(builds()) : List.of();
  }

  Finished run(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(launcher().toString()));
    command.addAll(List.of(arguments));
    return Finished.of(process(command).start(), new byte[0]);
  }

  /** A shell script whose {@code $0} is the launcher. */
  Finished script(String script) throws Exception {
    return Finished.of(
        process(List.of("sh", "-c", script, launcher().toString())).start(), new byte[0]);
  }

  ProcessBuilder process(List<String> command) {
    var builder = new ProcessBuilder(command);
    String path = bin + ":" + builder.environment().get("PATH");
    builder.environment().clear();
    builder.environment().putAll(Map.of("HOME", home.toString(), "PATH", path));
    return builder.directory(home.toFile());
  }

  private static void executable(Path file) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /**
   * One jar of everything that the tests' class path has and the program needs: no cache takes
   * class folders.
   */
  private static void pack(Path jar) throws IOException {
    Set<String> packed = new HashSet<>();
    try (var out = new JarOutputStream(Files.newOutputStream(jar))) {
      for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
        Path path = Path.of(entry);
        if (Files.isDirectory(path) && !path.endsWith("test-classes")) {
          packFolder(path, out, packed);
        } else if (entry.contains("pinfold") || entry.contains("jackson")) {
          packJar(path, out, packed);
        }
      }
    }
    Files.setPosixFilePermissions(jar, PosixFilePermissions.fromString("rw-r--r--"));
  }

  private static void packFolder(Path folder, JarOutputStream out, Set<String> packed)
      throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        add(out, packed, folder.relativize(file).toString(), Files.readAllBytes(file));
      }
    }
  }

  private static void packJar(Path path, JarOutputStream out, Set<String> packed)
      throws IOException {
    try (var jar = new JarFile(path.toFile())) {
      for (JarEntry entry : jar.stream().filter(e -> e.getName().endsWith(".class")).toList()) {
        try (var in = jar.getInputStream(entry)) {
          add(out, packed, entry.getName(), in.readAllBytes());
        }
      }
    }
  }

  private static void add(JarOutputStream out, Set<String> packed, String name, byte[] bytes)
      throws IOException {
    if (packed.add(name)) {
      out.putNextEntry(new JarEntry(name));
      out.write(bytes);
      out.closeEntry();
    }
  }
}
