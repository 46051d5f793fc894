package dev.pinfold.journal;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.random.RandomGenerator;

/**
 * The name of a run: safe as a file name, and sorting by name sorts by start.
 *
 * @param value 1 to 64 of {@code a-z 0-9 -}, not starting with {@code -}
 */
public record RunId(String value) implements Comparable<RunId> {
  private static final int MAX_LENGTH = 64;

  /** Checks the characters and the length. */
  public RunId {
    if (!isValid(value)) {
      throw new IllegalArgumentException("not a run id: " + value);
    }
  }

  /** True if {@code value} can be a run id, so that input of a person can be told from a bug. */
  public static boolean isValid(String value) {
    return !value.isEmpty()
        && value.length() <= MAX_LENGTH
        && value.charAt(0) != '-'
        && value
            .chars()
            .allMatch(c -> (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-');
  }

  /**
   * A new id such as {@code 20261201-093000-123-4f2a9c}: start in UTC to the millisecond, then 24
   * random bits.
   */
  public static RunId next(Instant start, RandomGenerator random) {
    ZonedDateTime at = start.atZone(ZoneOffset.UTC);
    int date = (at.getYear() * 100 + at.getMonthValue()) * 100 + at.getDayOfMonth();
    int time = (at.getHour() * 100 + at.getMinute()) * 100 + at.getSecond();
    String tail = Integer.toHexString(random.nextInt(1 << 24) | 1 << 24).substring(1);
    return new RunId(
        date + "-" + digits(time, 6) + "-" + digits(at.getNano() / 1_000_000, 3) + "-" + tail);
  }

  private static String digits(int number, int width) {
    String digits = Integer.toString(number);
    return "0".repeat(width - digits.length()) + digits;
  }

  @Override
  public int compareTo(RunId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
