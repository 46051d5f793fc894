package dev.pinfold.sandbox;

import dev.pinfold.linux.Errno;
import dev.pinfold.sandbox.SelfProof.Attempt;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The attempts by which a pen is tried while it is being opened, and how long they took. */
final class Trials {
  private final List<Attempt> attempts = new ArrayList<>();
  private Duration took = Duration.ZERO;

  /** Some attempts. */
  interface Trial {
    List<Attempt> make() throws IOException;
  }

  /** Makes them and keeps what came of them. */
  void make(Trial trial) throws IOException {
    long start = System.nanoTime();
    attempts.addAll(trial.make());
    took = took.plusNanos(System.nanoTime() - start);
  }

  /**
   * Ends the opening if any attempt went otherwise than it must.
   *
   * @param scoped whether there is a scope for signals; without one, on the user's word, what tests
   *     it is excused
   */
  void failIfBroken(boolean scoped) throws SandboxUnavailableException {
    for (Attempt attempt : attempts) {
      boolean excused = attempt.guarantee().equals("proc.signal") && !scoped;
      if (!attempt.holds() && !excused) {
        throw new SandboxUnavailableException(
            Protection.FILES,
            "the attempt to " + attempt.what() + " to fail with " + Errno.name(attempt.expected()),
            Errno.answer(attempt.result()));
      }
    }
  }

  SelfProof proof() {
    return new SelfProof(attempts);
  }

  Duration took() {
    return took;
  }
}
