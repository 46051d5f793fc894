package dev.pinfold.policy;

import java.util.Optional;

/**
 * What a command finds on its standard input, as far as the text tells.
 *
 * @param text the content, with marks; empty when nothing was given
 * @param file the file that it is read from, if it is
 * @param given whether a pipe, redirection or here-document provides it, or it is inherited from
 *     outside
 */
record Input(String text, Optional<String> file, boolean given) {
  /** What the whole text inherits from outside. */
  static final Input INHERITED = new Input("", Optional.empty(), false);

  static Input of(String text) {
    return new Input(text, Optional.empty(), true);
  }

  static Input ofFile(String path, String text) {
    return new Input(text, Optional.of(path), true);
  }
}
