package dev.pinfold.prove;

import dev.pinfold.sandbox.Tier;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Tries guarantees on this machine: each attack first outside, against decoys, where it must work;
 * then in a pen, as a command of a run. The tiers are tried side by side, each with decoys of its
 * own.
 *
 * <p>Thread contract: one thread, free; one proof at a time.
 */
public final class Prover {
  private Prover() {}

  /** The names of all guarantees, in the order of THREAT_MODEL.md. */
  public static Set<String> guarantees() {
    Set<String> all = new LinkedHashSet<>();
    GuaranteeFile.builtIn().guarantees().forEach(guarantee -> all.addAll(guarantee.ids()));
    return all;
  }

  /**
   * Tries.
   *
   * @param ids which guarantees
   * @param tiers in which tiers
   * @throws IOException when the decoys can't be made
   */
  public static Proof prove(Set<String> ids, List<Tier> tiers) throws IOException {
    long start = System.nanoTime();
    Controls controls = new Controls();
    List<Proof.TierState> states = new ArrayList<>();
    List<Finding> findings = new ArrayList<>();
    try (ExecutorService side = bySide(tiers.size())) {
      List<Future<TierProof>> proofs = new ArrayList<>();
      for (Tier tier : tiers) {
        // Every second one from the end: they meet in the middle, and what the one has tried
        // outside, the other has not to.
        boolean backwards = proofs.size() % 2 == 1;
        proofs.add(side.submit(() -> Siege.of(tier, ids, controls, backwards)));
      }
      for (Future<TierProof> proof : proofs) {
        states.add(result(proof).state());
        findings.addAll(result(proof).findings());
      }
    }
    return new Proof(states, findings, Duration.ofNanos(System.nanoTime() - start));
  }

  /** Platform threads: a pen is made on one, and waits in system calls. */
  private static ExecutorService bySide(int tiers) {
    return Executors.newFixedThreadPool(
        tiers, Thread.ofPlatform().daemon().name("pinfold-prove-", 0).factory());
  }

  private static TierProof result(Future<TierProof> proof) throws IOException {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return proof.get();
        } catch (InterruptedException _) {
          interrupted = true;
        } catch (ExecutionException failed) {
          throw new IOException(String.valueOf(failed.getCause()), failed.getCause());
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
