package dev.pinfold.cli;

import java.io.IOException;

/** The reader of our output has gone: no error of ours, and nobody to tell. */
final class BrokenPipeException extends IOException {
  private static final long serialVersionUID = 1;

  BrokenPipeException(IOException cause) {
    super(cause);
  }
}
