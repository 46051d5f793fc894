package dev.pinfold.policy;

import java.util.OptionalLong;

/**
 * Upper bounds that policy files set for a run; empty where they say nothing.
 *
 * @param timeoutSeconds for how long it may run, at most {@link #MAX_TIMEOUT_SECONDS}
 * @param processes how many processes it may have
 * @param openFiles how many files each process may have open
 * @param fileSizeBytes how long a file may get that it writes
 * @param outputBytes how much of its output is kept
 */
public record PolicyLimits(
    OptionalLong timeoutSeconds,
    OptionalLong processes,
    OptionalLong openFiles,
    OptionalLong fileSizeBytes,
    OptionalLong outputBytes) {
  /** An hour. */
  public static final long MAX_TIMEOUT_SECONDS = 3600;

  /** No bounds. */
  public static final PolicyLimits NONE =
      new PolicyLimits(
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalLong.empty());

  static PolicyLimits read(PolicySection section) {
    return new PolicyLimits(
        section.positive(PolicyKey.TIMEOUT, MAX_TIMEOUT_SECONDS),
        section.positive(PolicyKey.PROCESSES, Integer.MAX_VALUE),
        section.positive(PolicyKey.OPEN_FILES, Integer.MAX_VALUE),
        section.positive(PolicyKey.FILE_SIZE, Long.MAX_VALUE),
        section.positive(PolicyKey.OUTPUT, Integer.MAX_VALUE));
  }

  /** Both bounds hold: of each, the smaller one. */
  PolicyLimits and(PolicyLimits other) {
    return new PolicyLimits(
        smaller(timeoutSeconds, other.timeoutSeconds),
        smaller(processes, other.processes),
        smaller(openFiles, other.openFiles),
        smaller(fileSizeBytes, other.fileSizeBytes),
        smaller(outputBytes, other.outputBytes));
  }

  private static OptionalLong smaller(OptionalLong one, OptionalLong other) {
    if (one.isEmpty() || other.isEmpty()) {
      return one.isEmpty() ? other : one;
    }
    return OptionalLong.of(Math.min(one.getAsLong(), other.getAsLong()));
  }
}
