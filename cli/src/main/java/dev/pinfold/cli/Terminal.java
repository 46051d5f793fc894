package dev.pinfold.cli;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * The three standard streams of this process.
 *
 * @param in what is typed or piped in, unbuffered
 * @param out results
 * @param err messages
 */
record Terminal(InputStream in, Output out, Output err) {
  static Terminal ofThisProcess() {
    return new Terminal(new FileInputStream(FileDescriptor.in), Output.standard(), Output.error());
  }

  /**
   * Prints {@code pinfold: message} and, if there is one, {@code hint: …}, and returns {@code
   * status}.
   */
  int fail(int status, String message, String hint) {
    try {
      out.flush();
    } catch (IOException e) {
      // What could not be written is the smaller problem now.
    }
    try {
      say(message, hint);
    } catch (IOException e) {
      // Nobody listens; the status still tells.
    }
    return status;
  }

  /** Prints {@code pinfold: message} and, if there is one, {@code hint: …}. */
  void say(String message, String hint) throws IOException {
    err.println("pinfold: " + Printable.lines(message));
    if (!hint.isEmpty()) {
      err.println("hint: " + Printable.lines(hint));
    }
    err.flush();
  }
}
