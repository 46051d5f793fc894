package dev.pinfold.bench;

import dev.pinfold.bench.Rounds.Candidate;
import dev.pinfold.sandbox.Limits;
import dev.pinfold.sandbox.Pen;
import dev.pinfold.sandbox.Program;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tools of a working day in a pen and out of one, started the same way, so that the difference is
 * what the pen costs them while they run.
 */
final class ToolRounds {
  private static final int FILES = 3000;
  private static final int CLASSES = 30;

  private final Ground ground;
  private final Results results;

  ToolRounds(Ground ground, Results results) {
    this.ground = ground;
    this.results = results;
  }

  /** {@code share} 1 is the full number of rounds; less is for a first look. */
  void run(double share) throws IOException, InterruptedException {
    layOut();
    try (Pen pen = ground.pen();
        Pen unlocked = Pen.unlocked(Limits.DEFAULT)) {
      var both = new Both(pen, unlocked, share);
      both.time("git status", 5, 200, "git", "-C", "repository", "status");
      both.time("npm --version", 2, 25, "npm", "--version");
      both.time(
          "javac",
          1,
          8,
          System.getProperty("java.home") + "/bin/javac",
          "-d",
          "classes",
          "@sources");
      both.time("tar -x", 1, 5, "tar", "--no-same-owner", "-C", "unpacked", "-xf", "files.tar");
      both.time("chmod -R", 1, 12, "chmod", "-R", "u+w", "repository/files");
      both.time("touch", 1, 12, "sh", "-c", "exec touch -d @1 repository/files/*");
    }
  }

  private void layOut() throws IOException, InterruptedException {
    Path files = Files.createDirectories(ground.workspace().resolve("repository/files"));
    for (int i = 0; i < FILES; i++) {
      Files.writeString(files.resolve("file" + i), "line " + i + "\n");
    }
    ground.prepare("tar", "-C", "repository", "-cf", "files.tar", "files");
    ground.prepare("git", "init", "-q", "repository");
    ground.prepare("git", "-C", "repository", "add", ".");
    ground.prepare(
        "git",
        "-C",
        "repository",
        "-c",
        "user.name=bench",
        "-c",
        "user.email=bench@localhost",
        "commit",
        "-q",
        "-m",
        "files");
    Path sources = Files.createDirectories(ground.workspace().resolve("sources.d"));
    StringBuilder list = new StringBuilder();
    for (int i = 0; i < CLASSES; i++) {
      String name = "Class" + i;
      Files.writeString(sources.resolve(name + ".java"), source(name, "Class" + (i + 1) % CLASSES));
      list.append("sources.d/").append(name).append(".java\n");
    }
    Files.writeString(ground.workspace().resolve("sources"), list);
  }

  private static String source(String name, String other) {
    return """
    import java.util.*;
    public class %s {
      private final Map<String, List<Integer>> index = new TreeMap<>();
      public %s next() { return new %s(); }
      public void add(String key, int value) {
        index.computeIfAbsent(key, k -> new ArrayList<>()).add(value);
      }
      public int sum() {
        return index.values().stream().flatMap(List::stream).mapToInt(i -> i).sum();
      }
    }
    """
        .formatted(name, other, other);
  }

  private final class Both {
    private final Pen pen;
    private final Pen unlocked;
    private final double share;

    Both(Pen pen, Pen unlocked, double share) {
      this.share = share;
      this.pen = pen;
      this.unlocked = unlocked;
    }

    void time(String group, int warmUps, int count, String... words)
        throws IOException, InterruptedException {
      String tool = words[0].startsWith("/") ? words[0] : Ground.find(words[0]);
      if (tool.isEmpty()) {
        results.missing(group, "inside", "no " + words[0] + " on PATH");
        return;
      }
      words[0] = tool;
      Program program = ground.program(List.of(), words);
      new Rounds(results)
          .run(
              group,
              warmUps,
              (int) Math.ceil(count * share),
              List.of(
                  new Candidate("inside", this::clean, () -> ground.run(pen, program)),
                  new Candidate("outside", this::clean, () -> ground.run(unlocked, program))));
    }

    /** Every command finds the output folders empty. */
    private void clean() throws IOException {
      for (String name : List.of("unpacked", "classes")) {
        Path folder = ground.workspace().resolve(name);
        if (Files.exists(folder)) {
          delete(folder);
        }
        Files.createDirectory(folder);
      }
    }
  }

  private static void delete(Path folder) throws IOException {
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
          public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failed)
              throws IOException {
            Files.delete(directory);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
