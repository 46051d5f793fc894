package dev.pinfold.bench;

import dev.pinfold.process.Cancellation;
import dev.pinfold.process.DiskFloor;
import dev.pinfold.process.Live;
import dev.pinfold.process.SupervisedCommand;
import dev.pinfold.process.Timing;
import dev.pinfold.sandbox.Pen;
import dev.pinfold.sandbox.Program;
import dev.pinfold.sandbox.Tier;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;

/**
 * How a run ends a tree that resists: from the decision, made when the whole tree stands, until the
 * run returns; and whether anything of it is left then.
 *
 * <p>A process of a tree is known by a variable of its environment, which all inherit and none
 * changes.
 */
final class TreeRounds {
  private static final Timing TIMING = Timing.DEFAULT.withLimit(Duration.ofSeconds(30));

  private final Ground ground;
  private final Results results;

  TreeRounds(Ground ground, Results results) {
    this.ground = ground;
    this.results = results;
  }

  /** Each shape {@code count} times, in turn. */
  void run(int count, Tier.Choice tier) throws IOException {
    String group = "tree, " + tier.name().toLowerCase(Locale.ROOT);
    for (int round = 0; round < count; round++) {
      for (HostileTree tree : HostileTree.values()) {
        String name = tree.name().toLowerCase(Locale.ROOT).replace('_', '-');
        String marker = "PINFOLD_BENCH_TREE=" + System.nanoTime();
        results.nanos(group, name, end(tree, marker, tier));
        results.counts(group + ": survivors", name, killSurvivors(marker));
      }
    }
  }

  /** Grows a tree, decides, and tells how long the end took; the grace that it used not counted. */
  private long end(HostileTree tree, String marker, Tier.Choice tier) throws IOException {
    Program program = ground.program(List.of(marker), "/bin/sh", "-c", tree.script());
    try (Cancellation cancellation = new Cancellation();
        Pen pen = ground.pen(tier)) {
      CompletableFuture<Long> decided = new CompletableFuture<>();
      Thread judge =
          Thread.ofPlatform().start(() -> decideWhenGrown(tree, marker, cancellation, decided));
      new SupervisedCommand(pen, TIMING, cancellation, DiskFloor.none())
          .run(program, ground.empty(), Live.NOWHERE, 1024);
      long ended = System.nanoTime();
      judge.join();
      return ended - decided.join() - (tree.outlivesTerm() ? TIMING.grace().toNanos() : 0);
    } catch (InterruptedException e) {
      throw new IOException("interrupted", e);
    }
  }

  private static void decideWhenGrown(
      HostileTree tree, String marker, Cancellation cancellation, CompletableFuture<Long> decided) {
    try {
      while (marked(marker).size() < tree.processes()) {
        Thread.sleep(5);
      }
      decided.complete(System.nanoTime());
      cancellation.cancel();
    } catch (IOException | InterruptedException e) {
      decided.completeExceptionally(e);
    }
  }

  /** Ends what is left, and tells how many that were. */
  static int killSurvivors(String marker) throws IOException {
    List<Long> left = marked(marker);
    for (long pid : left) {
      ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    }
    return left.size();
  }

  /** The processes that inherited {@code marker}, but for those that are dead. */
  static List<Long> marked(String marker) throws IOException {
    List<Long> found = new ArrayList<>();
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[1-9]*")) {
      for (Path process : processes) {
        if (environment(process).contains(marker)) {
          found.add(Long.parseLong(process.getFileName().toString()));
        }
      }
    }
    return found;
  }

  private static String environment(Path process) {
    try {
      return Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1);
    } catch (IOException _) {
      // It ended while we looked, or is another user's: not one of ours.
      return "";
    }
  }
}
