package dev.pinfold.cli;

import dev.pinfold.process.ByteSize;
import dev.pinfold.sandbox.Limits;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.regex.Pattern;

/** Times and sizes as people type them. */
final class Amounts {
  private static final String TIMES =
      "Write it as 1500ms, 90s, 5m or 2h; a bare number is seconds.";
  private static final String SIZES =
      "Write it as 500K, 64M or 2G (units of 1024); a bare number is itself.";

  private static final String CPUS =
      "Write it as 2, 1.5 or 0.25: so many processors, working all the time.";

  /** More than 99,999 processors no machine has; finer than a thousandth nobody can tell. */
  private static final Pattern PROCESSORS = Pattern.compile("[0-9]{1,5}(?:\\.[0-9]{1,3})?");

  private Amounts() {}

  /** A positive time such as {@code 90s}, at most 366 days. */
  static Duration time(String option, String text) throws UsageException {
    long number = number(option, text, TIMES);
    Duration time =
        switch (unit(text)) {
          case "ms" -> Duration.ofMillis(number);
          case "", "s" -> Duration.ofSeconds(number);
          case "m" -> Duration.ofSeconds(Math.min(number, Integer.MAX_VALUE) * 60);
          case "h" -> Duration.ofSeconds(Math.min(number, Integer.MAX_VALUE) * 3600);
          default -> throw new UsageException(option + ": no time: " + text, TIMES);
        };
    if (time.compareTo(Duration.ofDays(366)) > 0) {
      throw new UsageException(option + ": more than a year: " + text, TIMES);
    }
    return time;
  }

  /** A positive amount such as {@code 64M}. */
  static long count(String option, String text) throws UsageException {
    long number = number(option, text, SIZES);
    int shift =
        switch (unit(text)) {
          case "" -> 0;
          case "K", "k" -> 10;
          case "M", "m" -> 20;
          case "G", "g" -> 30;
          case "T", "t" -> 40;
          default -> throw new UsageException(option + ": no amount: " + text, SIZES);
        };
    if (number > Long.MAX_VALUE >> shift) {
      throw new UsageException(option + ": too much: " + text, SIZES);
    }
    return number << shift;
  }

  /** An amount of memory in which a program can start. */
  static long memory(String option, String text) throws UsageException {
    long bytes = count(option, text);
    if (bytes < Limits.LEAST_MEMORY) {
      throw new UsageException(
          option + ": no program starts in " + ByteSize.text(bytes), "The least is 1M. " + SIZES);
    }
    return bytes;
  }

  /** Processors, in thousandths: {@code 2}, {@code 0.5}. */
  static long processors(String option, String text) throws UsageException {
    if (!PROCESSORS.matcher(text).matches()) {
      throw new UsageException(option + ": no number of processors: '" + text + "'", CPUS);
    }
    long millis = new BigDecimal(text).movePointRight(3).longValueExact();
    if (millis < Limits.LEAST_MILLI_CPUS) {
      throw new UsageException(option + " must be 0.01 or more, not " + text, CPUS);
    }
    return millis;
  }

  private static long number(String option, String text, String hint) throws UsageException {
    String digits = text.substring(0, text.length() - unit(text).length());
    if (digits.isEmpty() || digits.length() > 18) {
      throw new UsageException(option + ": no number: '" + text + "'", hint);
    }
    long number = Long.parseLong(digits);
    if (number == 0) {
      throw new UsageException(option + " must be more than 0", hint);
    }
    return number;
  }

  private static String unit(String text) {
    int digits = 0;
    while (digits < text.length() && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
      digits++;
    }
    return text.substring(digits);
  }
}
