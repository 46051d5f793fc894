package dev.pinfold.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * A stream for bytes, and for text that is JSON or {@link Printable}. Unlike a {@code PrintStream}
 * it keeps no error to itself: a full disk must not look like success.
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
    return write(text.getBytes(StandardCharsets.UTF_8));
  }

  Output println(String line) throws IOException {
    return print(line).print("\n");
  }

  Output write(byte[] bytes) throws IOException {
    return write(bytes, bytes.length);
  }

  /** Writes the first {@code length} bytes. */
  Output write(byte[] bytes, int length) throws IOException {
    try {
      stream.write(bytes, 0, length);
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
