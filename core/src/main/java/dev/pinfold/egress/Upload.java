package dev.pinfold.egress;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A request's body on its way, on a thread of its own: a server may answer before its end. */
final class Upload {
  private static final int PIECE = 64 * 1024;

  private final BodyStream body;
  private final Connection server;
  private final Passage passage;
  private final SecretScan.Passing secrets;
  private @Nullable Thread thread;
  private volatile @Nullable Exception failure;

  Upload(BodyStream body, Connection server, Passage passage, SecretScan.Passing secrets) {
    this.body = body;
    this.server = server;
    this.passage = passage;
    this.secrets = secrets;
  }

  void start() {
    if (!body.isEmpty()) {
      thread = Thread.startVirtualThread(this::copy);
    }
  }

  private void copy() {
    try {
      var writer = new BodyWriter(server.out(), body.framing() instanceof Framing.Chunked);
      byte[] piece = new byte[PIECE];
      int read = body.read(piece, 0, piece.length);
      while (read >= 0) {
        passage.out(read);
        secrets.feed(piece, read, writer::write);
        read = body.read(piece, 0, piece.length);
      }
      secrets.end(writer::write);
      writer.end();
    } catch (IOException | MalformedException e) {
      failure = e;
      // Whoever waits for the answer learns it by this.
      server.close();
    }
  }

  /** Whether the body is complete, at once or within {@code patience}. */
  boolean endedWell(Duration patience) throws InterruptedException {
    Thread copying = thread;
    return copying == null || (copying.join(patience) && failure == null);
  }

  Optional<Exception> failure() {
    return Optional.ofNullable(failure);
  }
}
