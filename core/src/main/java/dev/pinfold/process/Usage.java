package dev.pinfold.process;

import dev.pinfold.linux.PidFd;
import dev.pinfold.sandbox.Consumption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * What a command took.
 *
 * @param processorTime user and system
 * @param ofWholeRun whether that is the time of all processes; else of the command and of those
 *     descendants that were waited for
 * @param largestProcessBytes the most memory that one of these processes had; empty when that was
 *     less than this JVM has had
 * @param peakMemoryBytes the most memory that all had together; empty where nothing counts that
 * @param memoryLimitBytes the limit for all together; empty where there was none
 */
public record Usage(
    Duration processorTime,
    boolean ofWholeRun,
    OptionalLong largestProcessBytes,
    OptionalLong peakMemoryBytes,
    OptionalLong memoryLimitBytes) {
  static Usage of(PidFd.End end, Consumption run) {
    return new Usage(
        run.processorTime().orElse(end.processorTime()),
        run.processorTime().isPresent(),
        end.largestBytes() > ownPeakBytes()
            ? OptionalLong.of(end.largestBytes())
            : OptionalLong.empty(),
        run.peakMemoryBytes(),
        run.memoryLimitBytes());
  }

  /**
   * A process that was started by vfork, as posix_spawn does, begins with its parent's peak
   * (exec_mmap of fs/exec.c counts the memory that it leaves): only above that the number is its
   * own.
   */
  private static long ownPeakBytes() {
    try {
      return Files.readAllLines(Path.of("/proc/self/status")).stream()
          .filter(line -> line.startsWith("VmHWM:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
          .findFirst()
          .orElse(Long.MAX_VALUE);
    } catch (IOException _) {
      return Long.MAX_VALUE; // no /proc: then nothing can be told apart
    }
  }
}
