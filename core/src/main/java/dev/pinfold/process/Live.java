package dev.pinfold.process;

import java.io.IOException;

/**
 * Where output goes while the command runs. Called by one thread at a time; may take its time, the
 * command then waits.
 */
public interface Live {
  /** Keeps nothing back and shows nothing. */
  Live NOWHERE = (_, _, _) -> {};

  /** The two streams. */
  enum Stream {
    OUT,
    ERR
  }

  /**
   * Passes the first {@code length} bytes on.
   *
   * @throws IOException when nobody reads them any more; the command is then ended
   */
  void write(Stream stream, byte[] bytes, int length) throws IOException;
}
