package dev.pinfold.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pinfold.run.User;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A folder with a home and repositories, and a free shell that works in them. */
final class Repositories {
  private final Path top;

  Repositories(Path top) throws IOException {
    this.top = top.toRealPath();
    Files.createDirectories(home());
    Files.writeString(
        home().resolve(".gitconfig"),
        """
        [user]
        \tname = Someone
        \temail = someone@example.org
        [init]
        \tdefaultBranch = main
        """);
  }

  Path home() {
    return top.resolve("home");
  }

  Path at(String name) {
    return top.resolve(name);
  }

  User user() {
    return new User(home().toString(), "someone", top.toString(), Map.of("PATH", "/usr/bin:/bin"));
  }

  /** One with two commits. */
  Path repository() throws Exception {
    Path made = Files.createDirectories(at("repo"));
    shell(
        made,
        "git init -q; printf 'one\\n' > a.txt; mkdir sub; echo b > sub/b.txt; git add -A;"
            + " git commit -qm First; echo two >> a.txt; git commit -qam Second; git tag v1");
    return made;
  }

  /** What the text prints, run outside any pen; it must succeed. */
  String shell(Path folder, String text) throws Exception {
    ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-ec", text).directory(folder.toFile());
    builder.environment().clear();
    builder
        .environment()
        .putAll(Map.of("PATH", "/usr/bin:/bin", "HOME", home().toString(), "OUT", top.toString()));
    Process process = builder.redirectErrorStream(true).start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as("%s: %s", text, said).isZero();
    return said;
  }

  /** Every file below a folder with its content, links with their target. */
  static Map<String, String> content(Path folder) throws IOException {
    Map<String, String> all = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      List<Path> listed = files.toList();
      for (Path file : listed) {
        String name = folder.relativize(file).toString();
        if (Files.isSymbolicLink(file)) {
          all.put(name, "-> " + Files.readSymbolicLink(file));
        } else if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
          all.put(name, new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
        } else {
          all.put(name, "folder");
        }
      }
    }
    return all;
  }
}
