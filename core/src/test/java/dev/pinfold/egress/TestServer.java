package dev.pinfold.egress;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A server on loopback that treats each connection as the test says. */
final class TestServer implements AutoCloseable {
  /** What is done with one connection. */
  interface Handler {
    void handle(Socket socket) throws Exception;
  }

  final Queue<Socket> connections = new ConcurrentLinkedQueue<>();
  final LinkedBlockingQueue<Exception> failures = new LinkedBlockingQueue<>();
  private final ServerSocket server;

  TestServer(Handler handler) throws IOException {
    this(new ServerSocket(0, 600, InetAddress.getLoopbackAddress()), handler);
  }

  TestServer(ServerSocket server, Handler handler) {
    this.server = server;
    Thread.startVirtualThread(() -> accept(handler));
  }

  int port() {
    return server.getLocalPort();
  }

  private void accept(Handler handler) {
    try {
      while (true) {
        Socket socket = server.accept();
        connections.add(socket);
        Thread.startVirtualThread(
            () -> {
              try (socket) {
                handler.handle(socket);
              } catch (Exception e) {
                failures.add(e);
              }
            });
      }
    } catch (IOException _) {
      // close()
    }
  }

  /** Sends back what comes, and ends when the other side has. */
  static TestServer echo() throws IOException {
    return new TestServer(socket -> socket.getInputStream().transferTo(socket.getOutputStream()));
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket socket : connections) {
      socket.close();
    }
  }
}
