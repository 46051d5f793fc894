package dev.pinfold.bench;

import dev.pinfold.linux.Fd;
import dev.pinfold.linux.PidFd;
import dev.pinfold.linux.Poll;
import dev.pinfold.sandbox.Tier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What becomes of runs when their JVM is killed by SIGKILL: from the signal until the last process
 * of each tree is dead, and whether anything is left. A JVM of its own holds a pen for each tree,
 * and all of them are full-grown when it dies.
 */
final class KilledJvmRounds {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Path work;
  private final Results results;

  KilledJvmRounds(Path work, Results results) {
    this.work = work;
    this.results = results;
  }

  /** Kills {@code count} JVMs, each with all trees. */
  void run(int count, Tier.Choice tier) throws IOException, InterruptedException {
    String group = "JVM killed, " + tier.name().toLowerCase(Locale.ROOT);
    for (int round = 0; round < count; round++) {
      String marker = "PINFOLD_BENCH_TREE=" + System.nanoTime();
      Path folder = Files.createTempDirectory(work, "victim");
      Process victim = start(folder, tier, marker);
      try {
        if (victim.getInputStream().read() < 0) {
          throw new IOException("the JVM that was to be killed ended early");
        }
        kill(group, victim, grown(marker), round);
      } finally {
        victim.destroyForcibly().waitFor();
      }
      results.counts(group + ": survivors", "all", TreeRounds.killSurvivors(marker));
    }
  }

  private static Process start(Path folder, Tier.Choice tier, String marker) throws IOException {
    return new ProcessBuilder(
            System.getProperty("java.home") + "/bin/java",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            Victim.class.getName(),
            folder.toString(),
            tier.name(),
            marker)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /** Waits for all of every tree. */
  private static Map<HostileTree, List<Fd>> grown(String marker)
      throws IOException, InterruptedException {
    Map<HostileTree, List<Fd>> all = new EnumMap<>(HostileTree.class);
    for (HostileTree tree : HostileTree.values()) {
      List<Long> found = List.of();
      while (found.size() < tree.processes()) {
        Thread.sleep(5);
        found = TreeRounds.marked(marker + tree.name());
      }
      List<Fd> processes = new ArrayList<>();
      for (long pid : found) {
        long opened = PidFd.open((int) pid);
        if (opened >= 0) {
          processes.add(Fd.own(opened));
        }
      }
      all.put(tree, processes);
    }
    return all;
  }

  /** The trees are looked at one after the other, each time another one first. */
  private void kill(String group, Process victim, Map<HostileTree, List<Fd>> processes, int round)
      throws IOException {
    HostileTree[] trees = HostileTree.values();
    long start = System.nanoTime();
    victim.destroyForcibly();
    for (int i = 0; i < trees.length; i++) {
      HostileTree tree = trees[(round + i) % trees.length];
      for (Fd process : processes.getOrDefault(tree, List.of())) {
        try (process) {
          Poll.readable(PATIENCE, process);
        }
      }
      results.nanos(
          group, tree.name().toLowerCase(Locale.ROOT).replace('_', '-'), System.nanoTime() - start);
    }
  }
}
