package dev.pinfold.linux;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/** Sockets, as far as a pen proves itself with them, and as far as its supervisor connects them. */
public final class Sockets {
  /* linux/socket.h and linux/net.h */
  public static final int AF_UNSPEC = 0;
  public static final int AF_UNIX = 1;
  public static final int AF_INET = 2;
  public static final int AF_INET6 = 10;
  public static final int AF_NETLINK = 16;
  public static final int SOCK_STREAM = 1;
  public static final int SOCK_DGRAM = 2;
  public static final int SOCK_SEQPACKET = 5;
  public static final int IPPROTO_TCP = 6;
  public static final int IPPROTO_UDP = 17;

  private static final int SOCK_CLOEXEC = 0x80000;
  private static final int SOL_SOCKET = 1;
  private static final int SO_ERROR = 4;
  private static final int SO_DOMAIN = 39;

  private Sockets() {}

  /** socket(2), close-on-exec. */
  public static long socket(int family, int type) {
    return Libc.syscall(Sys.SOCKET, family, type | SOCK_CLOEXEC, 0, 0);
  }

  /** connect(2) to a TCP port of 127.0.0.1. */
  public static long connectLoopback(Fd socket, int port) {
    try (Arena arena = Arena.ofConfined()) {
      return connect(socket, arena.allocateFrom(JAVA_BYTE, loopback(port)));
    }
  }

  /** connect(2) to an abstract Unix socket: no file, only a name. */
  public static long connectAbstract(Fd socket, String name) {
    return abstractCall(Sys.CONNECT, socket, name);
  }

  /** bind(2) and listen(2) on an abstract Unix socket. */
  public static long listenAbstract(Fd socket, String name) {
    long bound = abstractCall(Sys.BIND, socket, name);
    return bound < 0 ? bound : Libc.syscall(Sys.LISTEN, socket.number(), 1);
  }

  /** The family that a socket was made with (getsockopt SO_DOMAIN), or a negated errno. */
  public static long family(Fd socket) {
    return option(socket.number(), SO_DOMAIN);
  }

  /** Why a connection that was begun has failed: an errno, 0 when it has not (SO_ERROR). */
  public static long error(Fd socket) {
    return option(socket.number(), SO_ERROR);
  }

  private static long option(int socket, int option) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment value = arena.allocate(JAVA_INT);
      MemorySegment length = arena.allocate(JAVA_INT);
      length.set(JAVA_INT, 0, 4);
      long result =
          Libc.syscall(
              Sys.GETSOCKOPT, socket, SOL_SOCKET, option, value.address(), length.address(), 0);
      return result < 0 ? result : value.get(JAVA_INT, 0);
    }
  }

  /** struct sockaddr_in of netinet/in.h: a port of 127.0.0.1; 0 for one that is free. */
  public static byte[] loopback(int port) {
    byte[] address = new byte[16];
    MemorySegment.ofArray(address).set(JAVA_SHORT_UNALIGNED, 0, (short) AF_INET);
    address[2] = (byte) (port >> 8);
    address[3] = (byte) port;
    address[4] = 127;
    address[7] = 1;
    return address;
  }

  /** connect(2) to an address of any family. */
  public static long connect(Fd socket, MemorySegment address) {
    return Libc.syscall(Sys.CONNECT, socket.number(), address.address(), address.byteSize(), 0);
  }

  /**
   * The port that a socket of AF_INET or AF_INET6 is bound to (getsockname(2)); 0 when it has none;
   * or a negated errno, -EAFNOSUPPORT for another family.
   */
  public static long localPort(Fd socket) {
    return localPort(socket.number());
  }

  static long localPort(int socket) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment address = arena.allocate(128, 8);
      MemorySegment length = arena.allocate(JAVA_INT);
      length.set(JAVA_INT, 0, (int) address.byteSize());
      long result = Libc.syscall(Sys.GETSOCKNAME, socket, address.address(), length.address(), 0);
      if (result < 0) {
        return result;
      }
      int family = Short.toUnsignedInt(address.get(JAVA_SHORT, 0));
      return family == AF_INET || family == AF_INET6
          ? Short.toUnsignedInt(Short.reverseBytes(address.get(JAVA_SHORT, 2)))
          : -Errno.EAFNOSUPPORT;
    }
  }

  /** bind(2) to an address of any family. */
  public static long bind(Fd socket, MemorySegment address) {
    return Libc.syscall(Sys.BIND, socket.number(), address.address(), address.byteSize(), 0);
  }

  private static long abstractCall(Sys sys, Fd socket, String name) {
    try (Arena arena = Arena.ofConfined()) {
      byte[] bytes = name.getBytes(StandardCharsets.US_ASCII);
      // struct sockaddr_un: family, then a NUL that makes the rest an abstract name (unix(7)).
      MemorySegment address = arena.allocate(3L + bytes.length, 8);
      address.set(JAVA_SHORT, 0, (short) AF_UNIX);
      MemorySegment.copy(bytes, 0, address, JAVA_BYTE, 3, bytes.length);
      return Libc.syscall(sys, socket.number(), address.address(), address.byteSize(), 0);
    }
  }
}
