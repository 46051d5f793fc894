package dev.pinfold.sandbox;

import dev.pinfold.linux.Errno;
import dev.pinfold.linux.Fd;
import dev.pinfold.linux.PidFd;
import dev.pinfold.linux.ServerSockets;
import dev.pinfold.linux.Sockets;
import dev.pinfold.linux.Starter;
import dev.pinfold.linux.Sys;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.List;
import java.util.Optional;

/**
 * The one place where a run's connections come out: a listening socket that this JVM serves and the
 * run can connect to. It is there before the run's first command, and nothing stays inside to keep
 * it.
 *
 * <p>In tier full it lies in the run's own network, where nobody else is. In tier landlock it is a
 * port of this machine's loopback: the run's processes can't connect at all, the supervisor
 * connects their sockets, and tells {@link HostConnections} which they are.
 *
 * <p>Thread contract: whoever serves it closes the listener; {@link #admits} from any free thread.
 */
public final class Doorway implements AutoCloseable {
  /** Connections that nobody has accepted yet; net.core.somaxconn is 4096 since Linux 5.4. */
  private static final int BACKLOG = 4096;

  private final ServerSocketChannel listener;
  private final int port;
  private final Optional<HostConnections> host;

  private Doorway(ServerSocketChannel listener, int port, Optional<HostConnections> host) {
    this.listener = listener;
    this.port = port;
    this.host = host;
  }

  /** One on this machine's loopback. */
  static Doorway onHost() throws IOException {
    ServerSocketChannel listener = ServerSocketChannel.open();
    try {
      listener.bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), BACKLOG);
      int port = ((InetSocketAddress) listener.getLocalAddress()).getPort();
      return new Doorway(listener, port, Optional.of(new HostConnections(port)));
    } catch (IOException failed) {
      listener.close();
      throw failed;
    }
  }

  /**
   * One in the network that {@code holder} holds: a starter joins it and makes the socket, and this
   * JVM takes a copy of that (pidfd_getfd(2)), whose network stays the one where it was made.
   */
  static Doorway inside(PenThread thread, Holder holder) throws IOException {
    List<Fd> namespaces = holder.network();
    // What was joined is of no more use: the lowest number that is free then is known.
    int socket = Starter.RULESET_FD;
    Starter.Builder builder = new Starter.Builder();
    for (int i = 0; i < namespaces.size(); i++) {
      builder.join(Starter.RULESET_FD + i);
    }
    builder
        .close(socket)
        .call(Sys.SOCKET, Sockets.AF_INET, Sockets.SOCK_STREAM, 0)
        .call(Sys.BIND, socket, builder.bytes(Sockets.loopback(0)), Sockets.loopback(0).length)
        .call(Sys.LISTEN, socket, BACKLOG, 0);
    Fd[] lifeline = Fd.pipe();
    try (Fd in = lifeline[0];
        Fd end = lifeline[1];
        Fd out = Fd.duplicate(in.number(), 3);
        Starter starter = builder.hold()) {
      return of(Launch.of(thread, starter, "/", List.of(in, out, out), namespaces), end, socket);
    }
  }

  private static Doorway of(Launch launch, Fd end, int socket) throws IOException {
    int pid = (int) Errno.check("posix_spawn", launch.pid());
    try (Fd process = Fd.own(Errno.check("pidfd_open", PidFd.open(pid)))) {
      try (end) {
        failIfReported(launch.report());
        return over(process, socket);
      } finally {
        PidFd.reap(process);
      }
    }
  }

  private static void failIfReported(byte[] report) throws IOException {
    Starter.Failure failure = Starter.Report.of(report).failure();
    if (failure != null) {
      throw new IOException(
          "no listening socket in the run's network: "
              + failure.call()
              + ": "
              + Errno.name(failure.errno()));
    }
  }

  private static Doorway over(Fd process, int number) throws IOException {
    try (Fd socket = Fd.own(Errno.check("pidfd_getfd", PidFd.getfd(process, number)))) {
      int port = (int) Errno.check("getsockname", Sockets.localPort(socket));
      return new Doorway(ServerSockets.over(socket), port, Optional.empty());
    }
  }

  /** To accept from. Its own address may not tell the truth: see {@link #port}. */
  public ServerSocketChannel listener() {
    return listener;
  }

  /** The port of 127.0.0.1 that the run connects to. */
  public int port() {
    return port;
  }

  /**
   * Whether the run made an accepted connection, and not somebody else on this machine. Asked once
   * for each: its answer is used up by that. It may wait for a connection that is being made.
   *
   * @param peer the connection's remote address
   */
  public boolean admits(InetSocketAddress peer) {
    return host.map(connections -> connections.admits(peer)).orElse(true);
  }

  /** What the supervisor connects, where the run can't. */
  Optional<HostConnections> host() {
    return host;
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
