package dev.pinfold.bench;

import java.io.IOException;
import java.nio.file.Path;

/** Everything that is measured from one JVM that goes on running. */
public final class KernelRounds {
  private KernelRounds() {}

  /**
   * Takes the folder to work in, empty, and the file to which lines of results are added; with
   * {@code --quick} it makes few rounds, to see that it works.
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    boolean quick = args.length > 2 && args[2].equals("--quick");
    Results results = new Results(Path.of(args[1]));
    try (Ground ground = new Ground(Path.of(args[0]))) {
      var spawns = new SpawnRounds(ground, results);
      spawns.spawn(quick ? 5 : 200, quick ? 20 : 1500);
      spawns.open(quick ? 2 : 30, quick ? 5 : 200);
      new TreeRounds(ground, results).run(quick ? 1 : 20);
      new ScanRounds(Path.of(args[0]), results).run(quick ? 3 : 50, 1_000, 20_000);
      new ToolRounds(ground, results).run(quick ? 0.05 : 1);
    }
  }
}
