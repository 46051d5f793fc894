package dev.pinfold.bench;

import dev.pinfold.sandbox.Tier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Everything that is measured from one JVM that goes on running. */
public final class KernelRounds {
  private KernelRounds() {}

  /**
   * Takes the folder to work in, empty, and the file to which lines of results are added; with
   * {@code --quick} it makes few rounds, to see that it works; with {@code --trees} it only ends
   * hostile trees.
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    boolean quick = args.length > 2 && args[2].equals("--quick");
    Results results = new Results(Path.of(args[1]));
    if (args.length > 2 && args[2].equals("--trees")) {
      try (Ground ground = new Ground(Path.of(args[0]))) {
        trees(100, Path.of(args[0]), ground, results);
      }
      return;
    }
    try (Ground ground = new Ground(Path.of(args[0]))) {
      var spawns = new SpawnRounds(ground, results);
      spawns.spawn(quick ? 5 : 200, quick ? 20 : 1500);
      spawns.open(quick ? 2 : 30, quick ? 5 : 200);
      trees(quick ? 1 : 100, Path.of(args[0]), ground, results);
      new ScanRounds(Path.of(args[0]), results).run(quick ? 3 : 50, 1_000, 20_000);
      new ToolRounds(ground, results).run(quick ? 0.05 : 1);
    }
  }

  private static void trees(int count, Path work, Ground ground, Results results)
      throws IOException, InterruptedException {
    for (Tier.Choice tier : List.of(Tier.Choice.LANDLOCK, Tier.Choice.FULL)) {
      new TreeRounds(ground, results).run(count, tier);
      new KilledJvmRounds(work, results).run(count, tier);
    }
  }
}
