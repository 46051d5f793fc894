package dev.pinfold.sandbox;

/**
 * Limits that hold for each process of a run, set in the process before its program starts. None
 * raises what is inherited.
 *
 * @param processes processes of the user at one time, programs outside the run counted; does not
 *     bind root
 * @param openFiles open files of one process
 * @param fileSizeBytes bytes of one file
 */
public record Limits(long processes, long openFiles, long fileSizeBytes) {
  /**
   * Enough for every build that we know, and an end to run-aways: 4,096 processes, 65,536 open
   * files (watchers of large trees take thousands), files of 16 GiB.
   */
  public static final Limits DEFAULT = new Limits(4096, 65_536, 16L << 30);

  /** Checks that each is positive. */
  public Limits {
    if (processes <= 0 || openFiles <= 0 || fileSizeBytes <= 0) {
      throw new IllegalArgumentException(
          "limits must be positive: " + processes + ", " + openFiles + ", " + fileSizeBytes);
    }
  }

  /** With another number of processes. */
  public Limits withProcesses(long value) {
    return new Limits(value, openFiles, fileSizeBytes);
  }

  /** With another number of open files. */
  public Limits withOpenFiles(long value) {
    return new Limits(processes, value, fileSizeBytes);
  }

  /** With another size of files. */
  public Limits withFileSizeBytes(long value) {
    return new Limits(processes, openFiles, value);
  }
}
