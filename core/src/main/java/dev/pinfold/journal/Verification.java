package dev.pinfold.journal;

/** What reading a journal found out about it. */
public sealed interface Verification {
  /**
   * Every line is as it was written, up to the run's end.
   *
   * @param entries how many lines
   * @param head the last line's hash
   */
  record Intact(long entries, String head) implements Verification {}

  /**
   * Every line so far is as it was written, and the run still goes on.
   *
   * @param entries how many complete lines
   */
  record Running(long entries) implements Verification {}

  /**
   * Every line is as it was written but the run's end is missing, and nobody writes any more: the
   * writer was killed, or lines were cut off the end.
   *
   * @param entries how many lines
   */
  record Incomplete(long entries) implements Verification {}

  /**
   * A line is not what was written there.
   *
   * @param line its number, from 1
   * @param offset where the line starts, in bytes from the start of the file
   * @param what what is wrong with it
   */
  record Broken(long line, long offset, String what) implements Verification {}
}
