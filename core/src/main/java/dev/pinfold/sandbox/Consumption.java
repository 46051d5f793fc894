package dev.pinfold.sandbox;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a run as a whole has used, as its control group counts it.
 *
 * @param processorTime user and system; empty without a control group
 * @param peakMemoryBytes the most at one time, files in memory counted; empty where the kernel does
 *     not say (Linux before 5.19, or no memory controller)
 * @param memoryLimitBytes the limit that was set; empty for none
 * @param memoryKills processes that the kernel killed for want of memory
 */
public record Consumption(
    Optional<Duration> processorTime,
    OptionalLong peakMemoryBytes,
    OptionalLong memoryLimitBytes,
    long memoryKills) {
  /** Nothing known. */
  static final Consumption UNKNOWN =
      new Consumption(Optional.empty(), OptionalLong.empty(), OptionalLong.empty(), 0);
}
