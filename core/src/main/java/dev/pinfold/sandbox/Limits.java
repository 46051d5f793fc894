package dev.pinfold.sandbox;

import java.util.OptionalLong;

/**
 * Limits of a run. The first three are always set, in each process before its program starts, and
 * never raise what is inherited; memory and processor time are limited for the run as a whole by a
 * control group (cgroup v2), where this process may make one; free disk space is watched.
 *
 * @param processes processes and threads at one time: of the run where it has a control group, else
 *     of the user as a whole, programs outside the run counted, and not for root
 * @param openFiles open files of one process
 * @param fileSizeBytes bytes of one file
 * @param memoryBytes memory of the run, no swap beside it; empty for three quarters of the
 *     machine's where that can be enforced
 * @param milliCpus thousandths of a processor's time; empty for no limit
 * @param minFreeDiskBytes the run ends when a file system that it writes to has less left; 0 to let
 *     it fill the disk; empty for {@link #DEFAULT_FREE_DISK}, or a tenth of a small file system
 */
public record Limits(
    long processes,
    long openFiles,
    long fileSizeBytes,
    OptionalLong memoryBytes,
    OptionalLong milliCpus,
    OptionalLong minFreeDiskBytes) {
  /**
   * Enough for every build that we know, and an end to run-aways: 4,096 processes, 65,536 open
   * files (watchers of large trees take thousands), files of 16 GiB.
   */
  public static final Limits DEFAULT =
      new Limits(
          4096,
          65_536,
          16L << 30,
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalLong.empty());

  /** Below this, a desktop and its editors begin to lose data: 2 GiB. */
  public static final long DEFAULT_FREE_DISK = 2L << 30;

  /** Less than this starts no program: 1 MiB. */
  public static final long LEAST_MEMORY = 1 << 20;

  /** A hundredth of a processor; the kernel takes nothing below (1 ms in 100 ms). */
  public static final long LEAST_MILLI_CPUS = 10;

  /** Checks that each makes sense. */
  public Limits {
    if (processes <= 0 || openFiles <= 0 || fileSizeBytes <= 0) {
      throw new IllegalArgumentException(
          "limits must be positive: " + processes + ", " + openFiles + ", " + fileSizeBytes);
    }
    if (memoryBytes.orElse(LEAST_MEMORY) < LEAST_MEMORY
        || milliCpus.orElse(LEAST_MILLI_CPUS) < LEAST_MILLI_CPUS
        || minFreeDiskBytes.orElse(0) < 0) {
      throw new IllegalArgumentException(
          "too little: memory " + memoryBytes + ", cpu " + milliCpus + ", " + minFreeDiskBytes);
    }
  }

  /** With another number of processes. */
  public Limits withProcesses(long value) {
    return new Limits(value, openFiles, fileSizeBytes, memoryBytes, milliCpus, minFreeDiskBytes);
  }

  /** With another number of open files. */
  public Limits withOpenFiles(long value) {
    return new Limits(processes, value, fileSizeBytes, memoryBytes, milliCpus, minFreeDiskBytes);
  }

  /** With another size of files. */
  public Limits withFileSizeBytes(long value) {
    return new Limits(processes, openFiles, value, memoryBytes, milliCpus, minFreeDiskBytes);
  }

  /** With this much memory; a run for which that can't be enforced is refused. */
  public Limits withMemoryBytes(long value) {
    return new Limits(
        processes, openFiles, fileSizeBytes, OptionalLong.of(value), milliCpus, minFreeDiskBytes);
  }

  /** With this much processor time; a run for which that can't be enforced is refused. */
  public Limits withMilliCpus(long value) {
    return new Limits(
        processes, openFiles, fileSizeBytes, memoryBytes, OptionalLong.of(value), minFreeDiskBytes);
  }

  /** With this much disk space left free, 0 for none. */
  public Limits withMinFreeDiskBytes(long value) {
    return new Limits(
        processes, openFiles, fileSizeBytes, memoryBytes, milliCpus, OptionalLong.of(value));
  }

  /**
   * Whether somebody named this limit and counts on it: what can't be enforced is then refused, and
   * not only reported.
   */
  public boolean isAskedFor(Protection protection) {
    return switch (protection) {
      case PROCESS_LIMIT -> processes != DEFAULT.processes;
      case MEMORY_LIMIT -> memoryBytes.isPresent();
      case CPU_LIMIT -> milliCpus.isPresent();
      default -> false;
    };
  }
}
