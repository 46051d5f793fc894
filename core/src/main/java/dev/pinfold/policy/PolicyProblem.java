package dev.pinfold.policy;

/**
 * Something that is wrong, or worth knowing, about a policy file.
 *
 * @param severity whether the file can be used
 * @param file the file, as it was named
 * @param line the line, from 1
 * @param what what is wrong
 * @param next what to do about it; may be empty
 */
public record PolicyProblem(Severity severity, String file, int line, String what, String next) {
  /** How bad it is. */
  public enum Severity {
    /** The file can't be used. */
    ERROR,
    /** The file is used, but not as its author may think. */
    WARNING
  }

  /** {@code FILE:LINE: what is wrong}. */
  public String message() {
    return file + ":" + line + ": " + what;
  }

  boolean isError() {
    return severity == Severity.ERROR;
  }
}
