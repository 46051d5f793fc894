package dev.pinfold.egress;

import java.io.IOException;
import java.io.OutputStream;

/** Carries bytes both ways until both sides have ended, or either has failed. */
final class Relay {
  /** Large enough that calls cost little beside copying, small enough for its processor's cache. */
  private static final int CHUNK = 64 * 1024;

  private final Connection client;
  private final Connection server;
  private final Passage passage;
  private volatile boolean abandoned;

  Relay(Connection client, Connection server, Passage passage) {
    this.client = client;
    this.server = server;
    this.passage = passage;
  }

  /** Counts what passes. */
  private interface Meter {
    void count(long bytes) throws IOException;
  }

  /** Returns when nothing can come any more. */
  void run() throws InterruptedException {
    Thread down = startDown();
    up();
    down.join();
  }

  Thread startDown() {
    return Thread.startVirtualThread(() -> carry(server, client, passage::in));
  }

  /** Ends the server's side and leaves the client's to somebody else. */
  void abandon() {
    abandoned = true;
    server.close();
  }

  void up() {
    carry(client, server, passage::out);
  }

  /** The end of one direction is passed on; a failure ends both. */
  private void carry(Connection from, Connection to, Meter meter) {
    try {
      byte[] buffer = new byte[CHUNK];
      OutputStream out = to.out();
      while (true) {
        int read = from.in().read(buffer, 0, buffer.length);
        if (read < 0) {
          if (!abandoned) {
            to.endOutput();
          }
          return;
        }
        meter.count(read);
        out.write(buffer, 0, read);
      }
    } catch (IOException _) {
      // Told to both sides by the connections' end; a spent budget is on the passage.
      server.close();
      if (!abandoned) {
        client.close();
      }
    }
  }
}
