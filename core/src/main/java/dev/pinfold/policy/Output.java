package dev.pinfold.policy;

/**
 * What several commands print one after another. Costs as much as their texts are long; longer than
 * {@link #MAX} characters it is unknown, for it only matters where it becomes words or code.
 */
final class Output {
  static final int MAX = 1 << 16;

  private static final String DOWNLOADED = String.valueOf(Marks.DOWNLOADED);

  private final StringBuilder text = new StringBuilder();
  private boolean tooLong;

  Output add(String more) {
    boolean known = more.length() != 1 || more.charAt(0) != Marks.HOLES;
    boolean follows = !text.isEmpty() && text.charAt(text.length() - 1) == Marks.HOLES;
    if (tooLong || text.length() + more.length() > MAX) {
      boolean downloaded = Marks.downloaded(more) || text.indexOf(DOWNLOADED) >= 0;
      text.setLength(0);
      text.append(downloaded ? Marks.DOWNLOADED : Marks.HOLES);
      tooLong = true;
    } else if (known || !follows) {
      text.append(more);
    }
    return this;
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
