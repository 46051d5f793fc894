package dev.pinfold.sandbox;

import java.io.IOException;

/** Namespaces of the run's own can't be had here; the message says why, and the fix. */
final class HolderException extends IOException {
  private static final long serialVersionUID = 1;

  HolderException(String why) {
    super(why);
  }
}
