package dev.pinfold.e2e.attack;

import static dev.pinfold.e2e.attack.Call.*;
import static dev.pinfold.e2e.attack.Kernel.block;
import static dev.pinfold.e2e.attack.Kernel.call;
import static dev.pinfold.e2e.attack.Kernel.longs;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.util.Map;

/**
 * Network sockets. Numbers: include/linux/socket.h, include/uapi/linux/in.h. Addresses are given as
 * literal and port.
 */
final class SocketActs {
  static final int SOCK_STREAM = 1;
  static final int SOCK_DGRAM = 2;
  static final int SOCK_RAW = 3;
  static final int SOCK_SEQPACKET = 5;

  private static final int AF_INET = 2;
  private static final int AF_INET6 = 10;
  private static final int AF_NETLINK = 16;
  private static final int IPPROTO_TCP = 6;
  private static final int IPPROTO_MPTCP = 262;
  private static final int MSG_FASTOPEN = 0x20000000;
  private static final int TCP_FASTOPEN_CONNECT = 30;

  static final Map<String, Act> ACTS =
      Map.ofEntries(
          Map.entry("socket", a -> call(SOCKET, a.number(0), a.number(1), a.number(2))),
          Map.entry("tcp-connect", a -> connect(a, SOCK_STREAM, 0)),
          Map.entry("mptcp-connect", a -> connect(a, SOCK_STREAM, IPPROTO_MPTCP)),
          Map.entry("udp-connect", a -> connect(a, SOCK_DGRAM, 0)),
          Map.entry("udp-send", a -> send(a, SOCK_DGRAM, 0)),
          Map.entry("tcp-fast-open", a -> send(a, SOCK_STREAM, MSG_FASTOPEN)),
          Map.entry("tcp-fast-open-sendmsg", SocketActs::fastOpenMessage),
          Map.entry("tcp-fast-open-sendmmsg", SocketActs::fastOpenMessages),
          Map.entry("tcp-fast-open-connect", SocketActs::fastOpenConnect),
          Map.entry("tcp-bind", a -> bind(a)),
          Map.entry("tcp-bind-listen", a -> bind(a).then(fd -> call(LISTEN, fd, 1))),
          Map.entry("tcp-listen", _ -> socket(AF_INET, 0).then(fd -> call(LISTEN, fd, 1))),
          Map.entry("tcp6-listen", _ -> socket(AF_INET6, 0).then(fd -> call(LISTEN, fd, 1))),
          Map.entry("netlink", a -> call(SOCKET, AF_NETLINK, SOCK_RAW, a.number(0))));

  private SocketActs() {}

  private static Answer socket(int family, int protocol) {
    return call(SOCKET, family, SOCK_STREAM, protocol);
  }

  private static Answer connect(Args args, int type, int protocol) {
    MemorySegment address = address(args);
    return call(SOCKET, family(address), type, protocol)
        .then(fd -> call(CONNECT, fd, address, address.byteSize()))
        .then(_ -> Answer.ok(0));
  }

  private static Answer send(Args args, int type, int flags) {
    MemorySegment address = address(args);
    return call(SOCKET, family(address), type, 0)
        .then(fd -> call(SENDTO, fd, "attack\n", 7, flags, address, address.byteSize()))
        .then(_ -> Answer.ok(0));
  }

  private static Answer fastOpenMessage(Args args) {
    MemorySegment address = address(args);
    return socket(family(address), IPPROTO_TCP)
        .then(fd -> call(SENDMSG, fd, message(address), MSG_FASTOPEN))
        .then(_ -> Answer.ok(0));
  }

  /** struct mmsghdr: a msghdr and the length sent. */
  private static Answer fastOpenMessages(Args args) {
    MemorySegment address = address(args);
    MemorySegment messages = block(64).copyFrom(message(address));
    return socket(family(address), IPPROTO_TCP)
        .then(fd -> call(SENDMMSG, fd, messages, 1, MSG_FASTOPEN))
        .then(_ -> Answer.ok(0));
  }

  /** The connection is made by the first write, not by connect. */
  private static Answer fastOpenConnect(Args args) {
    MemorySegment address = address(args);
    return socket(family(address), IPPROTO_TCP)
        .then(
            fd ->
                call(SETSOCKOPT, fd, IPPROTO_TCP, TCP_FASTOPEN_CONNECT, longs(1), 4)
                    .then(_ -> call(CONNECT, fd, address, address.byteSize()))
                    .then(_ -> call(WRITE, fd, "attack\n", 7)))
        .then(_ -> Answer.ok(0));
  }

  private static Answer bind(Args args) {
    MemorySegment address = address(args);
    return socket(family(address), 0)
        .then(fd -> call(BIND, fd, address, address.byteSize()).then(_ -> Answer.ok(fd)));
  }

  /** struct msghdr, 56 bytes: name, name length, iov, iov count, control, control length, flags. */
  static MemorySegment message(MemorySegment address) {
    long[] text = Kernel.addresses("attack\n");
    return longs(address.address(), address.byteSize(), longs(text[0], 7).address(), 1, 0, 0, 0);
  }

  private static int family(MemorySegment address) {
    return address.get(JAVA_SHORT, 0);
  }

  /** struct sockaddr_in or sockaddr_in6, by the form of the literal; the port in network order. */
  private static MemorySegment address(Args args) {
    byte[] host = InetAddress.ofLiteral(args.text(0)).getAddress();
    boolean v4 = host.length == 4;
    MemorySegment address = block(v4 ? 16 : 28);
    address.set(JAVA_SHORT, 0, (short) (v4 ? AF_INET : AF_INET6));
    address.set(JAVA_SHORT, 2, Short.reverseBytes((short) args.number(1)));
    address.asSlice(v4 ? 4 : 8).copyFrom(MemorySegment.ofArray(host));
    if (v4) {
      address.set(JAVA_INT, 8, 0);
    }
    return address;
  }

  /** The bytes of a text, for addresses that hold a name. */
  static void put(MemorySegment target, long offset, byte[] bytes) {
    MemorySegment.copy(bytes, 0, target, JAVA_BYTE, offset, bytes.length);
  }
}
