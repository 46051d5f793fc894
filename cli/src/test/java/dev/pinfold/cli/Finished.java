package dev.pinfold.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * What a program left when it had ended.
 *
 * @param status its exit status; 128 + n if a signal ended it
 * @param out its standard output
 * @param err its standard error
 */
record Finished(int status, String out, String err) {
  /** Feeds {@code input} to a process, collects what it says, and waits for its end. */
  static Finished of(Process process, byte[] input) throws Exception {
    var err = new ByteArrayOutputStream();
    Thread errors = Thread.ofVirtual().start(() -> copy(process.getErrorStream(), err));
    Thread feeder =
        Thread.ofVirtual()
            .start(
                () -> {
                  try (var stdin = process.getOutputStream()) {
                    stdin.write(input);
                  } catch (IOException e) {
                    // It does not read its input: its business.
                  }
                });
    byte[] out = process.getInputStream().readAllBytes();
    errors.join();
    feeder.join();
    return new Finished(
        process.waitFor(),
        new String(out, StandardCharsets.UTF_8),
        err.toString(StandardCharsets.UTF_8));
  }

  private static void copy(InputStream from, ByteArrayOutputStream to) {
    try {
      from.transferTo(to);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
