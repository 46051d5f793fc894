package dev.pinfold.agent.loop;

/**
 * Masks a text that comes in pieces: what may be the beginning of a secret is held until it is
 * known.
 */
final class MaskedStream {
  private final Mask mask;
  private String held = "";

  MaskedStream(Mask mask) {
    this.mask = mask;
  }

  /** What can be shown after this piece. */
  String take(String piece) {
    String text = mask.of(held + piece);
    int safe = text.length() - mask.openEnd(text);
    held = text.substring(safe);
    return text.substring(0, safe);
  }

  /** What was held: no more comes. */
  String rest() {
    String rest = held;
    held = "";
    return rest;
  }
}
