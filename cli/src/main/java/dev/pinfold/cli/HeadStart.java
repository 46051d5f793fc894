package dev.pinfold.cli;

import dev.pinfold.policy.Policy;
import dev.pinfold.policy.PolicyContext;
import dev.pinfold.policy.Profile;
import dev.pinfold.sandbox.KernelFeatures;
import java.util.List;

/**
 * Does on the second core, while the words are still being read, what {@code exec} will need: links
 * the C library (20 ms, which no AOT cache keeps) and reads the policy's tables (14 ms). Nothing
 * depends on it; figures in docs/performance.md.
 */
final class HeadStart {
  private HeadStart() {}

  static void begin() {
    Thread.ofPlatform().daemon().name("pinfold-library").start(KernelFeatures::probe);
    Thread.ofPlatform()
        .daemon()
        .name("pinfold-policy")
        .start(
            () ->
                Policy.builtIn(Profile.PERMISSIVE)
                    .evaluate(List.of("true"), PolicyContext.ownFolder("/w", "/h", "u")));
  }
}
