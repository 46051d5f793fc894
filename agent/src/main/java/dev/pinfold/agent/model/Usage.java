package dev.pinfold.agent.model;

/**
 * Tokens that were used, as the server counted them. Where it did not count, and for a request that
 * broke off, the most that it can have been.
 *
 * @param input read, those from a cache and those put into it not among them
 * @param cacheRead read from a cache
 * @param cacheWrite put into a cache
 * @param output written
 */
public record Usage(long input, long cacheRead, long cacheWrite, long output) {
  /** Nothing. */
  public static final Usage NONE = new Usage(0, 0, 0, 0);

  /** The sum. */
  public Usage plus(Usage other) {
    return new Usage(
        input + other.input,
        cacheRead + other.cacheRead,
        cacheWrite + other.cacheWrite,
        output + other.output);
  }
}
