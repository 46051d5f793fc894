package dev.pinfold.bench;

import dev.pinfold.bench.Rounds.Candidate;
import dev.pinfold.sandbox.Limits;
import dev.pinfold.sandbox.Pen;
import dev.pinfold.sandbox.Program;
import dev.pinfold.sandbox.Tier;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What a command costs from a running JVM, and what a pen costs. */
final class SpawnRounds {
  private static final String[] BWRAP = {
    "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--unshare-all", "/bin/true"
  };

  private final Ground ground;
  private final Rounds rounds;
  private final Results results;

  SpawnRounds(Ground ground, Results results) {
    this.ground = ground;
    this.results = results;
    rounds = new Rounds(results);
  }

  /** {@code /bin/true} until it is reaped: in a kept pen, by ProcessBuilder, by bwrap. */
  void spawn(int warmUps, int count) throws IOException, InterruptedException {
    Program nothing = ground.program(List.of(), "/bin/true");
    try (Pen pen = ground.pen();
        Pen full = ground.pen(Tier.Choice.FULL);
        Pen unlocked = Pen.unlocked(Limits.DEFAULT)) {
      List<Candidate> candidates = new ArrayList<>();
      candidates.add(Candidate.of("pen", () -> ground.run(pen, nothing)));
      candidates.add(Candidate.of("pen, tier full", () -> ground.run(full, nothing)));
      candidates.add(Candidate.of("no pen", () -> ground.run(unlocked, nothing)));
      candidates.add(Candidate.of("ProcessBuilder", () -> ground.prepare("/bin/true")));
      String bwrap = Ground.find("bwrap");
      if (bwrap.isEmpty()) {
        results.missing("spawn", "bwrap", "no bwrap on PATH");
      } else {
        String[] command = new String[BWRAP.length + 1];
        command[0] = bwrap;
        System.arraycopy(BWRAP, 0, command, 1, BWRAP.length);
        candidates.add(Candidate.of("bwrap", () -> ground.prepare(command)));
      }
      rounds.run("spawn", warmUps, count, candidates);
    }
  }

  /** A pen from nothing to proven, and from proven to nothing. */
  void open(int warmUps, int count) throws IOException {
    open("pen", Tier.Choice.LANDLOCK, warmUps, count);
    open("pen, tier full", Tier.Choice.FULL, warmUps, count);
  }

  private void open(String group, Tier.Choice tier, int warmUps, int count) throws IOException {
    long[] open = new long[count];
    long[] proof = new long[count];
    long[] close = new long[count];
    for (int i = -warmUps; i < count; i++) {
      long start = System.nanoTime();
      Pen pen = ground.pen(tier);
      long opened = System.nanoTime();
      pen.close();
      long closed = System.nanoTime();
      if (i >= 0) {
        open[i] = opened - start;
        proof[i] = pen.proofTook().toNanos();
        close[i] = closed - opened;
      }
    }
    results.nanos(group, "open", open);
    results.nanos(group, "self-proof", proof);
    results.nanos(group, "close", close);
  }
}
