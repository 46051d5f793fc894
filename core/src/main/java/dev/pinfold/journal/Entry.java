package dev.pinfold.journal;

import java.time.Instant;

/**
 * One line of a journal.
 *
 * @param seq 0 for the first line, one more for each that follows
 * @param at when it was written
 * @param run the run that it belongs to
 * @param kind what happened, such as {@code run.ended}
 * @param fields the particulars
 * @param prev {@code hash} of the line before, 64 zeros for the first
 * @param hash SHA-256 of this line without its hash member, 64 lower-case hexadecimal digits
 */
public record Entry(
    long seq, Instant at, RunId run, String kind, Fields fields, String prev, String hash) {
  private static final int MAX_KIND_CHARS = 64;

  /** Checks the kind. */
  public Entry {
    if (!isKind(kind)) {
      throw new IllegalArgumentException("not a kind of entry: " + kind);
    }
  }

  private static boolean isKind(String kind) {
    return !kind.isEmpty()
        && kind.length() <= MAX_KIND_CHARS
        && kind.chars()
            .allMatch(
                c -> (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-');
  }
}
