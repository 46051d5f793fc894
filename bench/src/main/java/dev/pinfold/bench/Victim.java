package dev.pinfold.bench;

import dev.pinfold.linux.Fd;
import dev.pinfold.sandbox.Pen;
import dev.pinfold.sandbox.Program;
import dev.pinfold.sandbox.Start;
import dev.pinfold.sandbox.Tier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A JVM that holds a pen for each hostile tree, to be killed: see {@link KilledJvmRounds}. */
public final class Victim {
  private Victim() {}

  /** Takes the folder to work in, the tier, and the marker of its trees. */
  public static void main(String[] args) throws IOException {
    Ground ground = new Ground(Path.of(args[0]));
    List<AutoCloseable> kept = new ArrayList<>(List.of(ground));
    for (HostileTree tree : HostileTree.values()) {
      Pen pen = ground.pen(Tier.Choice.valueOf(args[1]));
      Program program =
          ground.program(List.of(args[2] + tree.name()), "/bin/sh", "-c", tree.script());
      Start start = pen.start(program, ground.empty(), ground.sink(), ground.sink());
      if (!(start instanceof Start.Started(_, Fd pidfd))) {
        throw new IOException(tree + ": " + start);
      }
      kept.addAll(List.of(pen, pidfd));
    }
    System.out.println(kept.size());
    // Until it is killed, or whoever wanted to has gone: then its trees end with it all the same.
    int end = System.in.read();
    System.exit(end < 0 ? 0 : 1);
  }
}
