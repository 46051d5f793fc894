package dev.pinfold.linux;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/** Sockets, as far as a pen proves itself with them. */
public final class Sockets {
  /* linux/socket.h and linux/net.h */
  public static final int AF_UNIX = 1;
  public static final int AF_INET = 2;
  public static final int AF_INET6 = 10;
  public static final int AF_NETLINK = 16;
  public static final int SOCK_STREAM = 1;
  public static final int SOCK_DGRAM = 2;
  public static final int SOCK_SEQPACKET = 5;
  public static final int IPPROTO_TCP = 6;

  private static final int SOCK_CLOEXEC = 0x80000;

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
