package dev.pinfold.linux;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Listening sockets that Java can't make, as channels of Java's. */
public final class ServerSockets {
  private static final int O_CLOEXEC = 0x80000;

  private static final byte[] LOOPBACK = {127, 0, 0, 1};

  private ServerSockets() {}

  /**
   * A channel over {@code socket}, a listening one of AF_INET, maybe of another network namespace.
   *
   * <p>Java has no public way from a descriptor to a channel, but a channel knows its socket by its
   * number alone: a channel's own socket is exchanged (dup3(2)) before it is used. It can be
   * accepted from by virtual threads, and closed, as any other; only its own address is that of the
   * exchanged socket, see {@link Sockets#localPort}.
   *
   * @param socket stays the caller's
   */
  public static ServerSocketChannel over(Fd socket) throws IOException {
    ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.INET);
    try {
      channel.bind(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), 0), 1);
      int port = ((InetSocketAddress) channel.getLocalAddress()).getPort();
      Errno.check("dup3", Libc.syscall(Sys.DUP3, socket.number(), listeningOn(port), O_CLOEXEC, 0));
      return channel;
    } catch (IOException failed) {
      channel.close();
      throw failed;
    }
  }

  /** This process's one socket that listens on {@code port} of 127.0.0.1. */
  private static int listeningOn(int port) throws IOException {
    try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      for (Path descriptor : descriptors) {
        int number = Integer.parseInt(descriptor.getFileName().toString());
        if (Sockets.localPort(number) == port && Sockets.isListening(number)) {
          return number;
        }
      }
    }
    throw new IOException("/proc/self/fd lacks a socket that this process has just made");
  }
}
