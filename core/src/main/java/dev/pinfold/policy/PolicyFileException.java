package dev.pinfold.policy;

/**
 * A policy file that can't be used. It never means "no policy": whoever loads the file must stop or
 * keep the last good one.
 */
public final class PolicyFileException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String file;
  private final int line;

  PolicyFileException(String file, int line, String problem) {
    super(file + ":" + line + ": " + problem);
    this.file = file;
    this.line = line;
  }

  /** The file, as it was named. */
  public String file() {
    return file;
  }

  /** The line, from 1. */
  public int line() {
    return line;
  }
}
