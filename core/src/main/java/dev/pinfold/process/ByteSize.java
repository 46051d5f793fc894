package dev.pinfold.process;

/** Sizes in words. */
public final class ByteSize {
  private static final String[] UNITS = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

  private ByteSize() {}

  /** {@code 1.5 GiB}; whole units without a fraction. */
  public static String text(long bytes) {
    if (bytes < 1024) {
      return bytes + " bytes";
    }
    int unit = (63 - Long.numberOfLeadingZeros(bytes)) / 10;
    long whole = bytes >> (10 * unit);
    long tenth = ((bytes - (whole << (10 * unit))) >> (10 * (unit - 1))) * 10 / 1024;
    return whole + (tenth == 0 ? "" : "." + tenth) + " " + UNITS[unit - 1];
  }
}
