package dev.pinfold.linux;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/** Sockets, as far as a pen proves itself with them. */
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
  private static final int SO_DOMAIN = 39;

  private Sockets() {}

  /** socket(2), close-on-exec. */
  public static long socket(int family, int type) {
    return Libc.syscall(Sys.SOCKET, family, type | SOCK_CLOEXEC, 0, 0);
  }

  /** connect(2) to a TCP port of 127.0.0.1. */
  public static long connectLoopback(Fd socket, int port) {
    try (Arena arena = Arena.ofConfined()) {
      // struct sockaddr_in: family, port and address in network order.
      MemorySegment address = arena.allocate(16, 8);
      address.set(JAVA_SHORT, 0, (short) AF_INET);
      address.set(JAVA_SHORT, 2, Short.reverseBytes((short) port));
      address.set(JAVA_BYTE, 4, (byte) 127);
      address.set(JAVA_BYTE, 7, (byte) 1);
      return Libc.syscall(Sys.CONNECT, socket.number(), address.address(), 16, 0);
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
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment family = arena.allocate(JAVA_INT);
      MemorySegment length = arena.allocate(JAVA_INT);
      length.set(JAVA_INT, 0, 4);
      long result =
          Libc.syscall(
              Sys.GETSOCKOPT,
              socket.number(),
              SOL_SOCKET,
              SO_DOMAIN,
              family.address(),
              length.address(),
              0);
      return result < 0 ? result : family.get(JAVA_INT, 0);
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
