package dev.pinfold.egress;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A request's body on its way, on a thread of its own: a server may answer before its end. */
final class Upload {
  private final @Nullable Thread thread;
  private volatile @Nullable Exception failure;

  private Upload(Framing framing, Connection client, Connection server, Passage passage) {
    boolean nothing = framing instanceof Framing.None || framing.equals(new Framing.Length(0));
    thread =
        nothing ? null : Thread.ofVirtual().unstarted(() -> copy(framing, client, server, passage));
  }

  static Upload start(Framing framing, Connection client, Connection server, Passage passage) {
    var upload = new Upload(framing, client, server, passage);
    if (upload.thread != null) {
      upload.thread.start();
    }
    return upload;
  }

  private void copy(Framing framing, Connection client, Connection server, Passage passage) {
    try {
      new BodyCopy(client.in(), server.out(), passage::out).copy(framing);
    } catch (IOException | MalformedException e) {
      failure = e;
      // Whoever waits for the answer learns it by this.
      server.close();
    }
  }

  /** Whether the body is complete, at once or within {@code patience}. */
  boolean endedWell(Duration patience) throws InterruptedException {
    return thread == null || (thread.join(patience) && failure == null);
  }

  Optional<Exception> failure() {
    return Optional.ofNullable(failure);
  }
}
