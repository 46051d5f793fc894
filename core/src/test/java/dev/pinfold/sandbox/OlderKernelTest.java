package dev.pinfold.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pinfold.sandbox.ProtectionStatus.Missing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A kernel with an older Landlock, made by telling a pen so: it uses no right that such a kernel
 * lacks. A seccomp filter can't say this, for it can only let calls fail.
 */
class OlderKernelTest {
  private static final long ENOSYS = -38;

  @TempDir Path dir;

  @Test
  void aPenIsRefusedByTheNameOfWhatIsMissing() throws IOException {
    refuses(ENOSYS, Protection.FILES);
    refuses(4, Protection.FILES);
    refuses(5, Protection.SIGNAL_SCOPE);
  }

  /** Linux 6.10 and 6.11, on the user's word: the rest of the pen holds. */
  @Test
  void withTheUsersWordItOpensAndSaysWhatIsMissing() throws Exception {
    Set<Protection> missing =
        Set.of(Protection.SIGNAL_SCOPE, Protection.ABSTRACT_SOCKET_SCOPE, Protection.WATCHDOG);
    PenThread thread = PenThread.start();
    LockedIn lockedIn =
        LockedIn.lock(thread, plan(missing), new KernelFeatures(5), Tier.LANDLOCK, RunGroup.none());
    try {
      missing.forEach(
          protection ->
              assertThat(lockedIn.protections().get(protection)).isInstanceOf(Missing.class));
      assertThat(lockedIn.scoped()).isFalse();
      assertThat(lockedIn.trials().proof().attempts())
          .filteredOn(attempt -> !attempt.holds())
          .extracting(SelfProof.Attempt::guarantee)
          .containsOnly("proc.signal");
    } finally {
      thread.close();
      lockedIn.close();
    }
  }

  private void refuses(long abi, Protection protection) throws IOException {
    PenThread thread = PenThread.start();
    PenPlan plan = plan(Set.of());
    assertThatThrownBy(
            () ->
                LockedIn.lock(
                    thread, plan, new KernelFeatures(abi), Tier.LANDLOCK, RunGroup.none()))
        .isInstanceOf(SandboxUnavailableException.class)
        .hasMessageContaining("'" + protection.id() + "'")
        .hasMessageContaining(new KernelFeatures(abi).landlock());
    thread.close();
  }

  private PenPlan plan(Set<Protection> allowedMissing) throws IOException {
    Path canary = Files.writeString(dir.resolve("canary"), "secret");
    return new PenPlan(
        new View(List.of(), List.of()),
        Limits.DEFAULT,
        canary.toString(),
        Files.createDirectories(dir.resolve("tmp")).toString(),
        Tier.Choice.LANDLOCK,
        allowedMissing);
  }
}
