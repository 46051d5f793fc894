package dev.pinfold.policy;

import java.util.Optional;

/**
 * What a command finds on its standard input, as far as the text tells.
 *
 * @param text the content, with marks; empty when nothing was given
 * @param file the file that it is read from, if it is
 * @param source what provides it
 */
record Input(String text, Optional<String> file, Source source) {
  /** What provides a standard input. */
  enum Source {
    OUTSIDE("what runs the text"),
    PIPE("a pipe"),
    HERE_DOCUMENT("a here-document"),
    HERE_STRING("a here-string"),
    FILE("a file");

    private final String label;

    Source(String label) {
      this.label = label;
    }

    String label() {
      return label;
    }
  }

  /** What the whole text inherits from outside. */
  static final Input INHERITED = new Input("", Optional.empty(), Source.OUTSIDE);

  static Input ofPipe(String text) {
    return new Input(text, Optional.empty(), Source.PIPE);
  }

  static Input ofHere(Source source, String text) {
    return new Input(text, Optional.empty(), source);
  }

  static Input ofFile(String path, String text) {
    return new Input(text, Optional.of(path), Source.FILE);
  }

  /** Whether the text says where it comes from; it is inherited from outside otherwise. */
  boolean given() {
    return source != Source.OUTSIDE;
  }
}
