package dev.pinfold.bench;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * Times candidates in turn: one of each is a round, and every round starts with another one, so
 * that what else the machine does meets them all alike.
 */
final class Rounds {
  private final Results results;

  Rounds(Results results) {
    this.results = results;
  }

  /** What is timed. */
  interface Action {
    /** Does it once, to its end. */
    void once() throws IOException, InterruptedException;
  }

  /**
   * One of several ways to the same end.
   *
   * @param name as in the results
   * @param prepare what it needs each time, off the clock
   * @param action what is timed
   */
  record Candidate(String name, Action prepare, Action action) {
    static Candidate of(String name, Action action) {
      return new Candidate(name, () -> {}, action);
    }
  }

  /** Runs {@code warmUps} rounds and then {@code rounds} that count. */
  void run(String group, int warmUps, int rounds, List<Candidate> candidates)
      throws IOException, InterruptedException {
    int count = candidates.size();
    long[][] nanos = new long[count][rounds];
    for (int round = -warmUps; round < rounds; round++) {
      for (int i = 0; i < count; i++) {
        int turn = Math.floorMod(round + i, count);
        Candidate candidate = candidates.get(turn);
        candidate.prepare().once();
        long start = System.nanoTime();
        candidate.action().once();
        long took = System.nanoTime() - start;
        if (round >= 0) {
          nanos[turn][round] = took;
        }
      }
    }
    for (int i = 0; i < count; i++) {
      results.nanos(group, candidates.get(i).name(), Arrays.copyOf(nanos[i], rounds));
    }
  }
}
