package dev.pinfold.agent.loop;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Amounts of money as people read them. */
final class Dollars {
  private Dollars() {}

  /** {@code $0.0132}: four digits after the point, rounded up. */
  static String text(long microDollars) {
    return "$" + BigDecimal.valueOf(microDollars, 6).setScale(4, RoundingMode.CEILING);
  }
}
