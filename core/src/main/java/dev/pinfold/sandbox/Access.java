package dev.pinfold.sandbox;

import dev.pinfold.linux.Landlock;

/**
 * What may be done with a file, or with all that is below a folder.
 *
 * @param read file contents and folder listings
 * @param write contents, names and truncation; never devices or sockets
 * @param execute running a file as a program
 */
public record Access(boolean read, boolean write, boolean execute) {
  /** Looking only. */
  public static final Access READ = new Access(true, false, false);

  /** Looking and running. */
  public static final Access READ_EXECUTE = new Access(true, false, true);

  /** Looking and changing. */
  public static final Access READ_WRITE = new Access(true, true, false);

  /** Everything: for the workspace and the run's own folders. */
  public static final Access ALL = new Access(true, true, true);

  private static final long READS = Landlock.READ_FILE | Landlock.READ_DIR;
  private static final long WRITES =
      Landlock.WRITE_FILE
          | Landlock.TRUNCATE
          | Landlock.REFER
          | Landlock.MAKE_REG
          | Landlock.MAKE_DIR
          | Landlock.MAKE_SYM
          | Landlock.MAKE_FIFO
          | Landlock.REMOVE_FILE
          | Landlock.REMOVE_DIR;

  /** The Landlock rights of {@code linux/landlock.h}. */
  long rights() {
    return (read ? READS : 0) | (write ? WRITES : 0) | (execute ? Landlock.EXECUTE : 0);
  }

  /** As in {@code ls -l}: {@code r-x}. */
  @Override
  public String toString() {
    return (read ? "r" : "-") + (write ? "w" : "-") + (execute ? "x" : "-");
  }
}
