package dev.pinfold.process;

import dev.pinfold.linux.PidFd;
import dev.pinfold.sandbox.Consumption;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * What a command took.
 *
 * @param processorTime user and system
 * @param ofWholeRun whether that is the time of all processes; else of the command and of those
 *     descendants that were waited for
 * @param largestProcessBytes the most memory that one of these processes had
 * @param peakMemoryBytes the most memory that all had together; empty where nothing counts that
 * @param memoryLimitBytes the limit for all together; empty where there was none
 */
public record Usage(
    Duration processorTime,
    boolean ofWholeRun,
    long largestProcessBytes,
    OptionalLong peakMemoryBytes,
    OptionalLong memoryLimitBytes) {
  static Usage of(PidFd.End end, Consumption run) {
    return new Usage(
        run.processorTime().orElse(end.processorTime()),
        run.processorTime().isPresent(),
        end.largestBytes(),
        run.peakMemoryBytes(),
        run.memoryLimitBytes());
  }
}
