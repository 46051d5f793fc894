package dev.pinfold.bench;

import dev.pinfold.protect.ProtectedFiles;
import dev.pinfold.protect.ProtectedPaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What looking after protected files costs: the look before a run, and the one after it. */
final class ScanRounds {
  private static final ProtectedPaths NAMES =
      ProtectedPaths.of(List.of(), List.of(), Optional.empty());

  private final Path work;
  private final Results results;

  ScanRounds(Path work, Results results) {
    this.work = work;
    this.results = results;
  }

  void run(int rounds, int... sizes) throws IOException {
    for (int files : sizes) {
      Path tree = tree(files);
      long[] before = new long[rounds];
      long[] after = new long[rounds];
      for (int i = 0; i < rounds; i++) {
        long start = System.nanoTime();
        try (var watch =
            ProtectedFiles.watch(
                work.resolve("scan-state"),
                "20260101-000000-000-000000",
                List.of(tree.toString()),
                NAMES)) {
          before[i] = System.nanoTime() - start;
          watch.started();
          start = System.nanoTime();
          watch.end(work.resolve("scan-kept"), List.of(), true, _ -> {});
          after[i] = System.nanoTime() - start;
        }
      }
      results.nanos("scan", "before " + files, before);
      results.nanos("scan", "after " + files, after);
    }
  }

  /** Ten files a folder, and a repository's hooks. */
  private Path tree(int files) throws IOException {
    Path tree = work.toRealPath().resolve("scan-" + files);
    for (int i = 0; i < files; i++) {
      Path folder = tree.resolve("src/p" + i / 200).resolve("q" + i / 10);
      if (i % 10 == 0) {
        Files.createDirectories(folder);
      }
      Files.writeString(folder.resolve("File" + i + ".java"), "class File" + i + " {}\n");
    }
    Files.createDirectories(tree.resolve(".git/hooks"));
    Files.createDirectories(tree.resolve(".git/objects"));
    Files.createDirectories(tree.resolve(".git/refs"));
    Files.writeString(tree.resolve(".git/HEAD"), "ref: refs/heads/main\n");
    Files.writeString(tree.resolve(".git/config"), "[core]\n\tbare = false\n");
    for (int i = 0; i < 14; i++) {
      Files.writeString(tree.resolve(".git/hooks/sample" + i), "#!/bin/sh\n".repeat(200));
    }
    return tree;
  }
}
