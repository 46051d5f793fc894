package dev.pinfold.egress;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;

/** One side of what the proxy joins. One thread may read while another writes. */
final class Connection implements Closeable {
  /** What a client that was refused may still be sending, and how long it may take over it. */
  private static final int LINGER_BYTES = 16 << 20;

  private static final int LINGER_MILLIS = 2_000;

  private final Socket socket;
  private final Wire in;
  private final OutputStream out;

  Connection(Socket socket) throws IOException {
    this.socket = socket;
    in = new Wire(socket.getInputStream());
    out = socket.getOutputStream();
  }

  static Connection of(SocketChannel channel) throws IOException {
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    return new Connection(channel.socket());
  }

  Wire in() {
    return in;
  }

  OutputStream out() {
    return out;
  }

  Socket socket() {
    return socket;
  }

  /** Tells the other end that nothing more comes, while it may go on. */
  void endOutput() throws IOException {
    socket.shutdownOutput();
  }

  /**
   * Closes after an answer that came before the request's end: a connection that is closed with
   * unread bytes is reset, and the answer may be lost with it (RFC 9112 9.6).
   */
  void closeLingering() {
    try (this) {
      endOutput();
      socket.setSoTimeout(LINGER_MILLIS);
      byte[] rest = new byte[8 * 1024];
      long total = 0;
      int read = 0;
      while (read >= 0 && total < LINGER_BYTES) {
        read = in.read(rest, 0, rest.length);
        total += read;
      }
    } catch (IOException _) {
      // The client has gone, or goes on for too long: it has had its answer.
    }
  }

  /** Ends both directions at once, for all threads. */
  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException _) {
      // Nothing was kept back: the other end sees the connection's end in any case.
    }
  }
}
