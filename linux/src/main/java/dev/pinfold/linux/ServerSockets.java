package dev.pinfold.linux;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;

/** Listening sockets that Java can't make, as channels of Java's. */
public final class ServerSockets {
  private static final int O_CLOEXEC = 0x80000;

  /** TCP_LISTEN of net/tcp_states.h, as net/tcp writes it. */
  private static final String LISTEN = "0A";

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

  /**
   * This process's one socket that listens on {@code port} of 127.0.0.1 in its own network
   * namespace. Not told by its port alone: a socket of another namespace that this process holds,
   * {@code socket} itself above all, may have the same.
   */
  private static int listeningOn(int port) throws IOException {
    String link = "socket:[" + inodeListeningOn(port) + "]";
    try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      for (Path descriptor : descriptors) {
        if (isLink(descriptor, link)) {
          return Integer.parseInt(descriptor.getFileName().toString());
        }
      }
    }
    throw new IOException("/proc/self/fd lacks a socket that this process has just made");
  }

  private static boolean isLink(Path descriptor, String target) throws IOException {
    try {
      return Files.readSymbolicLink(descriptor).toString().equals(target);
    } catch (NoSuchFileException _) {
      // Another thread has closed it since it was listed; ours is open.
      return false;
    }
  }

  /**
   * proc_pid_net(5): a line a socket; field 1 is its address and port, 3 its state, 9 its inode.
   */
  private static String inodeListeningOn(int port) throws IOException {
    // 127.0.0.1 as the bytes lie in memory: both of our processors are little-endian.
    String address = String.format(Locale.ROOT, "0100007F:%04X", port);
    for (String line : Files.readAllLines(Path.of("/proc/self/net/tcp"))) {
      String[] fields = line.strip().split(" +", -1);
      if (fields.length > 9 && fields[1].equals(address) && fields[3].equals(LISTEN)) {
        return fields[9];
      }
    }
    throw new IOException("/proc/self/net/tcp lacks a socket that this process has just made");
  }
}
