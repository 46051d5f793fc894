package dev.pinfold.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * A stream that text is written to as {@link RawText}. Unlike a {@code PrintStream} it keeps no
 * error to itself: a full disk must not look like success.
 */
final class Output {
  private final OutputStream stream;

  private Output(FileDescriptor descriptor) {
    this.stream = new BufferedOutputStream(new FileOutputStream(descriptor));
  }

  static Output standard() {
    return new Output(FileDescriptor.out);
  }

  static Output error() {
    return new Output(FileDescriptor.err);
  }

  Output print(String text) throws IOException {
    return write(RawText.encode(text));
  }

  Output println(String line) throws IOException {
    return print(line).print("\n");
  }

  Output write(byte[] bytes) throws IOException {
    try {
      stream.write(bytes);
      return this;
    } catch (IOException e) {
      throw explained(e);
    }
  }

  void flush() throws IOException {
    try {
      stream.flush();
    } catch (IOException e) {
      throw explained(e);
    }
  }

  /** The JDK gives errno as its text only: strerror(3) of EPIPE. */
  private static IOException explained(IOException e) {
    return "Broken pipe".equals(e.getMessage())
        ? new BrokenPipeException(e)
        : new IOException("can't write the output: " + e.getMessage(), e);
  }
}
